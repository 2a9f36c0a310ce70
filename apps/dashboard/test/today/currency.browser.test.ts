import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoFault } from '../fixture/look.ts';
import { openRoom, patient } from '../fixture/page.ts';
import { makeSeller, makeTiers, sendAs } from '../fixture/seller.ts';
import { byKeyboard } from '../fixture/way.ts';

const figureOf = (page: Page, name: string) =>
  page
    .locator('.today-line')
    .first()
    .locator('.today-figure', { has: page.getByText(name, { exact: true }) })
    .locator('dd > div');

test('what auctions earned is shown in the currency that the seller has set', patient, async (context) => {
  const user = await makeSeller(context, 'Seller abroad');
  const send = sendAs(context, user);
  const { ym } = await makeTiers(send, 'Abroad');
  const bids = [
    { id: 'in the tier', member_id: 107, price: 2400 },
    { id: 'above it', member_id: 110, price: 3400 },
  ];
  for (const some of [bids.slice(0, 1), bids.slice(0, 1), bids]) {
    await send('POST', '/auction', { ym_profile_id: ym, impression: { country: 'DE' }, bids: some });
  }

  const account = await openRoom(context, `/account?ym=${ym}`, { user });
  await account.getByRole('combobox', { name: 'Currency' }).fill('EUR');
  await account.getByRole('option', { name: 'EUR – Euro' }).click();
  await account.getByRole('button', { name: 'Save' }).click();
  await account.getByText('Saved.').waitFor();

  const page = await openRoom(context, `/today?ym=${ym}`, { user });
  // Three wins of 2,400 CPM less 15 %: 2,040 CPM each.
  await expect.poll(() => figureOf(page, 'Net').first().textContent(), { timeout: 60_000 }).toBe('6.12 EUR');
  expect(await figureOf(page, 'Net CPM').first().textContent()).toBe('2,040.00 EUR CPM');
  // 3,400 CPM less 15 %, less the net taken: 850 CPM.
  expect(await figureOf(page, 'Forgone').first().textContent()).toBe('0.85 EUR');
  await page.getByRole('heading', { name: /^Net by hour \(EUR\)/ }).waitFor();
  await page.getByText('These hours as a table').click();
  const head = page.getByRole('table', { name: /^Net by hour/ }).getByText('Net (EUR)');
  await byKeyboard.reach(page, head);
  await page.getByRole('tooltip').getByText('What the seller gets').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Reports' }).click();
  const byValue = page.getByRole('combobox', { name: 'Auctions by' });
  await byValue.click();
  await page.getByRole('option', { name: 'by country' }).click();
  const byCountry = page.getByRole('grid', { name: 'Auctions by country' });
  await byCountry.getByRole('columnheader', { name: 'Net (EUR)' }).waitFor();
  await expect.poll(() => byCountry.getByRole('row').last().textContent()).toContain('Germany (DE)');
  expect(await byCountry.getByRole('row').last().textContent()).toContain('6.12');
  await page.getByRole('link', { name: 'Buyers' }).click();
  await page.getByRole('grid', { name: 'Buyers' }).waitFor();
  await byValue.click();
  await page.getByRole('option', { name: 'by country' }).click();
  await expect.poll(() => byCountry.getByRole('row').last().textContent()).toContain('Germany (DE)');
  await page.getByRole('link', { name: 'Tiers' }).click();
  await page.getByRole('columnheader', { name: 'Net a day (EUR)' }).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download as CSV: / }).click(),
  ]);
  const heads = (await readFile(await file.path(), 'utf8')).split('\r\n')[0];
  expect(heads).toContain(',Net a day (EUR),');

  // Market areas are counted once a manager has begun it.
  await page.getByRole('link', { name: 'Markets' }).click();
  await page.getByRole('button', { name: 'Count it from now on' }).click();
  await page.getByRole('columnheader', { name: 'Net (EUR)' }).waitFor();
  await expect
    .poll(
      async () => {
        const impression = { country: 'US', dma: 501 };
        for (const place of [impression, { country: 'US' }])
          await send('POST', '/auction', { ym_profile_id: ym, impression: place, bids: bids.slice(0, 1) });
        const { 'report-rows': rows } = await send('GET', `/report?ym_profile_id=${ym}&group_by=dma`);
        return rows.some(({ dma }) => dma === '501') && rows.some(({ dma }) => dma === null);
      },
      { timeout: 60_000, interval: 1000 },
    )
    .toBe(true);
  await page.reload();
  const newYork = page.getByRole('row').filter({ hasText: 'New York NY' });
  await expect.poll(() => newYork.locator('[role=gridcell]').nth(3).textContent()).toMatch(/^\d+\.\d\d$/);
  await page.getByText(/had no market area that is known/).waitFor();
  await expectNoFault(page);
});
