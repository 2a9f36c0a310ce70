import { demoTierSet } from '@auction-tiers/contract/demo';
import * as fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { roomSearch } from '../../src/address/room-search.ts';
import { expect, test } from 'vitest';
import { contentOf, pairTiers, withTier } from '../../src/draft/content.ts';
import { besideTiers, countedDays, figuresByTier } from '../../src/room/tiers/row/figures.ts';
import { keepRows, levelStarts, numberedRows, sortRows } from '../../src/room/tiers/row/filter.ts';
import { liveWords } from '../../src/room/tiers/edit/bulk-bar.tsx';
import { type LadderRow, ladderRows, withFigures } from '../../src/room/tiers/row/ladder-row.ts';
import { Marked } from '../../src/part/marked.tsx';
import { excerptOf, phraseOf } from '../../src/words/phrase.ts';
import { readTiersSearch } from '../../src/room/tiers/row/tiers-search.ts';

const live = demoTierSet();
const feePpm = 150_000;
const source = { live, content: null, feePpm };
const rows = ladderRows({ ...source, pairs: pairTiers(live.tiers, null) });
const names = (kept: typeof rows) => kept.map(({ shown }) => shown.name);

/** A row without what arrives later. */
const bare = ({ figures: _figures, findings: _findings, course: _course, advice: _advice, ...rest }: LadderRow) => rest;

test('figures and findings come to the rows of their tiers, and leave the rest of them', () => {
  const finding = { code: 'shadowed_tier', severity: 'error', message: 'never wins', advice: '' } as const;
  const counts = { bids: 40, won: 0, excluded: 0, win_rate: 0, net: '0', gross: '0', forgone: '0', excluded_net: '0' };
  const figures = figuresByTier([{ tier_id: 2, ...counts }]);
  const found = withFigures(rows, {
    figures,
    findings: new Map([['3', [finding]]]),
    courses: new Map([[2, [1, 2]]]),
    advice: new Map([[2, '2.00 → 2.60: +4.00']]),
  });
  expect(found.map(bare)).toEqual(rows.map(bare));
  expect(found.find(({ key }) => key === '1')).toMatchObject({ course: null, advice: null });
  expect(found.find(({ key }) => key === '2')).toMatchObject({ course: [1, 2], advice: '2.00 → 2.60: +4.00' });
  expect(found.filter((row) => row.figures !== null).map(({ key, figures: of }) => [key, of!.bids])).toEqual([
    ['2', 40],
  ]);
  expect(found.filter((row) => row.findings.length > 0).map(({ key }) => key)).toEqual(['3']);
});

const sums = (bids: number, won: number, net: number, forgone: number) => ({
  bids,
  won,
  net,
  forgone,
  excluded_net: 0,
});

test('what is listed, bids in no tier and other tiers are all bids, to the last digit of the money', () => {
  const money = { forgone: '0.100000000', excluded_net: '0.000000000' };
  const report = [
    { tier_id: 1, bids: 10, won: 4, net: '0.100000000', ...money },
    { tier_id: 9, bids: 7, won: 1, net: '0.200000000', ...money },
    { tier_id: null, bids: 30, won: 2, net: '0.300000001', ...money },
    { tier_id: null, is_other: true, bids: 3, won: 1, net: '0.400000000', ...money },
  ];
  const listed = { bids: 10, won: 4, net: 0.1, forgone: 0.1, excluded_net: 0 };
  expect(besideTiers(report, listed)).toEqual({
    untiered: sums(30, 2, 0.300000001, 0.1),
    others: sums(10, 2, 0.6, 0.2),
    all: sums(50, 8, 1.000000001, 0.4),
  });
});

test('the ladder begins with the highest priority, and a level keeps the order of ids', () => {
  const sorted = sortRows(rows, null);
  expect(sorted.map(({ shown }) => shown.priority)).toEqual(
    live.tiers.map(({ priority }) => priority).toSorted((a, b) => b - a),
  );
  expect(names(sorted).slice(3, 5)).toEqual(['Rectangle partners', 'Worked example: 2.00 net']);
});

test('in a large level the number stands again within what is seen', () => {
  const level = Array.from({ length: 600 }, (_, at) => ({ ...rows[0]!, key: `${at + 1}` as const }));
  const numbered = numberedRows(level, levelStarts(level));
  expect(level.every((_, at) => at < 8 || level.slice(at - 7, at + 1).some(({ key }) => numbered.has(key)))).toBe(true);
  expect(numbered.has('1')).toBe(false);
});

test('a level shows its number once, and again behind other levels', () => {
  const sorted = sortRows(rows, null);
  const starts = levelStarts(sorted);
  expect(starts.size).toBe(new Set(live.tiers.map(({ priority }) => priority)).size);
  expect(starts.has(sorted[3]!.key)).toBe(true);
  expect(starts.has(sorted[4]!.key)).toBe(false);
});

test.for([
  ['worked', ['Worked example: 2.00 net']],
  ['SAFFRON', ['Worked example: 2.00 net']],
  ['new york', ['New York premium', 'Evening streaming']],
  ['premium new', []],
  ['nyc', []],
  ['300x250', ['Rectangle partners']],
  ['blocked: arb', ['Blocked: arbitrage']],
  ['blocked arb', []],
  ['107', []],
  ['(', []],
  ['nothing has this', []],
] as const)('"%s" finds name, buyer or targeting', ([q, expected]) => {
  expect(names(keepRows(sortRows(rows, null), { q }))).toEqual(expected);
});

