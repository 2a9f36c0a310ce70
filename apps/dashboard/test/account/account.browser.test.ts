import { randomBytes } from 'node:crypto';
import type { Member } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { ask } from '../fixture/ask.ts';
import { expectNoFault } from '../fixture/look.ts';
import { makeColleagues } from '../fixture/colleagues.ts';
import { openRoom, patient, servedPage } from '../fixture/page.ts';
import { makeSeller, makeTiers, sendAs } from '../fixture/seller.ts';
import { makeUser } from '../fixture/user.ts';

test('a user changes its password, and signs in with the new one', patient, async (context) => {
  const user = await makeUser(context);
  const page = await openRoom(context, '/account', { user, allowed: /status of 40[013]/ });
  // A list at the side leads to each section; where there is room, two small ones are beside each other.
  const placeOf = async (name: string) => (await page.getByRole('heading', { name, exact: true }).boundingBox())!;
  const [password, calendar] = [await placeOf('Password'), await placeOf('Calendar')];
  expect(calendar.y).toBe(password.y);
  expect(calendar.x).toBeGreaterThan(password.x);
  const before = (await placeOf('API keys')).y;
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'API keys' }).click();
  await page.waitForURL(/#keys$/);
  await expect.poll(async () => (await placeOf('API keys')).y).toBeLessThan(before);
  const [present, next, again] = await page.locator('input[type=password]').all();
  await present!.fill('not the password');
  await next!.fill('another long password');
  await again!.fill('another long password');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('alert').getByText('not your password').waitFor();
  await present!.fill(user.password);
  await page.keyboard.press('Control+Enter');
  await page.getByText('The password is changed').waitFor();
  await openRoom(context, '/account', { user: { ...user, password: 'another long password' } });
});

