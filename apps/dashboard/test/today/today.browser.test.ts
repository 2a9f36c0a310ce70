import { addDays } from '@auction-tiers/calendar';
import type { MovementAnswer, UsualDay } from '@auction-tiers/contract';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { someOf } from '@auction-tiers/tools/long';
import { expect, test, type TestContext } from 'vitest';
import { quickDaysNow } from '../../src/address/quick-days.ts';
import { clockColumn, dayText, msOf, rangeText as daysText } from '../../src/figure/date.ts';
import { causeOf } from '../../src/room/today/reckon/headline.ts';
import { fewerAuctions, figureWords, rangeText } from '../../src/room/today/reckon/sentences.ts';
import { expectNoFault, lookedAt } from '../fixture/look.ts';
import { openRoom, patient, servedPage } from '../fixture/page.ts';
import { makeDraft, makeTiers, sendAs } from '../fixture/seller.ts';

const zone = 'America/New_York';

interface Sums {
  readonly auctions: number;
  readonly sold: number;
  readonly net: string;
  readonly forgone: string;
}

/** The report by the API, for days of the demo's first seller. */
async function reportOf(context: TestContext, from: string, to: string): Promise<Sums> {
  const { url, users } = servedPage(context);
  const query = `ym_profile_id=1&start_date=${from}&end_date=${to}`;
  const answer = await fetch(`${url}/report?${query}`, { headers: { authorization: users.seller.api_key } });
  const { response } = (await answer.json()) as { readonly response: { readonly 'report-rows': readonly Sums[] } };
  return response['report-rows'][0]!;
}

// Asked for in each test: a day can end between two of them.
const yesterday = () => quickDaysNow(zone)[1]!;
const lastWeek = () => quickDaysNow(zone).at(-1)!;

/** Rounded to so many decimals. */
async function expectShown(shown: Promise<number>, value: number, decimals: number): Promise<void> {
  expect(Math.abs((await shown) - value)).toBeLessThanOrEqual(0.501 * 10 ** -decimals);
}

/** A figure with its range. */
const figureOf = (page: Page, name: string) =>
  page
    .locator('.today-line')
    .first()
    .locator('.today-figure', { has: page.getByText(name, { exact: true }) });

test('the figures of a day are those of the report', patient, async (context) => {
  const { from, to } = yesterday();
  const page = await openRoom(context, `/today?from=%22${from}%22&to=%22${to}%22`);
  const { auctions, sold, net, forgone } = await reportOf(context, from, to);
  const shown = async (name: string) =>
    Number((await figureOf(page, name).locator('dd > div').first().textContent())!.replaceAll(/[^\d.]/g, ''));
  await figureOf(page, 'Net').waitFor();
  await page.locator('path.level.now').waitFor();
  await page.locator('.today-sentences').waitFor();
  for await (const _ of lookedAt(page)) {
    await expectShown(shown('Net'), Number(net), 2);
    expect(await shown('Auctions')).toBe(auctions);
    await expectShown(shown('Fill'), (sold / auctions) * 100, 1);
    await expectShown(shown('Net CPM'), (1000 * Number(net)) / sold, 2);
    await expectShown(shown('Forgone'), Number(forgone), 2);
  }
});

/** Browsers and Node put other spaces around a dash. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

test('several days that are over show what they were in all, and say which days they are', patient, async (context) => {
  const { from, to } = lastWeek();
  const page = await openRoom(context, `/today?from=%22${from}%22&to=%22${to}%22`);
  const { net, auctions } = await reportOf(context, from, to);
  const shown = async (name: string) =>
    Number((await figureOf(page, name).locator('dd > div').first().textContent())!.replaceAll(/[^\d.]/g, ''));
  const label = async () => plain((await page.locator('.today-line').getAttribute('aria-label'))!);
  await expect.poll(label).toBe(plain(`${daysText(from, to)}, in all`));
  await expectShown(shown('Net'), Number(net), 2);
  expect(await shown('Auctions')).toBe(auctions);
  expect(await page.locator('.big-figure').count()).toBe(1);
  // The last day is one click away, and is then what a link shows too.
  await page.getByRole('radiogroup', { name: 'Figures and hours of' }).getByText(dayText(to)).click();
  await expect.poll(label).toBe(plain(dayText(to)));
  await expectShown(shown('Net'), Number((await reportOf(context, to, to)).net), 2);
  await page.reload();
  await expect.poll(label).toBe(plain(dayText(to)));
});

test('today tells who has gone quiet, and the sentence leads to the buyer', patient, async (context) => {
  const page = await openRoom(context, '/today');
  const sentences = page.locator('.today-sentences > li');
  await sentences.first().waitFor();
  expect(await sentences.count()).toBeLessThanOrEqual(5);
  // The demo's buyer 116 stops six hours before the end.
  const quiet = sentences.filter({ hasText: 'Cobalt Software has not bid for' });
  await quiet.getByRole('link', { name: 'See the buyer' }).click();
  await page.getByRole('complementary', { name: 'Cobalt Software' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/app/buyers');
});

/** What is usual on a day of the demo's first seller, by the API. */
async function usualOf(context: TestContext, day: string): Promise<UsualDay> {
  const { url, users } = servedPage(context);
  const headers = { authorization: users.seller.api_key };
  const answer = await fetch(`${url}/usual?ym_profile_id=1&date=${day}`, { headers });
  return ((await answer.json()) as { readonly response: { readonly usual: UsualDay } }).response.usual;
}

