import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { daysOfMonth } from '@auction-tiers/contract/compare-report';
import { moneyFormat } from '@auction-tiers/report-document';
import { parsePage } from './document.ts';
import type { Reports } from './report.ts';
import { createReports } from './report.ts';
import { compareHtml, printCompare, replayHtml } from '../document/write.ts';

let folder: string;
let reports: Reports;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'auction-tiers-html-'));
  reports = await createReports(folder, 150);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.for([
  ['launch', 'up'],
  ['hold', 'up'],
  ['test_first', 'even'],
  ['cannot_say', 'even'],
] as const)('the difference of a comparison with the verdict %s has the class %s', ([decision, tone]) => {
  const { verdict, net_to_seller: net } = reports.compared;
  expect(Number(net.difference)).toBeGreaterThan(0);
  const { elements } = parsePage(compareHtml({ ...reports.compared, verdict: { ...verdict, decision } }));
  const big = elements.find(({ attributes }) => attributes.get('class')?.startsWith('big '));
  expect(big?.attributes.get('class')).toBe(`big ${tone}`);
});

test('the rule of a verdict is folded away', () => {
  const { elements } = parsePage(compareHtml(reports.compared));
  const folded = elements.find(({ attributes }) => attributes.get('class') === 'rule-card');
  expect([folded?.tag, folded?.attributes.has('open'), folded?.classes().includes('rule')]).toEqual([
    'details',
    false,
    true,
  ]);
});

test('a funnel shows the tiers that changed, and the others folded away', () => {
  const { funnel } = reports.compared;
  const before = new Map(funnel.current.map((row) => [row.tier_id, row]));
  const same = funnel.draft.filter((row) => {
    const { seen, listed, priced_in, targeted, categorised, won } = before.get(row.tier_id) ?? {};
    return (
      JSON.stringify([seen, listed, priced_in, targeted, categorised, won]) ===
      JSON.stringify([row.seen, row.listed, row.priced_in, row.targeted, row.categorised, row.won])
    );
  });
  expect(same.length).toBeGreaterThan(0);
  const { elements } = parsePage(compareHtml(reports.compared));
  const folded = elements.find(({ attributes }) => attributes.get('class') === 'unchanged');
  const all = elements.find(({ tag, attributes }) => tag === 'section' && attributes.get('id') === 'funnel')!.text();
  const shown = all.replace(folded?.text() ?? '', '');
  const names = (rows: typeof funnel.draft) => rows.map(({ name }) => name ?? '');
  expect(names(same).filter((name) => shown.includes(name))).toEqual([]);
  expect(names(same).filter((name) => !folded?.text().includes(name))).toEqual([]);
  const changed = funnel.draft.filter((row) => !same.includes(row));
  expect(names(changed).filter((name) => !shown.includes(name))).toEqual([]);
  expect(folded?.attributes.has('open')).toBe(false);
});

/** The cells of each row of the table with a caption, as texts. */
function rowsOf(page: string, caption: string): string[][] {
  const { elements } = parsePage(page);
  const start = elements.findIndex(({ tag, text }) => tag === 'caption' && text().startsWith(caption));
  const rest = elements.slice(start + 1);
  const next = rest.findIndex(({ tag }) => tag === 'caption');
  const rows: string[][] = [];
  for (const { tag, text } of next < 0 ? rest : rest.slice(0, next)) {
    if (tag === 'tr') rows.push([]);
    if (tag === 'td' || (tag === 'th' && rows.length > 1)) rows.at(-1)!.push(text().trim());
  }
  return rows.filter((row) => row.length > 0);
}

test('every kind of cluster has a row with its interval, and one kind is marked as used', () => {
  const { method } = reports.compared;
  const rows = rowsOf(compareHtml(reports.compared), 'The 95 % interval of the difference');
  expect(rows.length).toBe(method.clusters.length);
  for (const [at, { kind, interval }] of method.clusters.entries()) {
    const name = kind.replaceAll('_', ' ');
    expect(rows[at]![0]!.toLowerCase()).toBe(kind === method.used ? `${name} used` : name);
    expect(rows[at]!.includes('none')).toBe(interval === null);
  }
});