/** 300 drafted deals beside 12 live tiers. */
const deals = contentOf(live);
const withDeals = {
  ...deals,
  tiers: [
    ...deals.tiers,
    ...Array.from({ length: 300 }, (_, at) => ({ ...deals.tiers[0]!, id: undefined, name: `Deal ${at + 1}` })),
  ],
};

test('a phrase finds only tiers that show it, and a bulk edit says how many of them are live', () => {
  const all = ladderRows({ ...source, content: withDeals, pairs: pairTiers(live.tiers, withDeals) });
  expect(names(keepRows(all, { q: 'Deal 0' }))).toEqual([]);
  expect(names(keepRows(all, { q: 'deal 30' }))).toEqual(['Deal 30', 'Deal 300']);
  const chosen = keepRows(all, { q: 'deal' }).map(({ key, shown }) => ({ key, tier: shown }));
  expect(chosen.length).toBe(301);
  expect(liveWords(chosen)).toBe(', of which 1 is live');
});

test('a phrase that only the whole text has is shown and marked', () => {
  const phrase = phraseOf('boston');
  const whole = 'New York DMA or Chicago DMA or Denver DMA or Boston DMA';
  expect(excerptOf('New York DMA or Chicago DMA or Denver DMA +1', whole, phrase)).toBe('… Boston DMA');
  expect(excerptOf('Boston DMA', whole, phrase)).toBe('Boston DMA');
  expect(renderToStaticMarkup(createElement(Marked, { text: 'Boston, not boston', phrase }))).toBe(
    '<mark>Boston</mark>, not <mark>boston</mark>',
  );
});

test('filters hold together', () => {
  expect(names(keepRows(rows, { action: 'exclude' }))).toEqual(['Blocked: arbitrage', 'No finance above 6.00']);
  expect(names(keepRows(rows, { action: 'include', buyer: 108 }))).toEqual(['Mobile partners']);
  expect(names(keepRows(rows, { where: 1 }))).toEqual(['New York premium']);
  expect(names(keepRows(rows, { where: 'everywhere', buyer: 108 }))).toEqual(['No finance above 6.00']);
});

test('a filter is stable: it keeps the order of what it keeps, and filtering twice changes nothing', () => {
  const searches = fc.record({
    q: fc.constantFrom('', 'a', 'pair', 'media', '10'),
    action: fc.constantFrom('include' as const, 'exclude' as const, undefined),
    buyer: fc.constantFrom(undefined, 108, 112),
  });
  fc.assert(
    fc.property(searches, fc.shuffledSubarray([...rows]), (search, some) => {
      const kept = keepRows(some, search);
      expect(kept).toEqual(some.filter((row) => kept.includes(row)));
      expect(keepRows(kept, search)).toEqual(kept);
    }),
  );
});

test('rows that are equal by a column keep the order of the ladder', () => {
  const sorted = sortRows(rows, { id: 'action', desc: false });
  expect(names(sorted).slice(0, 2)).toEqual(['Blocked: arbitrage', 'No finance above 6.00']);
  const none = sortRows(rows, { id: 'price', desc: true });
  expect(none.at(-1)!.shown.min_price).toBe(null);
  expect(sortRows(rows, { id: 'price', desc: false }).at(-1)!.shown.min_price).toBe(null);
});

test('a drafted tier is shown as drafted, with what it was; a removed one stays', () => {
  const content = contentOf(live);
  const [first, second] = content.tiers;
  const changed = withTier(withTier(content, '2', { ...second!, min_price: '5.000000' }), '1', null);
  const drafted = ladderRows({ ...source, content: changed, pairs: pairTiers(live.tiers, changed) });
  const house = drafted.find(({ key }) => key === '2')!;
  expect(house.shown.min_price).toBe('5.000000');
  expect(house.live!.min_price).toBe('4.000000');
  expect(house.changed.has('min_price')).toBe(true);
  expect(house.grossMicros).toBe(5_882_353);
  expect(drafted.find(({ key }) => key === '1')).toMatchObject({ state: 'removed', shown: { name: first!.name } });
});

test('the report becomes figures by tier: what was earned', () => {
  const row = { bids: 200, won: 50, excluded: 0, gross: '0.117647100', net: '0.100000000', win_rate: 0.25 };
  const money = { forgone: '0.008000000', excluded_net: '0.000000000' };
  const figures = figuresByTier([
    { tier_id: 2, ...row, ...money },
    { tier_id: null, ...row, ...money },
  ]);
  expect([...figures.keys()]).toEqual([2]);
  expect(figures.get(2)).toMatchObject({ bids: 200, won: 50, win_rate: 0.25, net: 0.1 });
});

const read = (raw: Readonly<Record<string, unknown>>) => readTiersSearch(roomSearch['/tiers'](raw));

test('an address is read leniently', () => {
  expect(read({ q: 12, action: 'exclude', buyer: 107, where: 'everywhere', sort: 'net.desc', tier: 7 })).toEqual({
    q: '12',
    action: 'exclude',
    buyer: 107,
    where: 'everywhere',
    sort: { id: 'net', desc: true },
    tier: '7',
  });
  expect(read({ action: 'both', buyer: 'x', where: -1, sort: 'nothing', tier: 'new-x', lint: 3 })).toEqual({});
  expect(read({ tier: 'new-12' })).toEqual({ tier: 'new-12' });
});

test('what is earned a day is of the time that is counted, and of one day at least', () => {
  const day = 86_400_000;
  expect(countedDays(0, 7.25 * day)).toBe(7.25);
  expect(countedDays(0, 3_600_000)).toBe(1);
});
