import { addDays, calendarOf } from '@auction-tiers/calendar';
import type { AuctionTier } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { ask } from '../fixture/ask.ts';
import { expectNoFault } from '../fixture/look.ts';
import { makeYmProfile } from '../fixture/own-ym-profile.ts';
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
    await expect.poll(() => first.locator('[role=gridcell]').nth(6).textContent()).toMatch(/^\d+\.\d\d$/);
    await page.getByRole('button', { name: 'Bids', exact: true }).click();
    await expect.poll(() => new URL(page.url()).search).toContain('sort=bids');
    await expectNoFault(page);
  },
);

test('what is usual of a buyer is told in words, by the model of the alerts', patient, async (context) => {
  // In the first hour of a day nobody has bid on it yet.
  const yesterday = addDays(calendarOf('America/New_York').dayAt(Date.now()), -1);
  const path = `/buyers?buyer=118&from=${addDays(yesterday, -7)}&to=${yesterday}`;
  const page = await openRoom(context, path, { locale: 'de-DE', width: 390, colorScheme: 'dark' });
  const panel = page.getByRole('complementary', { name: 'Tundra Outdoor' });
  await panel.getByText(/bids in [\d,]+\s% of auctions, .* usual on .*\([\d,]+\s% to [\d,]+\s%\)/).waitFor();
  await panel.getByRole('group', { name: /arrow keys/ }).press('End');
  await panel
    .getByRole('status')
    .getByText(/bids, .* won, .* USD$/)
    .waitFor();
  await expectNoFault(page);
});

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

test('a buyer that has bid and is in no directory stands by its number, and is named', patient, async (context) => {
  const { url, users } = servedPage(context);
  const own = await makeYmProfile(context);
  const id = 4_000_000_000 + Math.floor(Math.random() * 1_000_000_000);
  await own.ask('/auction', { ym_profile_id: own.id, bids: [{ id: 'a', member_id: id, price: 3 }] });
  const rows = async () => JSON.stringify(await own.ask(`/report?ym_profile_id=${own.id}&group_by=buyer`));
  await expect.poll(rows, { timeout: 60_000 }).toContain(String(id));
  const path = `/buyers?ym=${own.id}&buyer=${id}`;
  const seller = await openRoom(context, path);
  await seller.getByText('nobody has named yet: the administrator of this installation does').waitFor();
  const page = await openRoom(context, path, { user: users.admin });
  const panel = page.getByRole('complementary', { name: `Buyer ${id}` });
  await panel.getByRole('form', { name: 'Name this buyer' }).getByLabel('Name').fill(`Named ${id}`);
  await expectNoFault(page);
  await panel.getByRole('button', { name: 'Name it' }).click();
  await page.getByRole('complementary', { name: `Named ${id}` }).waitFor();
  await ask(url, users.admin, 'DELETE', `/platform-member?id=${id}`);
});

test('an administrator adds a buyer, whom a seller finds; a seller is told whom to ask', patient, async (context) => {
  const { url, users } = servedPage(context);
  const id = 4_000_000_000 + Math.floor(Math.random() * 1_000_000_000);
  const page = await openRoom(context, '/buyers', { user: users.admin, width: 390, allowed: /status of 409/ });
  await page.getByRole('button', { name: 'New buyer' }).click();
  const form = page.getByRole('form', { name: 'New buyer' });
  await form.getByLabel('Number').fill('107');
  await form.getByLabel('Name').fill(`Heron Hotels ${id}`);
  await expectNoFault(page);
  await form.getByRole('button', { name: 'Add the buyer' }).click();
  await form.getByText(/107/).waitFor();
  await form.getByLabel('Number').fill(String(id));
  await page.keyboard.press('Control+Enter');
  await page.getByRole('complementary', { name: `Heron Hotels ${id}` }).waitFor();
  const { 'platform-member': made } = await ask(url, users.seller, 'GET', `/platform-member?id=${id}`);
  expect(made).toMatchObject({ name: `Heron Hotels ${id}`, primary_type: 'buyer', active: true });
  const seller = await openRoom(context, `/buyers?buyer=${id}`);
  await seller.getByRole('complementary', { name: `Heron Hotels ${id}` }).waitFor();
  await seller.getByText('The administrator of this installation adds it').waitFor();
  expect(await seller.getByRole('button', { name: 'New buyer' }).count()).toBe(0);
  await expectNoFault(seller);
  await ask(url, users.admin, 'DELETE', `/platform-member?id=${id}`);
});

test('a buyer of a tier, and that of a bid, are excluded where they stand', patient, async (context) => {
  const own = await makeYmProfile(context);
  const tiers = (await own.ask(`/ym-auction-tier?ym_profile_id=${own.id}`)) as unknown as Record<string, AuctionTier[]>;
  const house = tiers['ym-auction-tiers']!.find(({ name }) => name.startsWith('House deal'))!;
  const page = await openRoom(context, `/tiers/${house.id}?ym=${own.id}`);
  await page.getByRole('button', { name: 'Exclude Northwind Media…' }).click();
  await page
    .getByRole('region', { name: 'Exclude Northwind Media' })
    // Other tests have groups of sites with such a tier meanwhile.
    .getByText(/House deal/)
    .first()
    .waitFor();
  await expectNoFault(page);
  const auction = { ym_profile_id: own.id, seed: '1', bids: [{ id: 'a', member_id: 101, price: 9 }] };
  await page.goto(
    page.url().replace(/\/app\/.*/, `/app/why?ym=${own.id}&auction=${encodeURIComponent(JSON.stringify(auction))}`),
  );
  await page.getByRole('button', { name: 'Exclude this buyer…' }).click();
  await page.getByRole('button', { name: /^In the draft of Of a test/ }).click();
  await page.getByText('Northwind Media is excluded in the draft of').waitFor();
});

test('a net of eight digits is shown whole', patient, async (context) => {
  const own = await makeYmProfile(context);
  const auction = { ym_profile_id: own.id, bids: [{ id: 'a', member_id: 101, price: 999_000 }] };
  for (let batch = 0; batch < 14; batch++) {
    await own.ask('/auction/batch', { auctions: Array.from({ length: 1000 }, () => auction) });
  }
  const page = await openRoom(context, `/buyers?ym=${own.id}`);
  const nets = page.getByRole('grid').getByText(/^11,\d\d\d,\d\d\d\.\d\d$/);
  await nets.nth(1).waitFor();
  for (const net of await nets.all()) {
    expect(await net.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
  }
});
