import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, type TestContext, test } from 'vitest';
import { ask, asLogIn } from '../fixture/ask.ts';
import { expectNoFault, lookedAt } from '../fixture/look.ts';
import { openRoom, openWindow, patient, servedPage, type View } from '../fixture/page.ts';
import { makeUser } from '../fixture/user.ts';

const unique = (name: string) => `${name} ${randomBytes(4).toString('hex')}`;
const rooms = ['Today', 'Tiers', 'Draft', 'Why?', 'Buyers', 'History', 'Reports'];

/** The rail, which a phone shows as its menu. */
async function openRail(page: Page) {
  const menu = page.getByRole('button', { name: 'Menu', expanded: false });
  if (await menu.isVisible()) await menu.click();
  return page.getByRole('navigation', { name: 'Rooms' });
}
const signedInAs = async (page: Page, username: string) =>
  (await openRail(page)).getByText(username, { exact: true }).waitFor();

/** Signs in by the form, as in a browser of its own. */
async function signIn(context: TestContext, username: string, password: string, view: View = {}): Promise<Page> {
  const page = await openWindow(context, view);
  await page.goto(`${servedPage(context).url}/app/`);
  await page.getByLabel('Username').fill(username);
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
  await signedInAs(page, username);
  return page;
}

async function signOut(page: Page, username: string): Promise<void> {
  await signedInAs(page, username);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to auction-tiers' }).waitFor();
}

const goTo = async (page: Page, room: string) =>
  (await openRail(page)).getByRole('link', { name: room, exact: true }).click();

/** A user of a new seller without a group of sites. */
async function makeBareSeller(context: TestContext) {
  const { url, users } = servedPage(context);
  const name = unique('Bare seller');
  const { id } = await ask(url, users.admin, 'POST', '/member', { member: { name, currency: 'EUR' } });
  return { name, id: Number(id), user: await makeUser(context, Number(id)) };
}

test(
  'an administrator makes a seller with its first group of sites and its first user, who begins',
  patient,
  async (context) => {
    const { url, users } = servedPage(context);
    const admin = await openRoom(context, '/account', { user: users.admin });
    const seller = unique('Seller');
    await admin.getByRole('button', { name: 'New seller' }).click();
    const form = admin.getByRole('form', { name: 'New seller' });
    await form.getByLabel('Name').fill(seller);
    await form.getByRole('combobox', { name: 'Time zone of days and hours' }).fill('Berlin');
    await admin.getByRole('option', { name: 'Europe/Berlin' }).click();
    await form.getByRole('combobox', { name: 'Currency' }).fill('euro');
    await admin.getByRole('option', { name: 'EUR – Euro' }).click();
    await form.getByLabel('Fee (%)').fill('12.5');
    await form.getByLabel('Its first group of sites').fill('All sites');
    await expectNoFault(admin);
    await form.getByRole('button', { name: 'Make the seller' }).click();

    const userForm = admin.getByRole('form', { name: `The first user of ${seller}` });
    const username = `user-${randomBytes(6).toString('hex')}`;
    await userForm.getByLabel('Username').fill(username);
    await userForm.getByRole('button', { name: 'Make the user' }).click();
    const password = (await admin.locator('.new-key').textContent()) ?? '';
    await expectNoFault(admin);
    await admin.getByRole('button', { name: 'I have handed it over' }).click();
    expect(await admin.getByText(password).count()).toBe(0);

    const page = await openWindow(context, { allowed: /status of 400/ });
    await page.goto(`${servedPage(context).url}/app/`);
    await page.getByLabel('Username').fill(username);
    await page.locator('input[type=password]').fill(password);
    await page.keyboard.press('Enter');
    await page.locator('input[type=password]').nth(1).fill('a password of my own');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    await page.getByText('It is All sites.').waitFor();
    await expectNoFault(page);
    await page.getByRole('link', { name: 'Make a tier' }).click();
    const panel = page.getByRole('complementary', { name: 'New tier' });
    await panel.getByLabel('Name').fill('Gold');
    await panel.getByLabel('Net minimum (EUR CPM)').fill('2');
    await panel.getByLabel('Buyers').fill('falcon');
    await page
      .getByRole('option', { name: /Falcon/ })
      .first()
      .click();
    await page.keyboard.press('Escape');
    await panel.getByRole('button', { name: /Save/ }).first().click();
    await page.getByRole('row', { name: /Gold/ }).first().waitFor();
    await goTo(page, 'Today');
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    await signOut(page, username);

    const { members } = await ask(url, users.admin, 'GET', `/member?name=${encodeURIComponent(seller)}`);
    expect(members).toMatchObject([{ timezone: 'Europe/Berlin', currency: 'EUR', revenue_share_pct: 12.5 }]);
    const [{ id }] = members as [{ id: number }];
    const made = await ask(url, users.admin, 'GET', `/ym-profile?member_id=${id}`);
    expect(made['ym-profiles']).toMatchObject([{ name: 'All sites', member_id: id }]);
  },
);

