import { readFile } from 'node:fs/promises';
import type { Draft } from '@auction-tiers/contract';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeColleagues } from '../fixture/colleagues.ts';
import { expectNoFault } from '../fixture/look.ts';
import { demoTiers, makeYmProfile, type OwnYmProfile } from '../fixture/own-ym-profile.ts';
import { makeDraft, makeSeller, makeTiers, sendAs } from '../fixture/seller.ts';
import { makeUser } from '../fixture/user.ts';
import { openRoom, patient } from '../fixture/page.ts';

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** The tiers of the only draft of a ym-profile. */
async function draftedTiers({ id, ask }: OwnYmProfile) {
  const { drafts } = (await ask(`/draft?ym_profile_id=${id}`)) as unknown as { drafts: Draft[] };
  expect(drafts).toHaveLength(1);
  return new Map(drafts[0]!.tier_set.tiers.map((tier) => [tier.name, tier]));
}

test('the minimum of one tier is raised by 10 per cent with the keyboard alone', patient, async (context) => {
  const own = await makeYmProfile(context);
  const page = await openRoom(context, `/tiers?ym=${own.id}`);
  await rowOf(page, 'House deal').waitFor();
  const { keyboard } = page;
  await keyboard.press('/');
  await keyboard.type('northwind');
  await page.getByText('1 of 12 tiers').waitFor();
  await page.waitForURL(/q=northwind/);
  expect(new Set(await page.locator('[role=row] mark').allInnerTexts())).toEqual(new Set(['Northwind']));
  await tabTo(page, '[role=grid]');
  await keyboard.press('j');
  await keyboard.press('e');
  await page.locator('input:focus').waitFor();
  expect(await page.locator('input:focus').inputValue()).toBe('House deal: Northwind');
  await tabTo(page, 'input[inputmode=decimal]');
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('4.4x');
  await keyboard.press('ControlOrMeta+Enter');
  await page.getByText('is not a number').waitFor();
  await keyboard.press('Backspace');
  await keyboard.press('ControlOrMeta+Enter');
  await rowOf(page, 'House deal').getByText('4.40').waitFor();
  expect((await draftedTiers(own)).get('House deal: Northwind')).toMatchObject({ min_price: '4.400000' });
  await keyboard.press('Escape');
  await page.locator('[role=grid]:focus').waitFor();
  await keyboard.press('Alt+ArrowDown');
  await rowOf(page, 'House deal').filter({ hasText: 'was 9 → , becomes 8' }).waitFor();
});