test('ranges of a day and of its hours are those of what is usual, which alerts judge by', patient, async (context) => {
  const { from: day } = yesterday();
  const page = await openRoom(context, `/today?from=%22${day}%22&to=%22${day}%22`);
  const usual = await usualOf(context, day);
  expect(usual.is_learning).toBe(false);
  const words = figureWords('USD');
  for (const name of ['net', 'auctions', 'fill', 'net_cpm', 'forgone'] as const) {
    const range = usual.day[name]!;
    expect(range.low).toBeLessThan(range.high);
    const cell = figureOf(page, words[name].name);
    const shown = rangeText(range, words[name]);
    await cell.getByText(shown, { exact: true }).waitFor();
    expect(await cell.locator('small').innerText()).toMatch(
      /^(?:usual: (?:[▲▼] \w+ )?|within |[▲▼] (?:above|below) )\S/,
    );
  }
  await page.getByText('These hours as a table').click();
  const rows = page.getByRole('table', { name: /^Net by hour/ }).locator('tbody tr');
  expect(await rows.count()).toBe(usual.hours.length);
  const column = await rows.locator('td:nth-child(3)').allTextContents();
  expect(column).toEqual(
    usual.hours.map(({ figures: { net } }) =>
      net === null ? 'not known' : rangeText(net, { ...words.net, unit: '' }),
    ),
  );
  await page.locator('path.curve-band').waitFor();
  await page.getByText(/^usual on /).waitFor();
  await expectNoFault(page);
});

test('a buyer that Today calls quiet is the one of what is usual, with the same figures', patient, async (context) => {
  const page = await openRoom(context, '/today');
  const sentence = page.locator('.today-sentences > li').filter({ hasText: 'Cobalt Software has not bid for' });
  const text = (await sentence.first().textContent())!;
  const quiet = (await usualOf(context, quickDaysNow(zone)[0]!.to)).quiet_buyers;
  const cobalt = quiet.find(({ buyer_name: name }) => name === 'Cobalt Software')!;
  const often = `${cobalt.is_rarer ? 'less often than' : 'about'} once in ${Math.round(cobalt.every_days)} days`;
  expect(text).toMatch(new RegExp(`for \\d+\\s(?:hour|day)s?, since .*${clockColumn(msOf(cobalt.since), zone)}`));
  expect(text).toContain(often);
  expect(text).toContain(`${Number(cobalt.missed_net).toFixed(2)} USD`);
});

