import { addDays, calendarOf } from '@auction-tiers/calendar';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoFault } from '../fixture/look.ts';
import { demoTiers, makeYmProfile } from '../fixture/own-ym-profile.ts';
import { openRoom, patient } from '../fixture/page.ts';

/** Two days have enough auctions, and are read sooner than eight. */
const today = calendarOf('America/New_York').dayAt(Date.now());
const days = `from=${addDays(today, -1)}&to=${today}`;

const finder = (page: Page) => page.getByRole('region', { name: 'Find a recorded auction' });
const finderRows = (page: Page) => page.getByRole('grid', { name: 'Recorded auctions' }).getByRole('row');
/** Resolves once the rows are those of what is searched for. */
const whenFound = (page: Page) => expect.poll(() => finder(page).getAttribute('aria-busy')).toBe('false');
const answer = (page: Page) => page.getByRole('region', { name: 'Answer' });

test('the same by the keyboard alone', patient, async (context) => {
  const page = await openRoom(context, `/why?${days}`, { colorScheme: 'dark', width: 390, height: 800 });
  await whenFound(page);
  await page.keyboard.press('/');
  await page.keyboard.type('107');
  await page.getByRole('option', { name: '107' }).first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('buyer')).toBe('107');
  await whenFound(page);
  const table = page.getByRole('grid', { name: 'Recorded auctions' });
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab');
      return table.evaluate((element) => element === document.activeElement);
    })
    .toBe(true);
  await page.keyboard.press('j');
  await answer(page).getByRole('list', { name: 'Tiers in the order in which they are asked' }).waitFor();
  await expectNoFault(page);
});

test('a body that is pasted is explained, and its faults are named', patient, async (context) => {
  const page = await openRoom(context, `/why?tab=json&${days}`);
  const json = page.getByRole('textbox', { name: 'Auction as JSON' });
  await json.fill('{"ym_profile_id":1,"bids":[{"id":"mine","member_id":107,"price":2}]}');
  await answer(page).getByText('net 1.70 USD CPM').waitFor();
  await answer(page)
    .getByText(/bid 2\.36 USD CPM gross/)
    .waitFor();
  await json.fill('{"ym_profile_id":1,"bids":[{"id":"mine","member_id":107,"price":-2}]}');
  await page.getByRole('alert').getByText('Bid 1, gross price').waitFor();
  const stale = answer(page).locator('.why-stale');
  await stale.getByText('net 1.70 USD CPM').waitFor();
  await json.fill('{"ym_profile_id":1,"bids":[{"id":"mine","member_id":107,"price":2}]}');
  await stale.waitFor({ state: 'detached' });
  // What cannot be read at all leaves no answer unmarked either, until it can be read.
  await json.fill('{"ym_profile_id":1,"bids":[');
  await page.getByText(/is not JSON/).waitFor();
  await stale.getByText('net 1.70 USD CPM').waitFor();
  await page.getByRole('alert').getByText('no auction').waitFor();
  await expectNoFault(page);
  await json.fill('{"ym_profile_id":1,"bids":[{"id":"mine","member_id":107,"price":2}]}');
  await stale.waitFor({ state: 'detached' });
  await json.fill('{"bids":[{"id":"mine","member_id":107,"price":2}]}');
  await page.getByText('names no group of sites. It is decided by the tiers of Example News').waitFor();
});

test('a targeting profile without a name is not called by its number', patient, async (context) => {
  const { tiers, profiles } = demoTiers();
  const own = await makeYmProfile(context, { tiers, profiles: profiles!.map((one) => ({ ...one, name: null })) });
  const page = await openRoom(context, `/why?tab=json&ym=${own.id}`);
  const auction = {
    ym_profile_id: own.id,
    impression: { country: 'DE' },
    bids: [{ id: 'a', member_id: 108, price: 9 }],
  };
  await page.getByRole('textbox', { name: 'Auction as JSON' }).fill(JSON.stringify(auction));
  await answer(page).getByText('by an unnamed profile').first().waitFor();
});

test(
  'while the auctions are read the room says so; prices and a tier that missed narrow what is found',
  patient,
  async (context) => {
    const page = await openRoom(context, '/account');
    const held = Promise.withResolvers<void>();
    await page.route(/recorded\.ask/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(`${new URL(page.url()).origin}/app/why?ym=1&${days}&netFrom=1&sort=net.desc`);
    await finder(page).getByText('Reading recorded auctions').waitFor();
    held.resolve();
    await finderRows(page).nth(1).waitFor();
    await whenFound(page);
    const nets = async () => {
      const texts = await finderRows(page).locator('[role=gridcell]:nth-child(3)').allTextContents();
      return texts.slice(0, 10).map(Number);
    };
    expect(await nets()).toEqual((await nets()).toSorted((one, other) => other - one));

    // The answer stands beside the list, and follows what is searched for.
    await finderRows(page).nth(1).click();
    await answer(page).locator('.why-asked').waitFor();
    const [list, beside] = await Promise.all([finder(page).boundingBox(), answer(page).boundingBox()]);
    expect(beside!.x).toBeGreaterThanOrEqual(list!.x + list!.width);
    expect(beside!.y).toBeLessThan(list!.y + 40);
    await page.getByRole('combobox', { name: 'Tier that did not take it' }).click();
    await page.getByRole('option', { name: 'House deal: Northwind' }).click();
    await answer(page)
      .getByText(/^Northwind Media, bid/)
      .waitFor();
    // Tiers that do not name the buyer are folded.
    await answer(page)
      .getByRole('button', { name: /^Show the \d+ tiers that do not name/ })
      .waitFor();
    expect(await answer(page).getByText('names another buyer').count()).toBe(0);
    await expectNoFault(page);
  },
);

test('on a telephone a chosen auction leads to its answer', patient, async (context) => {
  const page = await openRoom(context, `/why?${days}`, { width: 390, height: 800 });
  await whenFound(page);
  await finderRows(page).nth(1).click();
  await expect.poll(() => answer(page).evaluate((element) => element === document.activeElement)).toBe(true);
  expect((await answer(page).boundingBox())!.y).toBeLessThan(800);
});
