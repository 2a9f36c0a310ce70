/// <reference lib="dom" />

import { expect, test } from 'vitest';
import { quickDaysNow } from '../../src/address/quick-days.ts';
import { dayText } from '../../src/figure/date.ts';
import { expectNoFault } from '../fixture/look.ts';
import { openRoom, patient } from '../fixture/page.ts';

test('Movement says what moved net, opens a part, and leads to what is behind it', patient, async (context) => {
  const page = await openRoom(context, '/today/movement');
  const yesterday = quickDaysNow('America/New_York')[1]!.from;
  await page.getByRole('heading', { level: 1, name: `Why it moved: ${dayText(yesterday)}` }).waitFor();
  const parts = page.getByRole('table');
  await parts.getByRole('row', { name: /^Before/ }).waitFor();
  await page.getByText(/^Net (rose|fell) by /).waitFor();
  const figure = async (name: RegExp) =>
    Number(
      (await parts.getByRole('row', { name }).locator('.figure').first().textContent())!
        .replace('−', '-')
        .replaceAll(',', ''),
    );
  const rows = await parts.locator('tbody tr:not(.movement-whole) .figure:nth-child(3)').allTextContents();
  const sum = rows.reduce((all, text) => all + Number(text.replace('−', '-').replaceAll(',', '')), 0);
  expect(sum).toBeCloseTo((await figure(/^After/)) - (await figure(/^Before/)), 0);
  const participation = parts.getByRole('button', { name: 'How often buyers bid' });
  await participation.click();
  await expect.poll(() => participation.getAttribute('aria-expanded')).toBe('true');
  // Each part is drawn, with a colour.
  const bar = parts.locator('.movement-bar.whole').first();
  expect(await bar.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe('rgba(0, 0, 0, 0)');
  expect(await page.getByText('you chose more').count()).toBe(0);
  await expectNoFault(page);
  await parts.getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: 'Buyers' }).waitFor();
  expect(new URL(page.url()).search).toMatch(/buyer=\d+/);
});

test('on a phone in dark the period before is chosen, and the address holds it', patient, async (context) => {
  const page = await openRoom(context, '/today/movement', { width: 390, height: 844, colorScheme: 'dark' });
  await page.getByRole('table').waitFor();
  await page.getByRole('combobox', { name: 'Compared with' }).click();
  await page.getByRole('option', { name: 'the days just before' }).click();
  await expect.poll(() => new URL(page.url()).search).toContain('by=before');
  await page.getByRole('table').waitFor();
  await expectNoFault(page);
});

test('days ahead have no movement yet, and are not asked about', patient, async (context) => {
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const page = await openRoom(context, `/today/movement?from=${day}&to=${day}`);
  await page.getByText('No hour of these days is over yet').waitFor();
  await expectNoFault(page);
});
