import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { ask } from '../fixture/ask.ts';
import { expectNoFault } from '../fixture/look.ts';
import { openRoom, patient, servedPage } from '../fixture/page.ts';
import { makeUser } from '../fixture/user.ts';

test('a user changes its password, and signs in with the new one', patient, async (context) => {
  const user = await makeUser(context);
  const page = await openRoom(context, '/account', { user, allowed: /status of 40[013]/ });
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
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('What it is for').fill('nightly report');
  await page.getByLabel(/^write:/).uncheck();
  await page.getByLabel(/^publish:/).uncheck();
  await page.getByRole('button', { name: 'Make the key' }).click();
  const key = (await page.locator('.new-key').textContent()) ?? '';
  await ask(url, { api_key: key }, 'GET', '/ym-auction-tier');
  await expect(ask(url, { api_key: key }, 'POST', '/draft?from=1')).rejects.toThrow('403');
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await page.reload();
  const row = page.getByRole('row', { name: /nightly report/ });
  const scopes = (await row.getByRole('cell', { name: 'read, auction' }).boundingBox())!;
  expect(scopes.height).toBeLessThan(48);
  const revoke = (await row.getByRole('button', { name: 'Revoke' }).boundingBox())!;
  expect(revoke.x + revoke.width).toBeLessThan(390);
  await expectNoFault(page);
  await row.getByRole('button', { name: 'Revoke' }).click();
  await row.getByRole('button', { name: 'Revoke it' }).click();
  await page.getByText('A key lets a program act as you').waitFor();
  await expect(ask(url, { api_key: key }, 'GET', '/ym-auction-tier')).rejects.toThrow('401');
});

test('an administrator makes a user of a seller, whose password is shown once', patient, async (context) => {
  const { url, users } = servedPage(context);
  const page = await openRoom(context, '/account', { user: users.admin });
  await expectNoFault(page);
  const { members } = await ask(url, users.admin, 'GET', '/member?id=1,2');
  const { name: seller } = (members as { name: string }[])[1]!;
  await page.getByRole('button', { name: 'New user' }).click();
  const form = page.getByRole('form', { name: 'New user' });
  const username = `user-${randomBytes(6).toString('hex')}`;
  await form.getByLabel('Username').fill(username);
  await form.locator('input[type=password]').fill('a long enough password');
  await form.getByRole('combobox', { name: 'Acts for' }).fill(seller);
  await page.getByRole('option', { name: seller }).click();
  await page.getByRole('button', { name: 'Make the user' }).click();
  await page.getByText('a long enough password').waitFor();
  await page.getByRole('button', { name: 'I have handed it over' }).click();
  await page.getByRole('cell', { name: username }).waitFor();
  const { users: found } = await ask(url, users.admin, 'GET', `/user?username=${username}`);
  expect(found).toMatchObject([{ role: 'seller', member_id: 2 }]);
});
