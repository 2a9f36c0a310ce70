import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { asLogIn } from '../fixture/ask.ts';
import { makeColleagues } from '../fixture/colleagues.ts';
import { expectNoFault } from '../fixture/look.ts';
import { openRoom, patient, servedPage } from '../fixture/page.ts';
import { sendAs } from '../fixture/seller.ts';
import { makeUser } from '../fixture/user.ts';

test('that somebody has made a user is no warning at its first sign-in', patient, async (context) => {
  const { admin, member } = await makeColleagues(context);
  const login = { username: `new-${randomBytes(6).toString('hex')}`, password: randomBytes(12).toString('hex') };
  await admin('POST', '/user', { user: { ...login, role: 'seller', member_id: member } });
  const user = { ...login, role: 'seller' as const, member_id: member, api_key: '' };
  const page = await openRoom(context, '/account', { user });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const untold = async () => (await page.request.get(new URL('/app/session/untold', page.url()).href)).json();
  await expect.poll(untold).toMatchObject({ response: { untold: null } });
  expect(await page.getByRole('status', { name: 'Changes of your user' }).count()).toBe(0);
});

test(
  'a user is told who changed it until it has seen that, and approves once another manager has confirmed it',
  patient,
  async (context) => {
    const { admin, member, path, anna, ben } = await makeColleagues(context);
    const { url } = servedPage(context);
    const asManager = sendAs(context, await asLogIn(url, anna));
    const { users } = await asManager('GET', '/user');
    const { id } = (users as { id: number; username: string }[]).find(({ username }) => username === ben.username)!;
    await asManager('PUT', `/user?id=${id}`, { user: { access: 'editor' } });
    await asManager('PUT', `/user?id=${id}`, { user: { access: 'publisher' } });
    await admin('PUT', `/member?id=${member}`, { member: { publishing: 'approved' } });

    const page = await openRoom(context, path, { user: ben, width: 390, allowed: /status of 409/ });
    const notice = page.getByRole('status', { name: 'Changes of your user' });
    await notice.getByText(`${anna.username} changed your access`).first().waitFor();
    await expectNoFault(page);
    await page.reload();
    await notice.getByRole('button', { name: 'I have seen this' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('once another manager has confirmed').first().waitFor();
    expect(await notice.count()).toBe(0);
    expect(await page.getByText('PUT /user').count()).toBe(0);
    await page.screenshot({ path: '/tmp/users-refused.png', fullPage: true });

    const meg = await makeUser(context, member, 'manager', 'meg');
    const other = await openRoom(context, '/account', { user: meg });
    const row = other.getByRole('row', { name: new RegExp(`^${ben.username}`) });
    await row.getByText(`Made or changed by ${anna.username}`).waitFor();
    await row.getByRole('button', { name: `Confirm ${ben.username}…` }).click();
    await row.getByRole('button', { name: `Confirm ${ben.username}`, exact: true }).click();
    await row.getByText(`Confirmed by ${meg.username}`).waitFor();
    const log = other.getByRole('table', { name: 'Changes of users and keys' });
    await log.getByText(`Changed ${ben.username}: access from editor to publisher`).waitFor();
    await log.getByText(`Confirmed ${ben.username}`).waitFor();
    await expectNoFault(other);
    await other.screenshot({ path: '/tmp/users-account.png', fullPage: true });

    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText(`Approved by ${ben.username}`).waitFor();
  },
);