test('a seller without a group of sites has the frame and the form in every room', patient, async (context) => {
  const { name, user } = await makeBareSeller(context);
  const page = await signIn(context, user.username, user.password);
  for (const room of rooms) {
    await goTo(page, room);
    await page.getByRole('heading', { name: room, exact: true }).waitFor();
    await page.getByRole('form', { name: 'Your first group of sites' }).waitFor();
    for await (const _ of lookedAt(page)) {
      await (await openRail(page)).getByText(name).waitFor();
    }
  }
  await goTo(page, 'Account');
  await page.getByRole('heading', { name: `Settings of ${name}` }).waitFor();
  await page.getByRole('button', { name: 'New key' }).waitFor();
  for await (const _ of lookedAt(page)) await signedInAs(page, user.username);
  await signOut(page, user.username);
});

test('a seller makes its first group of sites, and the room is there', patient, async (context) => {
  const { url, users } = servedPage(context);
  const { id, user } = await makeBareSeller(context);
  const page = await openRoom(context, '/tiers', { user, allowed: /status of 400/ });
  const form = page.getByRole('form', { name: 'Your first group of sites' });
  await form.getByLabel('Name').fill('  News  ');
  await form.getByLabel('Publishers').fill('12, '.padEnd(300, 'x'));
  await form.getByRole('button', { name: 'Make the group of sites' }).click();
  await form.getByText('at most 255 characters').waitFor();
  await form.getByLabel('Publishers').fill('12 13, pub-abc');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: '+ New tier' }).first().waitFor();
  expect(await page.getByRole('combobox', { name: 'Group of sites' }).inputValue()).toBe('News');
  const made = await ask(url, users.admin, 'GET', `/ym-profile?member_id=${id}`);
  expect(made['ym-profiles']).toMatchObject([{ name: 'News', publisher_ids: [12, 13, 'pub-abc'] }]);
});

test('with approved drafts the publishers of the first group of sites are drafted', patient, async (context) => {
  const { url, users } = servedPage(context);
  const { id, user } = await makeBareSeller(context);
  await ask(url, users.admin, 'PUT', `/member?id=${id}`, { member: { publishing: 'approved' } });
  const page = await openRoom(context, '/tiers', { user });
  const form = page.getByRole('form', { name: 'Your first group of sites' });
  await form.getByLabel('Name').fill('News');
  await form.getByLabel('Publishers').fill('14');
  await form.getByText('once the draft that is made of them is published').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: '+ New tier' }).first().waitFor();
  const made = await ask(url, users.admin, 'GET', `/ym-profile?member_id=${id}`);
  expect(made['ym-profiles']).toMatchObject([{ name: 'News', publisher_ids: null }]);
  const { drafts } = await ask(url, users.admin, 'GET', `/draft?member_id=${id}`);
  const [draft] = drafts as readonly { readonly id: number }[];
  expect(draft).toMatchObject({ publisher_ids: [14] });
  const [{ id: ym }] = made['ym-profiles'] as [{ readonly id: number }];
  await page.goto(page.url().replace(/\/app\/.*/, `/app/draft?ym=${ym}&draft=${draft!.id}`));
  await page.getByText('Publishers').first().waitFor();
  await expectNoFault(page);
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await page.getByText('Nothing yet: it is as live').waitFor();
});

test('a viewer is told whom to ask', patient, async (context) => {
  const { url, users } = servedPage(context);
  const { id, name } = await makeBareSeller(context);
  const username = `viewer-${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  const user = { username, password, role: 'seller', member_id: id } as const;
  await ask(url, await asLogIn(url, users.admin), 'POST', '/user', { user: { ...user, access: 'viewer' } });
  const page = await signIn(context, username, password);
  await page.getByText(`Ask a user of ${name}`).waitFor();
  expect(await page.getByRole('form').count()).toBe(0);
  await goTo(page, 'Account');
  await page.getByText(`The managers of ${name} change these settings`).waitFor();
  await expectNoFault(page);
});

test('a seller sets its currency, and how much of its auctions is recorded', patient, async (context) => {
  const { url, users } = servedPage(context);
  const { id, name, user } = await makeBareSeller(context);
  const settings = async () => (await ask(url, users.admin, 'GET', `/member?id=${id}`))['member'];
  const page = await openRoom(context, '/account', { user, width: 390 });
  const block = page.locator('section', { has: page.getByRole('heading', { name: `Settings of ${name}` }) });
  await block.getByLabel(/^All of them/).check();
  await block.getByRole('combobox', { name: 'Currency' }).fill('yen');
  await page.getByRole('option', { name: 'JPY – Japanese Yen' }).click();
  await block.getByRole('button', { name: 'Save' }).click();
  await block.getByText('Saved.').waitFor();
  expect(await settings()).toMatchObject({ record_share: 1, currency: 'JPY' });
  await block.getByLabel('A part of them').check();
  expect(await block.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await block.getByLabel('Part of the auctions (%)').fill('2.5');
  await expectNoFault(page);
  await block.getByRole('button', { name: 'Save' }).click();
  await block.getByText('Saved.').waitFor();
  expect(await settings()).toMatchObject({ record_share: 0.025 });
  await page.reload();
  expect(await block.getByLabel('Part of the auctions (%)').inputValue()).toBe('2.5');
  await block.getByLabel('As this installation has it').check();
  await block.getByRole('button', { name: 'Save' }).click();
  await block.getByText('Saved.').waitFor();
  expect(await settings()).toMatchObject({ record_share: null });
});
