import { expect, test } from 'vitest';
import { expectNoFault } from '../fixture/look.ts';
import { openWindow, patient, servedPage } from '../fixture/page.ts';

test('a user signs in, and stands where the address led', patient, async (context) => {
  const { url, users } = servedPage(context);
  const page = await openWindow(context, { allowed: /status of 40[13]/ });
  await page.goto(`${url}/app/history`);
  await page.getByLabel('Username').fill(users.seller.username);
  await page.locator('input[type=password]').fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await expectNoFault(page);
  await page.locator('input[type=password]').fill(users.seller.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'History' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/app/history');
});

test('the first visit asks for the password, and leaves no error in the console', patient, async (context) => {
  const page = await openWindow(context);
  await page.goto(`${servedPage(context).url}/app/`);
  await page.getByLabel('Username').waitFor();
});
