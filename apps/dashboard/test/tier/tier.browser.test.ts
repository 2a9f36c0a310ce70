import { addDays, calendarOf } from '@auction-tiers/calendar';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoFault } from '../fixture/look.ts';
import { openRoom, patient, servedPage } from '../fixture/page.ts';
import { recordAuctions } from '../fixture/recorded-auctions.ts';
import { makeSeller, makeTiers, sendAs } from '../fixture/seller.ts';
import { byKeyboard } from '../fixture/way.ts';

/** Two days have enough auctions, and are read sooner than eight. */
const today = calendarOf('America/New_York').dayAt(Date.now());
const days = `from=${addDays(today, -1)}&to=${today}`;

const slider = (page: Page) => page.getByRole('slider', { name: 'Net minimum (USD CPM)' });
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
  await expect.poll(async () => Number(await slider(page).getAttribute('aria-valuenow'))).toBeGreaterThan(before);
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
  await expect
    .poll(() => slider(page).getAttribute('aria-valuetext'))
    .toMatch(new RegExp(`^${text} USD CPM: .* won, net`));
  await expectNoFault(page);
});

test(
  'the figures of a tier agree, or say what they are of, and its curve marks the range of the best',
  patient,
  async (context) => {
    const page = await openRoom(context, `/tiers/5?${days}`);
    const funnel = page.getByRole('list', { name: 'Bids by step' });
    const won = await figures(page).getByRole('row', { name: /^Won/ }).getByRole('cell').nth(1).textContent();
    await funnel.getByText(/^won: /).waitFor();
    expect(await funnel.getByRole('listitem').last().locator('.funnel-figure').textContent()).toBe(won);
    await page.getByRole('heading', { name: /^How far bids come: .*estimated under these tiers$/ }).waitFor();
    await page.getByRole('heading', { name: /^What its buyers did: .*under the tiers at the time$/ }).waitFor();
    await page.getByRole('img', { name: 'Net by minimum' }).waitFor();
    await page.getByText(/^In these auctions \d+\.\d\d USD CPM brings the most/).waitFor();
    expect(await page.locator('path.curve-band').getAttribute('d')).toMatch(/^M.*Z$/);
    await slider(page).focus();
    for (let press = 0; press < 4; press++) await page.keyboard.press('PageUp');
    await page.getByText(/^Net of all auctions: [+−][\d.,]+ USD, 95 %/).waitFor();
    await expectNoFault(page);
  },
);

test('a tier that is not live yet has its room, with the histogram and the curve', patient, async (context) => {
  const send = sendAs(context, servedPage(context).users.seller);
  const own = await makeTiers(send, 'Not live yet');
  const page = await openRoom(context, `/tiers/${own.tier}?ym=${own.ym}`, { width: 390, colorScheme: 'dark' });
  await page.getByRole('link', { name: 'Choose how many are recorded' }).waitFor();
  await recordAuctions(send, own);
  const { id } = await send('POST', `/draft?from=${own.ym}`);
  const { tier_set: set } = (await send('GET', `/draft?id=${id}`)).draft;
  const fresh = { ...set.tiers[0]!, id: undefined, name: 'Fresh', min_price: '2.20', priority: 7 };
  await send('PUT', `/draft?id=${id}`, { draft: { tier_set: { ...set, tiers: [...set.tiers, fresh] } } });
  await page.goto(page.url().replace(/\/app\/.*/, `/app/tiers?ym=${own.ym}`));
  await page.getByRole('row').filter({ hasText: 'Fresh' }).getByText('Fresh').click();
  await page.getByRole('link', { name: 'Room of this tier' }).click();
  await slider(page).waitFor();
  expect(Number(await slider(page).getAttribute('aria-valuenow'))).toBe(2.2);
  await page.getByRole('img', { name: 'Net by minimum' }).waitFor();
  const bidsIn = figures(page)
    .getByRole('row', { name: /^Bids in/ })
    .getByRole('cell')
    .nth(1);
  expect(Number((await bidsIn.textContent())!.replaceAll(',', ''))).toBeGreaterThan(0);
  await expectNoFault(page);
});

test(
  'a minimum that is moved stays while a colleague changes live tiers, and so does the focus',
  patient,
  async (context) => {
    const send = sendAs(context, servedPage(context).users.seller);
    const own = await makeTiers(send, 'Moved beside a change');
    await recordAuctions(send, own);
    const page = await openRoom(context, `/tiers/${own.tier}?ym=${own.ym}`);
    await slider(page).focus();
    await page.keyboard.press('PageUp');
    const moved = await slider(page).getAttribute('aria-valuenow');
    await send('PUT', `/ym-auction-tier?id=${own.tier}`, { 'ym-auction-tier': { priority: 3 } });
    await page.getByText('priority 3').waitFor();
    await page.getByRole('img', { name: 'Net by minimum' }).waitFor();
    expect(await slider(page).evaluate((handle) => handle === document.activeElement)).toBe(true);
    expect(await slider(page).getAttribute('aria-valuenow')).toBe(moved);
  },
);

test('the curve stands in the side panel, and moves the minimum that is typed', patient, async (context) => {
  const page = await openRoom(context, `/tiers?${days}&tier=2`);
  const panel = page.getByRole('complementary');
  // One is what happened, the other a reckoning: their heads tell them apart.
  await panel.getByRole('heading', { name: /^What it did .*, by the tiers of that time$/ }).waitFor();
  await panel
    .getByText(/^What another net minimum would do with the recorded bids, under (today’s|the draft’s) tiers$/)
    .click();
  await slider(page).waitFor();
  const typed = panel.getByLabel('Net minimum (USD CPM)').and(panel.locator('input'));
  const before = Number(await typed.inputValue());
  await byKeyboard.reach(page, slider(page));
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => Number(await typed.inputValue())).toBeGreaterThan(before);
  await panel.getByText(/^At [\d.]+ USD CPM, estimated: .* bids in/).waitFor();
  // Every figure of the panel has its definition on the keyboard's focus.
  await panel.getByText('In the tier', { exact: false }).first().waitFor();
  expect(await panel.locator('[data-definition]').count()).toBeGreaterThanOrEqual(2);
  await expectNoFault(page);
});

test('what lint finds names the tiers and the buyer that it is about', patient, async (context) => {
  const user = await makeSeller(context, 'Named');
  const send = sendAs(context, user);
  const own = await makeTiers(send, 'Named');
  const buyer_members = [{ id: 107 }];
  const silver = { name: 'Silver', ym_profile_id: own.ym, member_action: 'include', min_price: '1.00', buyer_members };
  await send('POST', '/ym-auction-tier', { 'ym-auction-tier': silver });
  const page = await openRoom(context, `/tiers/${own.tier}?ym=${own.ym}`, { user });
  await page.getByText('tiers Gold and Silver can match the same bid of buyer Saffron Travel').waitFor();
});