test(
  'today stands while what moved net is worked out; then headline and card name one cause, of one day',
  patient,
  async (context) => {
    const { from: day } = yesterday();
    const page = await openRoom(context, `/tiers/markets?from=%22${day}%22&to=%22${day}%22`);
    const { promise: isSeen, resolve: answer } = Promise.withResolvers<void>();
    const asked = page.waitForRequest(/movement\.tell/);
    await page.route(/movement\.tell/, async (route) => {
      await isSeen;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Today', exact: true }).click();
    await figureOf(page, 'Net').waitFor();
    await page.getByRole('table', { name: 'Last steps' }).waitFor();
    await page.locator('.today-sentences').waitFor();
    await asked;
    answer();
    const moved = page.locator('.today-moved');
    await moved.getByText(/^Net (?:rose|fell) by/).waitFor();
    const card = moved.getByRole('link', { name: 'See why' });
    await card.waitFor();
    const cause = page.getByRole('heading', { level: 1 }).locator('a[href*="/today/movement"]');
    const { auctions } = await reportOf(context, day, day);
    const isFewer = fewerAuctions({ figures: { auctions }, usual: (await usualOf(context, day)).day }) !== null;
    for (const link of isFewer ? [card] : [card, cause]) {
      const { searchParams } = new URL((await link.getAttribute('href'))!, page.url());
      expect([searchParams.get('from'), searchParams.get('to')]).toEqual([day, day]);
    }
    const { url, users } = servedPage(context);
    const query = `ym_profile_id=1&from=${day}&to=${day}`;
    const read = await fetch(`${url}/movement?${query}`, { headers: { authorization: users.seller.api_key } });
    const { response } = (await read.json()) as { readonly response: { readonly movement: MovementAnswer } };
    const named = causeOf(response.movement.sentences, day, isFewer)?.text;
    expect(await cause.allTextContents()).toEqual(named === undefined ? [] : [named]);
  },
);

test('a flag of the days leads to the history of its day', patient, async (context) => {
  const page = await openRoom(context, '/today?line=days');
  const flag = page.locator('svg').getByRole('link', { name: /published by demo-colleague/ });
  await flag.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'History' }).waitFor();
  // The day of the publish has no other step.
  await page.getByText('demo-colleague').first().waitFor();
  expect(new URL(page.url()).searchParams.get('since')).not.toBeNull();
});

test('today says the last three steps, each a link to it', patient, async (context) => {
  const { users } = servedPage(context);
  const send = sendAs(context, users.seller);
  const own = await makeTiers(send, 'Steps of today');
  const change = (tier: object) => send('PUT', `/ym-auction-tier?id=${own.tier}`, { 'ym-auction-tier': tier });
  await change({ priority: 9 });
  await change({ min_price: '3.00' });
  await change({ code: 'gold' });
  const page = await openRoom(context, `/today?ym=${own.ym}`);
  const steps = page.getByRole('table', { name: 'Last steps' }).locator('tbody').getByRole('row');
  await expect.poll(() => steps.count()).toBe(3);
  expect(await steps.nth(0).textContent()).toContain('code none → “gold”');
  expect(await steps.nth(1).textContent()).toContain('net minimum (USD CPM) 2.00 → 3.00');
  // What it earned is not known of a change without a forecast that no auction has followed.
  expect(await steps.nth(2).getByRole('cell', { name: '–', exact: true }).count()).toBeGreaterThan(0);
  await steps.nth(2).getByRole('link').first().click();
  await page.getByRole('heading', { name: 'History' }).waitFor();
});

/** What is chosen and pressed, by the pointer or by the keyboard alone. */
const ways: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  [
    'by mouse',
    async (page) => {
      await page.getByRole('button', { name: 'New York time' }).click();
      await page.getByRole('button', { name: 'Last week' }).click();
      await page.getByRole('button', { name: 'Download as CSV' }).click();
      await page.getByRole('menuitem', { name: 'A row a day' }).click();
    },
  ],
  [
    'by keyboard',
    async (page) => {
      await tabTo(page, /New York time/);
      await page.keyboard.press('Enter');
      await tabTo(page, /Last week/);
      await page.keyboard.press('Enter');
      await tabTo(page, /Download as CSV/);
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'A row a placement' }).waitFor();
      for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowDown');
      await page.getByRole('menuitem', { name: 'A row a day' }).and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Enter');
    },
  ],
];

test.for(someOf(ways, 1))('the report of last week is downloaded as CSV, %s', patient, async ([, act], context) => {
  const page = await openRoom(context, '/reports');
  await page.getByRole('grid', { name: /^Auctions by/ }).waitFor();
  const coming = page.waitForEvent('download');
  await act(page);
  const download = await coming;
  const { from, to } = lastWeek();
  expect(download.suggestedFilename()).toBe(`report-1-${from}-${to}.csv`);
  const [head = '', ...lines] = (await readFile(await download.path(), 'utf8')).trimEnd().split(/\r?\n/);
  expect(head).toMatch(/^\u{FEFF}day \(America\/New_York\),/u);
  const columns = head.split(',');
  const sum = (name: string) => lines.reduce((all, line) => all + Number(line.split(',')[columns.indexOf(name)]), 0);
  const { auctions, net } = await reportOf(context, from, to);
  expect(lines.length).toBeGreaterThan(0);
  expect(sum('auctions')).toBe(auctions);
  expect(sum('net_usd')).toBeCloseTo(Number(net), 8);
});