test('what tiers earned is on one basis, with its sums, and no price of a change is cut', patient, async (context) => {
  const own = await makeYmProfile(context);
  const tier = await liveTier(own, 'House deal: Northwind');
  await own.ask(`/ym-auction-tier?id=${tier.id}`, { min_price: '250.00' }, 'PUT');
  const { 'ym-profile': _ym, ...made } = await own.ask(`/draft?from=${own.id}`, {});
  const { draft } = made as unknown as { readonly draft: Draft };
  const tiers = draft.tier_set.tiers.map((one) => (one.id === tier.id ? { ...one, min_price: '1275.125' } : one));
  await own.ask(`/draft?id=${draft.id}`, { tier_set: { ...draft.tier_set, tiers } }, 'PUT');
  const auction = (id: number, price: number) => ({ ym_profile_id: own.id, bids: [{ id: 'a', member_id: id, price }] });
  for (let at = 0; at < 4; at++) await own.ask('/auction', auction(107, 2400));
  await own.ask('/auction', auction(114, 3000));
  for (const width of [1440, 390]) {
    const page = await openRoom(context, `/tiers?ym=${own.id}`, { width });
    const cell = rowOf(page, 'House deal').getByRole('gridcell').filter({ hasText: '250.00 → , becomes 1,275.125' });
    await cell.waitFor();
    expect(await cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
    const heads = await page.getByRole('columnheader').allTextContents();
    // A phone scrolls to what others leave out.
    const earned = ['Net a day (USD)', 'Forgone a day (USD)', ...(width === 390 ? ['Excluded a day (USD)'] : [])];
    expect(heads.filter((head) => head.includes('(USD)'))).toEqual(earned);
    const sums = page.locator('.table-row.sums').getByRole('gridcell');
    // Four wins of 2,400 CPM less 15 %, and one of 3,000 CPM, all of one day.
    await expect
      .poll(() => sums.nth(heads.indexOf('Net a day (USD)')).textContent(), { timeout: 60_000 })
      .toBe('10.71');
    await expect.poll(() => sums.nth(heads.indexOf('Tier')).textContent()).toMatch(/^\d+ tiers, \w{3} \d+/);
    // But for a telephone, nothing has to be scrolled sideways, with the panel of a tier either.
    if (width === 390) continue;
    // The filters and buttons stand in one line beside the title.
    expect((await page.locator('.room-head').boundingBox())!.height).toBeLessThan(48);
    const grid = page.getByRole('grid', { name: 'Tiers' });
    // Each head stands above its column.
    const shown = rowOf(page, 'House deal');
    expect(await edgesOf(grid.locator('.table-row.head'))).toEqual(await edgesOf(shown));
    const hidden = () => grid.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(await hidden()).toBe(0);
    await page.setViewportSize({ width: 1024, height: 768 });
    await expect.poll(hidden).toBe(0);
    await page.setViewportSize({ width, height: 768 });
    await rowOf(page, 'Pair A').getByText('Pair A').click();
    await page.getByRole('complementary', { name: 'Pair A' }).waitFor();
    await expect.poll(hidden).toBe(0);
  }
});

/** Where the cells of a row end, in pixels. */
const edgesOf = (row: Locator) =>
  row.evaluate(({ children }) => Array.from(children, (one) => Math.round(one.getBoundingClientRect().right)));

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const isThere = () => page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector);
  for (let press = 0; press < 40; press += 1) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`40 times Tab do not lead to ${selector}`);
}

const noFalcon = {
  member_action: 'exclude',
  priority: 10,
  min_price: null,
  buyer_members: [{ id: 114, name: 'Falcon Sports' }],
};

test('a buyer is excluded on evenings of New York', patient, async (context) => {
  const own = await makeYmProfile(context);
  const page = await openRoom(context, `/tiers?ym=${own.id}`, { width: 390, colorScheme: 'dark' });
  await rowOf(page, 'House deal').waitFor();
  for (const head of ['Net from (USD CPM)', 'Net a day (USD)']) {
    const { x, width } = (await page.getByRole('columnheader', { name: head }).boundingBox())!;
    expect(x + width).toBeLessThan(390);
  }
  await page.getByRole('button', { name: 'New tier' }).click();
  const panel = page.getByRole('complementary', { name: 'New tier' });
  await panel.getByLabel('Name').fill('No Falcon in the evening');
  await panel.getByText('⊘ exclude').click();
  await panel.getByLabel('Priority').fill('10');
  await panel.getByLabel('Buyers').fill('falcon');
  await page.getByRole('option', { name: 'Falcon Sports (114)' }).click();
  // The list of buyers stays open for more of them, and closes when one goes on.
  await page.keyboard.press('Tab');
  await panel.getByLabel('Where').click();
  await page.getByRole('option', { name: 'Evenings, New York time' }).first().click();
  await expectNoFault(page);
  await panel.getByRole('button', { name: 'Save in the draft' }).click();
  await page.getByRole('complementary', { name: 'No Falcon in the evening' }).waitFor();
  expect((await draftedTiers(own)).get('No Falcon in the evening')).toMatchObject(noFalcon);
  // The button that was pressed is gone with the focus; Esc closes the panel all the same.
  await page.keyboard.press('Escape');
  await page.getByRole('complementary').waitFor({ state: 'detached' });
  await rowOf(page, 'No Falcon in the evening').getByText('draft: new').waitFor();
});

