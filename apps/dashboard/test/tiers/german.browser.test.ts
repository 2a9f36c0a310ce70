import { readFile } from 'node:fs/promises';
import type { Draft } from '@auction-tiers/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeYmProfile, type OwnYmProfile } from '../fixture/own-ym-profile.ts';
import { openRoom, patient } from '../fixture/page.ts';
import { makeSeller, makeTiers, sendAs } from '../fixture/seller.ts';

const name = 'House deal: Northwind';
const rowOf = (page: Page) => page.getByRole('row').filter({ hasText: name });

async function draftedPrice({ id, ask }: OwnYmProfile) {
  const { drafts } = (await ask(`/draft?ym_profile_id=${id}`)) as unknown as { drafts: Draft[] };
  return drafts[0]?.tier_set.tiers.find((tier) => tier.name === name)?.min_price;
}

test(
  'in a German browser a price is typed, shown, saved as a file and read back with a comma',
  patient,
  async (context) => {
    const own = await makeYmProfile(context);
    const page = await openRoom(context, `/tiers?ym=${own.id}`, { locale: 'de-DE' });
    await rowOf(page).getByText(name).click();
    const panel = page.getByRole('complementary', { name });
    const minimum = panel.getByLabel('Net minimum (USD CPM)');
    expect(await minimum.inputValue()).toBe('4,00');
    const save = panel.getByRole('button', { name: 'Save in the draft' });
    for (const [typed, problem] of [
      ['2.500', 'is 2500 meant, or 2,50?'],
      ['1.234,50', 'has two separators'],
    ] as const) {
      await minimum.fill(typed);
      await save.click();
      await panel.getByText(problem).waitFor();
    }
    expect(await draftedPrice(own)).toBeUndefined();
    for (const [typed, price, shown] of [
      ['2.19', '2.190000', '2,19'],
      ['3,29', '3.290000', '3,29'],
    ] as const) {
      await minimum.fill(typed);
      await save.click();
      await expect.poll(() => draftedPrice(own)).toBe(price);
      await rowOf(page).getByText(shown).waitFor();
    }
    await panel.getByRole('button', { name: 'Close' }).click();

    // Per cent are typed with a comma too, and round to cents: 3.29 less 2.5 % is 3.20775.
    await page.getByLabel(`Choose ${name}`).click();
    await page.getByLabel('Net minimum by (%)').last().fill('-2,5');
    await page.getByText('3,29 → 3,21').waitFor();
    await page.getByRole('button', { name: 'Change in the draft' }).click();
    await expect.poll(() => draftedPrice(own)).toBe('3.210000');
    await rowOf(page).getByText('3,21').waitFor();

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Import or export' }).click();
    await page.getByRole('menuitem', { name: 'Save the tiers as CSV, to edit' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv).toContain(';3,21;');
    await page.locator('input[type=file]').setInputFiles({
      name: 'tiers.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv.replace(';3,21;', ';3,33;')),
    });
    await page.getByText(`1 tier would change: ${name}`).waitFor();
    await page.getByRole('button', { name: 'Put it into the draft' }).click();
    await expect.poll(() => draftedPrice(own)).toBe('3.330000');

    // Another form of files is chosen in Account; a fee above its bound is refused and stays as it was typed.
    await page.goto(page.url().replace(/\/tiers.*$/, `/account?ym=${own.id}`));
    await page.getByLabel('Numbers in CSV files, in this browser').first().click();
    await page.getByRole('option', { name: '1234.50, with commas between columns' }).click();
    await page.goto(page.url().replace(/\/account.*$/, `/tiers?ym=${own.id}`));
    const other = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV: Tiers' }).click();
    expect(await readFile(await (await other).path(), 'utf8')).toContain(',3.33,');
  },
);

test('in a German browser sentences about figures have them as the tables do', patient, async (context) => {
  const page = await openRoom(context, '/today/movement', { locale: 'de-DE' });
  await page.locator('.movement-sentences li').first().waitFor();
  const english = /\d\.\d{1,2} (?:USD|%)/;
  expect(await page.getByRole('main').innerText()).toMatch(/\d,\d\d USD/);
  expect(await page.getByRole('main').innerText()).not.toMatch(english);

  const user = await makeSeller(context, 'Seller in Hamburg');
  const send = sendAs(context, user);
  await makeTiers(send, 'Read in German');
  await send('PUT', '/member', { member: { calendar: [{ date: '2026-12-25', name: 'Christmas Day' }] } });
  const account = await openRoom(context, '/account', { user, locale: 'de-DE' });
  await account.getByRole('cell', { name: /^Fri,? 25 Dec 2026$/ }).waitFor();
});

test('a fee of 150 is refused, and does not become 100', patient, async (context) => {
  const page = await openRoom(context, '/why');
  await page.getByRole('button', { name: 'Build an auction' }).click();
  const fee = page.getByLabel('Fee (%)');
  await fee.fill('150');
  await page.getByText('at most 100', { exact: true }).waitFor();
  expect(await fee.inputValue()).toBe('150');
});