test('a key is shown once, works, and does not after it is revoked', patient, async (context) => {
  const user = await makeUser(context);
  const { url } = servedPage(context);
  const page = await openRoom(context, '/account', { user, width: 390 });
  // A user without keys is led to the first one.
  await page.locator('.empty').getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('What it is for').fill('nightly report');
  for (const box of await page.getByRole('form', { name: 'New key' }).getByRole('checkbox').all()) {
    expect(await box.isChecked()).toBe(false);
  }
  await page.getByLabel('See tiers, reports and history').check();
  await page.getByLabel('Run auctions').check();
  await page.getByLabel('Last day (optional)').fill('2099-12-31');
  await page.getByRole('button', { name: 'Make the key' }).click();
  const key = (await page.locator('.new-key').textContent()) ?? '';
  await ask(url, { api_key: key }, 'GET', '/ym-auction-tier');
  await expect(ask(url, { api_key: key }, 'POST', '/draft?from=1')).rejects.toThrow('403');
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await page.reload();
  const row = page.getByRole('row', { name: /nightly report/ });
  const scopes = (await row.getByRole('cell', { name: 'see, run auctions' }).boundingBox())!;
  expect(scopes.height).toBeLessThan(48);
  const revoke = (await row.getByRole('button', { name: 'Revoke' }).boundingBox())!;
  expect(revoke.x + revoke.width).toBeLessThan(390);
  await row.getByRole('cell', { name: user.username }).waitFor();
  await row.getByRole('cell', { name: /2099|2100/ }).waitFor();
  await expectNoFault(page);
  await page.setViewportSize({ width: 1024, height: 768 });
  const table = page.locator('.table-box', { has: row });
  await expect.poll(() => table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  await row.getByRole('button', { name: 'Revoke' }).click();
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('A key lets a program act as you').waitFor();
  await expect(ask(url, { api_key: key }, 'GET', '/ym-auction-tier')).rejects.toThrow('401');
});

test('a key for an assistant is made in two clicks, in the form that assistants take', patient, async (context) => {
  const user = await makeUser(context);
  const { url } = servedPage(context);
  const page = await openRoom(context, '/account', { user, width: 390 });
  await page.getByRole('button', { name: 'Key for an assistant' }).click();
  await page.getByRole('button', { name: 'Make the key' }).click();
  const settings = JSON.parse((await page.locator('.new-key').textContent()) ?? '') as {
    readonly mcpServers: Record<string, { readonly url: string; readonly headers: { readonly Authorization: string } }>;
  };
  const [server] = Object.values(settings.mcpServers);
  expect(server!.url).toBe(`${url}/mcp`);
  const credential = { api_key: server!.headers.Authorization };
  await ask(url, credential, 'POST', '/draft?from=1');
  await expect(ask(url, credential, 'POST', '/ym-auction-tier', { name: 'x', ym_profile_id: 1 })).rejects.toThrow(
    '403',
  );
  await expectNoFault(page);
});

test('an administrator makes a user of a seller, whose password is shown once', patient, async (context) => {
  const { url, users } = servedPage(context);
  const page = await openRoom(context, '/account', { user: users.admin });
  await expectNoFault(page);
  const { members } = await ask(url, users.admin, 'GET', '/member?id=1,2');
  const { name: seller } = (members as { name: string }[])[1]!;
  await page.getByRole('button', { name: 'Invite a user' }).click();
  const form = page.getByRole('form', { name: 'Invite a user' });
  const username = `user-${randomBytes(6).toString('hex')}`;
  await form.getByLabel('Username').fill(username);
  await form.getByRole('combobox', { name: 'Acts for' }).fill(seller);
  await page.getByRole('option', { name: seller }).click();
  await page.getByRole('button', { name: 'Make the user' }).click();
  await page.locator('.new-key').waitFor();
  await page.getByRole('button', { name: 'I have handed it over' }).click();
  await page.getByRole('cell', { name: username, exact: true }).waitFor();
  // The log of users, below, has rows of the same name.
  const row = page.getByRole('row', { name: username }).first();
  await row.getByRole('button', { name: 'Change', exact: true }).click();
  const change = page.getByRole('form', { name: `Change ${username}` });
  await change.getByLabel('Username').fill(`${username}-b`);
  await expectNoFault(page);
  await change.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: `${username}-b`, exact: true }).waitFor();
  const { users: found } = await ask(url, users.admin, 'GET', `/user?username=${username}-b`);
  // From the list of sellers the settings of each are a step away.
  await page.getByRole('link', { name: `Change ${seller}` }).click();
  await page.getByRole('heading', { name: `Settings of ${seller}` }).waitFor();
  expect(await page.getByLabel('Name of the seller').inputValue()).toBe(seller);
  await page.getByRole('row').filter({ hasText: seller }).getByText('Its settings are above').waitFor();
  expect(found).toMatchObject([{ role: 'seller', member_id: 2, access: 'viewer', has_one_time_password: true }]);
});

test('a manager renames the seller, and changes and disables a user', patient, async (context) => {
  const { admin, member, anna } = await makeColleagues(context);
  const username = `viewer-${randomBytes(6).toString('hex')}`;
  const viewer = { username, role: 'seller', member_id: member, access: 'viewer' };
  await admin('POST', '/user', { user: viewer });
  const page = await openRoom(context, '/account', { user: anna });
  // The log of users, below, has rows of the same name.
  const row = page.getByRole('row', { name: username }).first();
  // The name of the seller is one of its settings.
  await page.getByLabel('Name of the seller').fill(`${username} & Co`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: `Settings of ${username} & Co` }).waitFor();

  await row.getByRole('button', { name: 'Change', exact: true }).click();
  const form = page.getByRole('form', { name: `Change ${username}` });
  await form.getByLabel(/^Editor:/).check();
  expect(await form.getByLabel('Username').count()).toBe(0);
  await expectNoFault(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await row.getByRole('cell', { name: 'Editor' }).waitFor();
  await row.getByRole('button', { name: 'Disable' }).click();
  await row.getByRole('button', { name: 'Disable' }).click();
  await row.getByText('disabled').waitFor();
  const answer = await admin('GET', `/user?username=${username}`);
  expect((answer as unknown as { users: unknown }).users).toMatchObject([
    { member_id: member, access: 'editor', state: 'disabled' },
  ]);
});

