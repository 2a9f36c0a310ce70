import { expect, test } from 'vitest';
import { expectNoFault } from '../fixture/look.ts';
import { openRoom, patient, servedPage } from '../fixture/page.ts';

test(
  'a buyer is found by the keyboard, opened, and its tiers and its losses are a step away',
  patient,
  async (context) => {
    const page = await openRoom(context, '/buyers');
    await page.getByRole('grid', { name: 'Buyers' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('saffron');
    await page.getByRole('status').filter({ hasText: '1 of 20' }).waitFor();
    await page.getByRole('grid', { name: 'Buyers' }).focus();
    await page.keyboard.press('j');
    const panel = page.getByRole('complementary', { name: 'Saffron Travel' });
    await panel.getByRole('link', { name: 'Worked example' }).waitFor();
    await expectNoFault(page);
    // The link can be mailed.
    expect(new URL(page.url()).search).toContain('buyer=107');
    await panel.getByRole('link', { name: 'Why did it lose?' }).click();
    await page.getByRole('heading', { name: 'Why?' }).first().waitFor();
    expect(new URL(page.url()).search).toContain('buyer=107');
  },
);

test(
  'the table is sorted by a head, on a phone in dark, with prices of the recorded auctions',
  patient,
  async (context) => {
    const page = await openRoom(context, '/buyers', { width: 390, height: 844, colorScheme: 'dark' });
    const first = page.getByRole('grid').locator('[role=row][aria-rowindex="2"]');
    await first.waitFor();
    await page.getByText(/From [\d,]+ recorded auctions/).waitFor();
    await expect.poll(() => first.locator('[role=gridcell]').nth(3).textContent()).toMatch(/^\d+\.\d\d$/);
    await page.getByRole('button', { name: 'Bids', exact: true }).click();
    await expect.poll(() => new URL(page.url()).search).toContain('sort=bids');
    await expectNoFault(page);
  },
);

test('an administrator renames a buyer of the directory; a seller cannot', patient, async (context) => {
  const { users } = servedPage(context);
  const seller = await openRoom(context, '/buyers?buyer=120');
  await seller.getByRole('complementary').getByRole('heading').waitFor();
  expect(await seller.getByLabel('Name in the directory').count()).toBe(0);
  const page = await openRoom(context, '/buyers?buyer=120', { user: users.admin });
  const name = page.getByLabel('Name in the directory');
  await name.waitFor();
  const before = await name.inputValue();
  for (const next of [`${before} (renamed)`, before]) {
    await name.fill(next);
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: next, exact: true }).waitFor();
  }
});
