import { addDays, calendarOf } from '@auction-tiers/calendar';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoFault } from '../fixture/look.ts';
import { openRoom, patient } from '../fixture/page.ts';
import { makeDraft, makeSeller, makeTiers, sendAs } from '../fixture/seller.ts';

const timeZone = 'America/New_York';

/** In the page: at once, because a table chooses its columns anew when it knows what is in them. */
function readCell(grid: HTMLElement | SVGElement, [line, head]: readonly [string, string]): string {
  const heads = [...grid.querySelectorAll('[role=columnheader]')].map(({ textContent }) => textContent);
  const cells = grid.querySelector(line)!.querySelectorAll<HTMLElement>('[role=gridcell]');
  return cells[heads.findIndex((text) => text.startsWith(head))]!.innerText;
}

/** The cell of a column in a line of a table. */
async function cellOf(page: Page, table: string, line: string, head: string): Promise<string> {
  const grid = page.getByRole('grid', { name: table });
  await grid.locator(line).first().getByRole('gridcell').last().waitFor({ state: 'attached' });
  return grid.evaluate(readCell, [line, head] as const);
}

const amountOf = (text: string): number => Number(text.replace('−', '-').replaceAll(/[^\d.-]/g, ''));
/** Rows are rounded to the cent, their total too. */
const addUp = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + (amountOf(text) || 0), 0);

interface Asked {
  readonly go: (room: string) => Promise<void>;
  readonly page: Page;
  readonly currency: string;
}

/** What each room says that the chosen days earned; Today's first. */
/** `days`: so many are counted, by which Tiers divides. */
async function totalsOf({ page, go, currency }: Asked, todays: RegExp, days: number): Promise<Record<string, number>> {
  await go('today');
  const choice = page.getByRole('radiogroup', { name: 'Figures and hours of' });
  if (todays.source === 'in all') await choice.getByText('–').click();
  const net = await page
    .getByRole('region', { name: todays })
    .locator('.today-figure.main dd > div')
    .first()
    .innerText();
  await go('reports');
  const values = page.getByRole('grid', { name: /^Auctions by/ });
  const byValue = await cellOf(
    page,
    await values.getAttribute('aria-label').then(String),
    // All paths of the demo have one beginning, which is their sum.
    '.table-row.sums, .table-row:has(.tree-toggle)',
    `Net (${currency})`,
  );
  await go('buyers');
  const buyers = await cellOf(page, 'Buyers', '.table-row.sums', `Net (${currency})`);
  await go('tiers');
  const all = await cellOf(page, 'Tiers', '.table-row.all', `Net a day (${currency})`);
  const parts: string[] = [];
  for (const line of ['sums', 'untiered', 'others']) {
    if ((await page.locator(`.table-row.${line}`).count()) === 0) continue;
    parts.push(await cellOf(page, 'Tiers', `.table-row.${line}`, `Net a day (${currency})`));
  }
  expect(addUp(parts)).toBeCloseTo(amountOf(all), 1);
  const [today, ofValues, ofBuyers, ofTiers] = [net, byValue, buyers, all].map(amountOf);
  // A day of Tiers is rounded to the cent: together its days are Today's total to as many half cents.
  const isSame = Math.abs(ofTiers! * days - today!) <= days * 0.005 + 1e-9;
  return { today: today!, ofValues: ofValues!, ofBuyers: ofBuyers!, ofTiers: isSame ? today! : ofTiers! };
}

const equal = (net: number) => ({ today: net, ofValues: net, ofBuyers: net, ofTiers: net });

test('eight days have one total in Today, its breakdown, Buyers and Tiers', patient, async (context) => {
  const today = calendarOf(timeZone).dayAt(Date.now());
  const days = `from=${addDays(today, -8)}&to=${addDays(today, -1)}`;
  const page = await openRoom(context, `/today?${days}`);
  const go = async (room: string) => {
    await page.goto(`${new URL(page.url()).origin}/app/${room}?ym=1&${days}`);
  };
  const totals = await totalsOf({ page, go, currency: 'USD' }, /in all/, 8);
  expect(totals['today']).toBeGreaterThan(0);
  expect(totals).toEqual(equal(totals['today']!));
  await page.getByRole('gridcell', { name: 'In no tier' }).waitFor();
  await expectNoFault(page);
});

