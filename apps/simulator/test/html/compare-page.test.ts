import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moneyFormat } from '../../src/figure/page.ts';
import { compareHtml } from '../../src/html/page/compare-html.ts';
import { replayHtml } from '../../src/html/page/replay-html.ts';
import { parsePage } from './document.ts';
import type { Reports } from './report.ts';
import { createReports } from './report.ts';

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

test('no page names a folder; a comparison has its sums by day and month', () => {
  for (const page of [compareHtml(reports.compared), replayHtml(reports.replayed)]) {
    expect(page.includes(folder)).toBe(false);
  }
  const { elements } = parsePage(compareHtml(reports.compared));
  const card = elements.find(({ attributes }) => attributes.get('class') === 'card effect-card');
  const { per_day: perDay, per_month: perMonth } = reports.compared.by_day;
  for (const amount of [perDay!.difference, perMonth!.difference]) {
    expect(card?.text()).toContain(moneyFormat([amount]).signed(amount));
  }
});