test('a commitment has its promise to the last digit, and says whether the draft keeps it', () => {
  const commitment = {
    id: 107,
    name: 'Saffron Travel',
    current: 53.42,
    draft: 58.57,
    interval: { low: 52.61, high: 64.58 },
    kept_days: { days: 14, current: 14, draft: 11 },
  };
  const commitments = [
    { ...commitment, subject: 'buyer', bound: 'at_least', figure: 'wins', wanted: 1000.25, is_kept: false },
    { ...commitment, subject: 'tier', name: null, bound: 'at_most', figure: 'net', wanted: 5_000_000, is_kept: true },
    { ...commitment, subject: 'buyer', bound: 'at_most', figure: 'share_of_net', wanted: 0.123456, is_kept: true },
    { ...commitment, subject: 'tier', bound: 'at_least', figure: 'wins', wanted: 58, is_kept: false },
  ] as const;
  const page = compareHtml({ ...reports.compared, commitments: [...commitments] });
  expect(page).toContain('The draft keeps 2 of 4\u00a0commitments.');
  expect(rowsOf(page, 'Commitments').map((cells) => [cells[0], cells[1], cells.at(-1)])).toEqual([
    ['buyer 107 Saffron Travel at least 1,000.25 wins a day', '✕ broken', '14 → 11 of 14'],
    ['tier 107 at most 5,000,000 USD net a day', '✓ kept', '14 → 11 of 14'],
    ['buyer 107 Saffron Travel at most 12.3456\u00a0% of the net', '✓ kept', '14 → 11 of 14'],
    ['tier 107 Saffron Travel at least 58 wins a day', '? not sure', '14 → 11 of 14'],
  ]);
});

test.for([
  [0.25, 'The difference changes its sign at a reaction of buyers of 0.25.'],
  [null, 'The difference keeps its sign however buyers react, from −2 to 2.'],
] as const)('the break-even elasticity %s is told', ([breakEven, sentence]) => {
  const { sensitivity } = reports.compared;
  const page = compareHtml({ ...reports.compared, sensitivity: { ...sensitivity, break_even: breakEven } });
  const { elements } = parsePage(page);
  expect(elements.some(({ tag, text }) => tag === 'p' && text().includes(sentence))).toBe(true);
});

test('no page names a folder; a comparison has its sums by day and month', () => {
  for (const page of [compareHtml(reports.compared), replayHtml(reports.replayed)]) {
    expect(page.includes(folder)).toBe(false);
  }
  // The log of these tests does not have every weekday, so its report has no month.
  const { by_day: byDay } = reports.compared;
  expect(byDay.per_month).toBeNull();
  const sums = { current: '10.000000000', draft: '11.250000000', interval: null };
  const spread = { standard_deviation: null, lowest: '1.000000000', highest: '1.500000000' };
  const perDay = { ...sums, ...spread, days: 2, difference: '1.250000000' };
  const perMonth = { ...sums, days: daysOfMonth, difference: '37.500000000' } as const;
  const whole = { ...reports.compared, by_day: { ...byDay, per_day: perDay, per_month: perMonth } };
  const { elements } = parsePage(compareHtml(whole));
  const card = elements.find(({ attributes }) => attributes.get('class') === 'card effect-card');
  for (const amount of [perDay.difference, perMonth.difference]) {
    expect(card?.text()).toContain(moneyFormat('USD', [amount]).signed(amount));
  }
});

test('every interval is named with its confidence, which is higher where several drafts were tried', () => {
  const { compared } = reports;
  const tried = { ...compared, method: { ...compared.method, confidence: 0.975 } };
  for (const text of [printCompare(tried), compareHtml(tried).replaceAll('\u00a0', ' ')]) {
    expect(text.match(/[\d.]+ %(?= interval)/g)).toContain('97.5 %');
    expect(text).not.toContain('95 % interval');
    expect(text.match(/one in \d+/g)).toContain('one in 40');
  }
});