test(
  'a day that is over has that total in Movement too; of the present day it says up to when',
  patient,
  async (context) => {
    const today = calendarOf(timeZone).dayAt(Date.now());
    const days = `from=${addDays(today, -1)}&to=${addDays(today, -1)}`;
    const page = await openRoom(context, `/today?${days}`);
    const go = async (room: string) => {
      await page.goto(`${new URL(page.url()).origin}/app/${room}?ym=1&${days}`);
    };
    const totals = await totalsOf({ page, go, currency: 'USD' }, /^\w{3},? .*\d/, 1);
    // Of the day before, the demo has recorded every hour; of the same weekday a week before, only the last ones.
    await page.goto(`${new URL(page.url()).origin}/app/today/movement?ym=1&${days}&by=before`);
    const after = await page
      .getByRole('row', { name: /^After/ })
      .locator('.figure')
      .first()
      .innerText();
    expect(amountOf(after)).toBe(totals['today']);
    expect(totals).toEqual(equal(totals['today']!));
    expect(await page.locator('main').getByRole('status').first().innerText()).not.toContain('up to');
    await page.goto(`${new URL(page.url()).origin}/app/today/movement?ym=1&from=${addDays(today, -1)}&to=${today}`);
    await page.getByText(/, up to \d\d:00 against .*, up to \d\d:00/).waitFor();
    await expectNoFault(page);
  },
);

test(
  'a tier that was deleted, and bids in none, are in the total of Tiers; a draft says what differs',
  patient,
  async (context) => {
    const user = await makeSeller(context, 'Seller of one total');
    const send = sendAs(context, user);
    await send('PUT', `/member?id=${user.member_id}`, { member: { record_share: 1 } });
    const own = await makeTiers(send, 'One total');
    const silver = {
      name: 'Silver',
      ym_profile_id: own.ym,
      member_action: 'include',
      min_price: '0',
      buyer_members: [{ id: 110 }],
    };
    const { id } = await send('POST', '/ym-auction-tier', { 'ym-auction-tier': silver });
    const auctions = Array.from({ length: 900 }, (_, at) => ({
      ym_profile_id: own.ym,
      impression: { placement_id: 1 + (at % 2) },
      bids: [
        { id: 'a', member_id: 107, price: [2.4, 1, 0.5][at % 3] },
        { id: 'b', member_id: 110, price: [9, 2, 0.4][at % 3] },
        { id: 'c', member_id: 114, price: [9, 1, 8][at % 3] },
      ].slice(at % 3 === 2 ? 2 : 0),
    }));
    await send('POST', '/auction/batch', { auctions });
    await send('DELETE', `/ym-auction-tier?id=${id}`);
    const report = async () => (await send('GET', `/report?ym_profile_id=${own.ym}`)) as unknown as ReportAnswer;
    await expect.poll(async () => (await report())['report-rows'][0]?.auctions).toBe(900);
    const page = await openRoom(context, `/today?ym=${own.ym}`, { user });
    const go = async (room: string) => {
      await page.goto(`${new URL(page.url()).origin}/app/${room}?ym=${own.ym}`);
    };
    const totals = await totalsOf({ page, go, currency: 'USD' }, /in all/, 1);
    expect(totals).toEqual(equal(totals['today']!));
    await page.getByRole('gridcell', { name: 'Other tiers' }).waitFor();
    await expectNoFault(page);

    const draft = await makeDraft(send, own, '3.00');
    await page.goto(`${new URL(page.url()).origin}/app/draft?ym=${own.ym}&draft=${draft}`);
    await page.getByRole('button', { name: 'Try it', exact: true }).click();
    await page.getByRole('button', { name: 'Days', exact: true }).click();
    await page.getByText('These bids under today’s tiers and under the draft, by day.').waitFor();
    const decidedAgain = await page.locator('.comparison-table.of-days tfoot .number').first().innerText();
    expect(amountOf(decidedAgain)).not.toBe(totals['today']);
    await page
      .getByText('What they earned when they were decided, by the tiers of that time, is shown in Today.')
      .waitFor();
    await expectNoFault(page);
  },
);

interface ReportAnswer {
  readonly 'report-rows': readonly { readonly auctions: number }[];
}