/** Presses Tab until a button with the text has the focus. */
async function tabTo(page: Page, text: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.locator(':focus').textContent();
    if (focused !== null && text.test(focused)) return;
  }
  throw new Error(`Tab leads to nothing with ${text}`);
}

test(
  'the first thing on a phone is one sentence: how far off a usual day, and why, each part a link',
  patient,
  async (context) => {
    const page = await openRoom(context, '/today', { width: 390, height: 844 });
    const sentence = page.getByRole('heading', { level: 1 });
    // Auctions may be fewer than usual by then, since the demo's have ended: that would be the first reason.
    await sentence
      .getByRole('link', { name: /^(?:Cobalt Software has gone quiet|Auctions are \d+ % below)/ })
      .waitFor();
    await page.getByText('usual by now: ').waitFor();
    expect(await sentence.innerText()).toMatch(
      /^.*Net is (?:in line with|\d+ % (?:above|below)) a usual \w+day so far\. (?:Cobalt|Auctions)/s,
    );
    const { y, height } = (await sentence.boundingBox())!;
    expect(y + height).toBeLessThan(844 / 3);
    expect(await page.evaluate("document.fonts.check('14px Inter')")).toBe(true);
    await expectNoFault(page);
  },
);

test('what needs somebody is told by the sentence and stands below it', patient, async (context) => {
  const send = sendAs(context, servedPage(context).users.seller);
  const own = await makeTiers(send, 'Scheduled sites');
  const draft = await makeDraft(send, own, '2.50');
  await send('POST', `/draft/publish?id=${draft}`, { 'draft-publish': { at: '2099-12-01 06:00:00' } });
  const page = await openRoom(context, `/today?ym=${own.ym}`);
  const needs = page.getByRole('region', { name: 'Needs attention' });
  await needs.getByText(/becomes live Dec 1, 2099/).waitFor();
  // What goes on by itself needs nobody.
  expect(await page.getByRole('heading', { level: 1 }).innerText()).not.toContain('need');
  await expectNoFault(page);
});

test(
  'the chart says each hour on hover and by the arrow keys, and all has the edges of the line above',
  patient,
  async (context) => {
    const page = await openRoom(context, '/today', { width: 2000 });
    const chart = page.getByRole('group', { name: /^Chart: the arrow keys read each hour/ });
    const said = page.locator('.chart-readout');
    await chart.locator('.hour .hit').nth(3).hover();
    await expect.poll(() => said.textContent()).toMatch(/\d\d:\d\d.*\d|no auctions|not over/);
    await chart.focus();
    await page.keyboard.press('Home');
    const first = await said.textContent();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => said.textContent()).not.toBe(first);
    const edges = async (part: string) => {
      const { x, width } = (await page.locator(part).boundingBox())!;
      return [x, x + width];
    };
    expect(await edges('.top-line')).toEqual(await edges('main'));
  },
);

test('a page that is left open shows the days up to the new one after midnight', patient, async (context) => {
  const page = await openRoom(context, '/today?ym=1');
  await page.clock.install();
  await page.reload();
  const { to: today } = quickDaysNow(zone)[0]!;
  const days = page.getByRole('banner').getByText(daysText(addDays(today, -7), today));
  await days.waitFor();
  await page.clock.fastForward(24 * 3_600_000);
  await page
    .getByRole('banner')
    .getByText(daysText(addDays(today, -6), addDays(today, 1)))
    .waitFor();
});

test('a file that cannot be read says why in the words of the page', patient, async (context) => {
  const page = await openRoom(context, '/reports', { allowed: /status of 429|ERR_FAILED/ });
  const refusal = { error: 'RATE_EXCEEDED of start_date', error_code: 'RATE', error_id: 'SYNTAX', dbg_info: {} };
  const refused = { status: 429, contentType: 'application/json', body: JSON.stringify({ response: refusal }) };
  await page.route(/\/report\?/, (route) => route.fulfill(refused), { times: 1 });
  const download = async () => {
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    await page.getByRole('menuitem', { name: 'A row a day' }).click();
  };
  await download();
  const problem = page.locator('.room-tools').getByRole('alert');
  await problem.waitFor();
  expect(await problem.innerText()).not.toMatch(/429|start_date|[{}]/);
  await page.route(/\/report\?/, (route) => route.abort(), { times: 1 });
  await download();
  await problem.filter({ hasText: 'The service does not answer' }).waitFor();
});