test('a deletion is taken back, and a level is changed by dragging', patient, async (context) => {
  const own = await makeYmProfile(context);
  const page = await openRoom(context, `/tiers?ym=${own.id}`);
  await rowOf(page, 'Pair A').getByText('Pair A').click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await rowOf(page, 'Pair A').getByText('draft: deleted').waitFor();
  expect((await draftedTiers(own)).has('Pair A')).toBe(false);
  await page.getByRole('button', { name: 'Undo' }).click();
  await rowOf(page, 'Pair A').getByText('draft: deleted').waitFor({ state: 'detached' });
  expect((await draftedTiers(own)).has('Pair A')).toBe(true);
  await rowOf(page, 'Pair A').locator('.tier-grip').dragTo(rowOf(page, 'House deal').locator('.tier-grip'));
  await rowOf(page, 'Pair A').filter({ hasText: 'was 5 → , becomes 9' }).waitFor();
});

test(
  'a rise of all minimums spares exclude tiers unless asked, and is undone as one step',
  patient,
  async (context) => {
    const own = await makeYmProfile(context);
    const page = await openRoom(context, `/tiers?ym=${own.id}`);
    await page.getByLabel('Choose all that are shown').check();
    const bar = page.getByRole('form', { name: 'Edit the chosen tiers' });
    await bar.getByLabel('Net minimum by (%)').fill('10');
    await bar.getByText('1 that exclude, left alone').waitFor();
    await bar.getByText(/will still quote the old price/).waitFor();
    const also = bar.getByLabel(/^Also 1 exclude tier: .* lets more bids in$/);
    await expectNoFault(page);
    await bar.getByRole('button', { name: 'Change in the draft' }).click();
    await page.getByText(/^Changed in the draft: 10 tiers/).waitFor();
    expect((await draftedTiers(own)).get('No finance above 6.00')).toMatchObject({ min_price: '6.000000' });
    expect((await draftedTiers(own)).get('Pair A')).toMatchObject({ min_price: '1.100000' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
    expect((await draftedTiers(own)).get('Pair A')).toMatchObject({ min_price: '1.000000' });
    await page.getByLabel('Choose all that are shown').check();
    await bar.getByLabel('Net minimum by (%)').fill('10');
    await also.check();
    await bar.getByRole('button', { name: 'Change in the draft' }).click();
    await page.getByText(/^Changed in the draft: 11 tiers/).waitFor();
    expect((await draftedTiers(own)).get('No finance above 6.00')).toMatchObject({ min_price: '6.600000' });
  },
);

test('a tier that another user has changed meanwhile is saved now only when told so', patient, async (context) => {
  const own = await makeYmProfile(context);
  const page = await openRoom(context, `/tiers?ym=${own.id}`);
  await rowOf(page, 'House deal').getByText('House deal').click();
  const price = page.getByLabel('Net minimum (USD CPM)');
  await price.fill('4.40');
  const tier = await liveTier(own, 'House deal: Northwind');
  // The list shows the change by itself; the form still is about the tier as it was when the typing began.
  const isRead = page.waitForResponse(/ymProfile\.export/);
  await own.ask(`/ym-auction-tier?id=${tier.id}`, { priority: 6 }, 'PUT');
  await isRead;
  await page.getByRole('button', { name: 'Save live…' }).click();
  await page.getByText('all auctions are decided with it').waitFor();
  expect(await liveTier(own, tier.name)).toMatchObject({ min_price: '4.000000' });
  await page.getByLabel('Note for history').fill('a deal – agreed');
  await page.getByRole('button', { name: 'Save live', exact: true }).click();
  const asked = page.getByRole('alert').filter({ hasText: 'priority 9 → 6' });
  await asked.waitFor();
  // The form's last button was far below; what has to be answered stands in sight, above the form.
  await expect.poll(async () => (await asked.boundingBox())!.y).toBeGreaterThanOrEqual(0);
  expect((await asked.boundingBox())!.y).toBeLessThan((await price.boundingBox())!.y);
  expect(await liveTier(own, tier.name)).toMatchObject({ min_price: '4.000000' });
  await page.getByRole('button', { name: 'Save mine over it' }).click();
  await page.getByRole('button', { name: 'Duplicate' }).waitFor();
  expect(await liveTier(own, tier.name)).toMatchObject({ min_price: '4.400000', priority: 6 });
  const { 'ym-profile-history': steps } = await own.ask(`/ym-profile/history?id=${own.id}`);
  expect((steps as unknown as { note: string | null }[])[0]?.note).toBe('a deal – agreed');
  await page.getByRole('button', { name: 'Delete live…' }).click();
  await page.getByRole('button', { name: 'Delete live', exact: true }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
  expect(await liveTier(own, tier.name)).toMatchObject({ id: tier.id, min_price: '4.400000' });
});

test('a level of many, a tier of a thousand buyers, a file and the search of everything', patient, async (context) => {
  const { tiers, profiles } = demoTiers();
  const buyers = Array.from({ length: 1000 }, (_, at) => ({ id: 5000 + at }));
  const level = Array.from({ length: 40 }, (_, at) => ({
    ...tiers[1]!,
    name: `Level-${at + 1}.`,
    priority: 5,
    buyer_members: at === 0 ? buyers : tiers[1]!.buyer_members,
  }));
  const own = await makeYmProfile(context, { tiers: level, ...(profiles === undefined ? {} : { profiles }) });
  const page = await openRoom(context, `/tiers?ym=${own.id}`, { width: 1024 });
  const grid = page.getByRole('grid', { name: 'Tiers' });
  await rowOf(page, 'Level-1.').first().waitFor();
  await grid.evaluate((element) => element.scrollTo(0, 600));
  await rowOf(page, 'Level-25.').waitFor();
  expect(await rowOf(page, 'Level-25.').locator('.tier-grip .muted').textContent()).toBe('5');

  // The list keeps the minimum and what it earns beside the panel.
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: /^Search tiers, buyers/ }).fill('level-1.');
  await page.getByRole('option', { name: /Level-1\./ }).waitFor();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Level-1.' });
  await panel.waitFor();
  const list = (await grid.boundingBox())!;
  for (const head of ['Net from (USD CPM)', 'Net a day (USD)']) {
    const { x, width } = (await page.getByRole('columnheader', { name: head }).boundingBox())!;
    expect(x + width).toBeLessThanOrEqual(list.x + list.width);
  }
  await panel.getByRole('searchbox', { name: 'Search the chosen: Buyers' }).fill('5007');
  await panel.getByText('1 of 1,000 buyers').waitFor();
  await panel.getByRole('button', { name: /^Remove .*5007$/ }).click();
  await panel.getByText('0 of 999 buyers').waitFor();
  await expectNoFault(page);
  await panel.getByRole('button', { name: 'Discard changes' }).click();
  await panel.getByRole('button', { name: 'Close' }).click();

  // Every table, and the ladder to be edited, is a file.
  const tableFile = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV: Tiers' }).click();
  expect((await tableFile).suggestedFilename()).toBe('tiers.csv');
  const ladderFile = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Import or export' }).click();
  await page.getByRole('menuitem', { name: 'Save the tiers as CSV, to edit' }).click();
  const csv = await readFile(await (await ladderFile).path(), 'utf8');
  await page.locator('input[type=file]').setInputFiles({
    name: 'tiers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv.replace('Level-2.', 'Renamed-2.')),
  });
  await page.getByText('1 tier would change: Level-2.').waitFor();
  await page.getByRole('button', { name: 'Put it into the draft' }).click();
  await rowOf(page, 'Renamed-2.').locator('.tier-mark').waitFor();
  expect((await draftedTiers(own)).has('Renamed-2.')).toBe(true);
});

test('a tier is saved live while a draft is open, and says where it cannot be', patient, async (context) => {
  const own = await makeYmProfile(context);
  const page = await openRoom(context, `/tiers?ym=${own.id}`);
  const gold = rowOf(page, 'House deal');
  await gold.getByText('House deal').click();
  await page.getByLabel('Priority, 10 is first').fill('7');
  await page.getByRole('button', { name: 'Save in the draft' }).click();
  await gold.locator('.tier-mark').waitFor();
  await page.getByLabel('Net minimum (USD CPM)').fill('4.40');
  await page.getByRole('button', { name: 'Save live…' }).click();
  await expectNoFault(page);
  await page.getByRole('button', { name: 'Save live', exact: true }).click();
  const name = 'House deal: Northwind';
  await expect.poll(() => liveTier(own, name)).toMatchObject({ min_price: '4.400000', priority: 9 });
  expect((await draftedTiers(own)).get(name)).toMatchObject({ priority: 7 });
  await page.getByRole('button', { name: 'Delete live…' }).click();
  await page.getByRole('button', { name: 'Delete live', exact: true }).waitFor();
  await expectNoFault(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await page.getByRole('button', { name: 'Save in the draft' }).click();
  await page.getByText('This tier is in the draft only').waitFor();

  // The curve stands beside the form, and moves what is typed.
  await page.getByText('What another net minimum would do').click();
  await page.getByText(/^No auction of these days was recorded/).waitFor();
});

test.for(['published', 'discarded'])(
  'what is typed in a draft that is %s meanwhile is saved in a new one',
  patient,
  async (end, context) => {
    const { own, draft, anna, asBen } = await makeColleagues(context);
    const path = `/tiers?ym=${own.ym}&draft=${draft}&tier=${own.tier}`;
    const page = await openRoom(context, path, { user: anna, allowed: /status of 4(04|12)/ });
    const panel = page.getByRole('complementary', { name: 'Gold' });
    await panel.getByLabel('Description').fill('Ours');
    if (end === 'published') await asBen('POST', `/draft/publish?id=${draft}`);
    else await asBen('DELETE', `/draft?id=${draft}`);
    await panel.getByRole('button', { name: 'Save in the draft' }).click();
    await panel.getByText('published or discarded meanwhile').waitFor();
    await expectNoFault(page);
    await panel.getByRole('button', { name: 'Save mine in a new draft' }).click();
    await panel.getByRole('button', { name: 'Duplicate' }).waitFor();
    const { drafts } = await asBen('GET', `/draft?ym_profile_id=${own.ym}&state=open`);
    const min_price = end === 'published' ? '1.400000' : '2.000000';
    expect(drafts.map(({ tier_set: set }) => set?.tiers)).toMatchObject([[{ description: 'Ours', min_price }]]);
  },
);

test('a time that was typed in part is not saved as none', patient, async (context) => {
  const own = await makeYmProfile(context);
  const page = await openRoom(context, `/tiers?ym=${own.id}`);
  await page.getByRole('button', { name: 'New tier' }).click();
  const panel = page.getByRole('complementary', { name: 'New tier' });
  // A field that is wrong is shown, and has the focus.
  await panel.getByRole('button', { name: 'Save in the draft' }).click();
  await expect.poll(() => panel.getByLabel('Name').evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('From Christmas on');
  await panel.getByLabel('Net minimum (USD CPM)').fill('3');
  const start = panel.getByLabel(/^Runs from/);
  await start.click({ position: { x: 16, y: 12 } });
  await page.keyboard.type('12242099');
  await panel.getByRole('button', { name: 'Save live…' }).click();
  const note = panel.getByLabel('Note for history');
  await note.fill('the holidays');
  await panel.getByRole('button', { name: 'Save live', exact: true }).click();
  await panel.getByRole('button', { name: 'Save live…' }).click();
  expect(await note.inputValue()).toBe('the holidays');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await start.press('Control+Enter');
  expect(await start.evaluate((field: HTMLInputElement) => field.validity.badInput)).toBe(true);
  await start.fill('2099-12-24T06:00');
  await start.press('Control+Enter');
  await page.getByRole('button', { name: 'Duplicate' }).waitFor();
  expect((await draftedTiers(own)).get('From Christmas on')).toMatchObject({ start_date: '2099-12-24 11:00:00' });
  expect(await liveTier(own, 'From Christmas on')).toBe(undefined);
});

test('the undo of a live deletion says that it pauses the experiment that runs', patient, async (context) => {
  const user = await makeSeller(context, 'Deleter');
  const send = sendAs(context, user);
  const own = await makeTiers(send, 'Here');
  const draft_id = await makeDraft(send, own, '2.50');
  const planned = { name: 'Canary', draft_id, design: 'split', share: 0.1, hypothesis: '2 %' };
  const { id } = await send('POST', '/experiment', { experiment: { ...planned, guard: { max_loss: '20.00' } } });
  await send('POST', `/experiment/start?id=${id}`);
  const page = await openRoom(context, `/tiers?ym=${own.ym}`, { user });
  await rowOf(page, 'Gold').getByText('Gold').click();
  await page.getByText('starts a new phase of it').waitFor();
  await page.getByRole('button', { name: 'Delete live…' }).click();
  await page.getByRole('button', { name: 'Delete live', exact: true }).click();
  await page.getByText('“Canary” is running on this group of sites. This pauses it').waitFor();
  await page.getByRole('button', { name: 'Undo live' }).click();
  await page.getByRole('button', { name: 'Undo live' }).waitFor({ state: 'detached' });
  expect(await own.minimum()).toBe('2.000000');
  expect(JSON.stringify(await send('GET', `/experiment?id=${id}`))).toContain('"state":"paused"');
});

test('who may not publish takes a live deletion back too', patient, async (context) => {
  const own = await makeYmProfile(context);
  const user = await makeUser(context, 1, 'editor');
  const page = await openRoom(context, `/tiers?ym=${own.id}`, { user });
  await rowOf(page, 'Pair A').getByText('Pair A').click();
  await page.getByRole('button', { name: 'Delete live…' }).click();
  await page.getByRole('button', { name: 'Delete live', exact: true }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
  expect(await liveTier(own, 'Pair A')).toMatchObject({ min_price: '1.000000' });
});

async function liveTier({ id, ask }: OwnYmProfile, name: string) {
  const answer = await ask(`/ym-auction-tier?ym_profile_id=${id}`);
  const tiers = (answer as unknown as Record<string, { id: number; name: string }[]>)['ym-auction-tiers']!;
  return tiers.find((tier) => tier.name === name)!;
}

const many = 2000;

test('of many tiers those that are seen stay right while one scrolls and filters', patient, async (context) => {
  const { tiers, profiles } = demoTiers();
  const all = Array.from({ length: many }, (_, index) => ({
    ...tiers[index % tiers.length]!,
    name: `Tier-${index + 1}.`,
    priority: 5,
  }));
  const own = await makeYmProfile(context, { tiers: all, ...(profiles === undefined ? {} : { profiles }) });
  const page = await openRoom(context, `/tiers?ym=${own.id}`);
  const grid = page.getByRole('grid', { name: 'Tiers' });
  await rowOf(page, 'Tier-1.').first().waitFor();
  // With the head and the sums.
  expect(await grid.getAttribute('aria-rowcount')).toBe(String(many + 2));
  for (const top of [0, 20_000, many * 36, 10_000]) {
    await grid.evaluate((element, y) => element.scrollTo(0, y), top);
    const first = Math.min(Math.floor(top / 36), many - 30);
    await page.locator(`[role=row][aria-rowindex="${first + 5}"]`).waitFor();
    const seen = await page
      .locator('[role=row].body')
      .evaluateAll((rows) =>
        rows.map((row) => [
          Number(row.getAttribute('aria-rowindex')) - 1,
          row.querySelector('[title]:not(.tier-grip)')?.textContent,
        ]),
      );
    expect(seen).toEqual(seen.map(([place]) => [place, `Tier-${place}.`]));
    expect(seen.length).toBeLessThan(100);
  }
  await page.getByLabel('Search name, buyer, targeting').fill(`tier-${many}.`);
  await page.getByText(`1 of 2,000 tiers`).waitFor();
});

test('a deletion is offered to be undone only where it was made', patient, async (context) => {
  const own = await makeYmProfile(context);
  const page = await openRoom(context, `/tiers?ym=${own.id}`);
  await page.getByRole('row').filter({ hasText: 'House deal' }).getByText('House deal').click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  const sites = page.getByRole('combobox', { name: 'Group of sites' });
  await sites.fill('Example News');
  await sites.press('Enter');
  await page.waitForURL(({ searchParams }) => searchParams.get('ym') === '1');
  await page.getByRole('row').filter({ hasText: 'House deal' }).waitFor();
  await undo.waitFor({ state: 'detached' });
});