test('what an administrator has set meanwhile is not set back by a manager', patient, async (context) => {
  const { admin, member, anna } = await makeColleagues(context);
  const username = `editor-${randomBytes(6).toString('hex')}`;
  const { id } = await admin('POST', '/user', {
    user: { username, role: 'seller', member_id: member, access: 'publisher' },
  });
  const page = await openRoom(context, '/account', { user: anna });
  // The log of users, below, has rows of the same name.
  const row = page.getByRole('row', { name: username }).first();
  await row.getByRole('cell', { name: 'Publisher' }).waitFor();
  await page.getByLabel('Name of the seller').fill(`${username} & Co`);
  await admin('PUT', `/member?id=${member}`, { member: { publishing: 'approved', timezone: 'Asia/Tokyo' } });
  await admin('PUT', `/user?id=${id}`, { user: { access: 'viewer' } });
  await page.getByRole('banner').getByText('Tokyo time').waitFor();
  expect(await page.getByLabel(/^By approved drafts/).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: `Settings of ${username} & Co` }).waitFor();
  const { members } = (await admin('GET', `/member?id=${member},1`)) as unknown as { members: { id: number }[] };
  expect(members.find((one) => one.id === member)).toMatchObject({
    name: `${username} & Co`,
    publishing: 'approved',
    timezone: 'Asia/Tokyo',
  });
  await row.getByRole('cell', { name: 'Viewer' }).waitFor();
  await row.getByRole('button', { name: 'Change', exact: true }).click();
  const form = page.getByRole('form', { name: `Change ${username}` });
  expect(await form.getByLabel(/^Viewer:/).isChecked()).toBe(true);
  expect(await form.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
});

test('a fee that was cleared is not saved as none', patient, async (context) => {
  const { admin, member } = await makeColleagues(context);
  await admin('PUT', `/member?id=${member}`, { member: { revenue_share_pct: 15 } });
  const page = await openRoom(context, `/account?member=${member}`, { user: servedPage(context).users.admin });
  const fee = page.getByLabel('Fee (%)');
  await fee.fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect(await fee.evaluate((field: HTMLInputElement) => field.validity.valueMissing)).toBe(true);
  await fee.fill('12');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.').waitFor();
  expect(await admin('GET', `/member?id=${member}`)).toMatchObject({ member: { revenue_share_pct: 12 } });
});

test(
  'days of the calendar are added by hand and by country, and removed; a viewer only reads',
  patient,
  async (context) => {
    const user = await makeSeller(context, 'Seller with holidays');
    const send = sendAs(context, user);
    const { ym } = await makeTiers(send, 'Open on holidays');
    const stored = async () =>
      ((await send('GET', `/member?id=${user.member_id}`)) as unknown as { readonly member: Member }).member.calendar;
    const page = await openRoom(context, `/account?ym=${ym}`, { user, width: 390, colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Add a day' }).click();
    const day = page.getByRole('form', { name: 'Add a day' });
    await day.getByLabel('Day').fill('2027-06-01');
    await day.getByLabel('Name').fill('Anniversary');
    await expectNoFault(page);
    await page.getByRole('button', { name: 'Add the day' }).click();
    await page.getByText('Anniversary', { exact: true }).waitFor();
    expect(await stored()).toEqual([{ date: '2027-06-01', name: 'Anniversary' }]);
    await page.getByRole('button', { name: 'Add national holidays' }).click();
    const form = page.getByRole('form', { name: 'Add national holidays' });
    await form.getByRole('combobox', { name: 'Country' }).fill('Germany');
    await page.getByRole('option', { name: 'Germany', exact: true }).click();
    await form.getByLabel('Year').fill('2027');
    await form.getByRole('button', { name: 'Add them' }).click();
    await form.getByText('9 days added.').waitFor();
    await page.getByText('Sat, Dec 25, 2027').waitFor();
    await expectNoFault(page);
    expect(await stored()).toHaveLength(10);
    await page.getByRole('button', { name: 'Remove Anniversary' }).click();
    await page.getByText('Anniversary', { exact: true }).waitFor({ state: 'detached' });
    expect(await stored()).toHaveLength(9);
    const viewer = await makeUser(context, user.member_id, 'viewer');
    const visit = await openRoom(context, `/account?ym=${ym}`, { user: viewer });
    await visit.getByText('Sat, Dec 25, 2027').waitFor();
    expect(await visit.getByRole('button', { name: /^(?:Add a day|Add national|Remove)/ }).count()).toBe(0);
  },
);
