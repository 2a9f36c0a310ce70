import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays, dayOf } from '../../src/figure/date.ts';
import { expectNoFault } from '../fixture/look.ts';
import { openRoom, patient } from '../fixture/page.ts';
import { byKeyboard } from '../fixture/way.ts';

/** Two days have enough auctions, and are read sooner than eight. */
const today = dayOf(Date.now(), 'America/New_York');
const days = `from=${addDays(today, -1)}&to=${today}`;

const slider = (page: Page) => page.getByRole('slider', { name: 'Net minimum (CPM)' });
const figures = (page: Page) => page.getByRole('table', { name: 'What the minimum does' });

test('a person finds the tier that costs most and sees its curve, by mouse', patient, async (context) => {
  const page = await openRoom(context, `/tiers?${days}`);
  const ladder = page.getByRole('grid').first();
  const head = ladder.getByRole('columnheader', { name: /Forgone/ });
  await head.getByRole('button').click();
  if ((await head.getAttribute('aria-sort')) === 'ascending') await head.getByRole('button').click();
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending');
  await ladder.getByRole('row').nth(1).click();
  await page.getByRole('link', { name: 'Room of this tier' }).click();
  await slider(page).waitFor();

  const before = Number(await slider(page).getAttribute('aria-valuenow'));
  const bidsIn = figures(page).getByRole('row', { name: /^Bids in/ });
  const plot = (await slider(page).boundingBox())!;
  await page.mouse.move(plot.x + plot.width / 2, plot.y + plot.height / 2);
  await page.mouse.down();
  await page.mouse.move(plot.x + 160, plot.y + plot.height / 2, { steps: 5 });
  await page.mouse.up();
  const moved = Number(await slider(page).getAttribute('aria-valuenow'));
  expect(moved).toBeGreaterThan(before);
  await bidsIn.getByText(/−[\d,]+/).waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('min')).toBe(String(moved));
  await expectNoFault(page);
});

test('a person finds the tier that costs most and sees its curve, by keyboard', patient, async (context) => {
  const page = await openRoom(context, `/tiers?${days}`);
  const { keyboard } = page;
  const ladder = page.getByRole('grid').first();
  const head = ladder.getByRole('columnheader', { name: /Forgone/ });
  await byKeyboard.press(page, head.getByRole('button'));
  if ((await head.getAttribute('aria-sort')) === 'ascending') await keyboard.press('Enter');
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending');
  await byKeyboard.reach(page, ladder);
  await keyboard.press('j');
  await keyboard.press('Enter');
  await byKeyboard.press(page, page.getByRole('link', { name: 'Room of this tier' }));
  await byKeyboard.reach(page, slider(page));
  const before = Number(await slider(page).getAttribute('aria-valuenow'));
  for (let press = 0; press < 20; press++) await keyboard.press('PageUp');
  expect(Number(await slider(page).getAttribute('aria-valuenow'))).toBeGreaterThan(before);
  await figures(page)
    .getByRole('row', { name: /^Bids in/ })
    .getByText(/−[\d,]+/)
    .waitFor();
});

test('the arrow keys move the minimum, and the values are said', patient, async (context) => {
  const page = await openRoom(context, `/tiers/5?${days}`, { colorScheme: 'dark', width: 390, height: 800 });
  await slider(page).focus();
  const before = Number(await slider(page).getAttribute('aria-valuenow'));
  for (const key of ['ArrowRight', 'ArrowRight', 'PageUp', 'ArrowLeft']) await page.keyboard.press(key);
  const text = (before + 0.55).toFixed(2);
  await expect.poll(() => slider(page).getAttribute('aria-valuetext')).toMatch(new RegExp(`^${text}: .* won, net`));
  await expectNoFault(page);
});
