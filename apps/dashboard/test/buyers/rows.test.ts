import { roomSearch } from '../../src/address/room-search.ts';
import { addDays } from '@auction-tiers/calendar';
import type { ReportRow } from '@auction-tiers/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { buyerRows } from '../../src/room/buyers/row/buyer-row.ts';
import { readBuyersSearch, shownRows, keptSort } from '../../src/room/buyers/row/buyers-search.ts';
import { tiersOfBuyer } from '../../src/room/buyers/row/tiers-of-buyer.ts';
import { compareWeeks } from '../../src/report/weeks.ts';

const last = '2026-11-22';
const row = (more: Partial<ReportRow>): ReportRow => ({
  bids: 10,
  won: 5,
  excluded: 0,
  gross: '0.000000000',
  net: '1.000000000',
  forgone: '0.000000000',
  excluded_net: '0.000000000',
  win_rate: 0.5,
  net_cpm: null,
  ...more,
});
const member = (id: number, name: string) =>
  ({ id, name, primary_type: 'buyer', active: true, last_modified: null }) as never;
const known = { days: null, lastDay: last, isOver: true, sampled: null };

test('there is a row for every buyer of the report and of the directory, and for what has no buyer', () => {
  const rows = buyerRows({
    ...known,
    report: [
      row({ buyer_id: 1, buyer_name: 'Then' }),
      row({ buyer_id: null }),
      row({ buyer_id: null, is_other: true }),
    ],
    directory: [member(1, 'Now'), member(2, 'Silent')],
  });
  expect(rows.map(({ key, name, net, winRate }) => [key, name, net, winRate])).toEqual([
    ['1', 'Now', 1, 0.5],
    ['unknown', 'Unknown buyers', 1, 0.5],
    ['other', 'Others, together', 1, 0.5],
    ['2', 'Silent', 0, null],
  ]);
});

test('prices and the part below the floor are those of the recorded auctions', () => {
  const bids = { buyer_id: 1, bids: 12, below_floor: 3, median_net: 2, ninetieth_net: 5 };
  const [first, second] = buyerRows({
    ...known,
    report: [row({ buyer_id: 1 }), row({ buyer_id: 2, net: '0.001000000' })],
    directory: [],
    sampled: [bids],
  });
  expect(first).toMatchObject({ medianNet: 2, ninetiethNet: 5, belowFloor: 0.25 });
  expect(second).toMatchObject({ medianNet: null, belowFloor: null });
});

const dayRows = (nets: readonly number[], buyerId = 1) =>
  nets.map((net, back) => row({ buyer_id: buyerId, day: addDays(last, -back), net: net.toFixed(9) }));

test('a week is compared with the days of the week before', () => {
  const nets = [9, 9, 9, 9, 9, 9, 9, 1, 2, 3, 4, 5, 6, 7];
  expect(compareWeeks(dayRows(nets), last, true)('1')).toEqual({
    thisWeek: 9,
    days: 7,
    lastWeek: 4,
    range: { low: 1, high: 7 },
    daysBefore: 7,
    nets: nets.toReversed(),
  });
  // A buyer without a bid on days with others has no net on them.
  const other = compareWeeks([...dayRows(nets), ...dayRows([7], 2)], last, true)('2');
  expect(other).toMatchObject({ thisWeek: 1, lastWeek: 0 });
});

test.for([
  ['the last day goes on', [100, 9, 9], false, { thisWeek: 9, days: 1, range: null }],
  ['counting began within the first day', [9, 9, 0.1], true, { thisWeek: 9, days: 2, lastWeek: null }],
  [
    'there are two whole days of the week before',
    [1, 1, 1, 1, 1, 1, 1, 2, 2, 0.1],
    true,
    { daysBefore: 2, range: null },
  ],
] as const)('where %s, only whole days count', ([, nets, isOver, wanted]) => {
  expect(compareWeeks(dayRows(nets), last, isOver)('1')).toMatchObject(wanted);
});

test('rows are searched by name or id, sorted, and those without a value come last in both directions', () => {
  const names = fc.array(
    fc.record({ name: fc.string(), winRate: fc.option(fc.float({ min: 0, max: 1, noNaN: true })) }),
  );
  fc.assert(
    fc.property(names, fc.boolean(), (made, desc) => {
      const rows = made.map((one, at) => ({ ...one, key: String(at), id: at })) as never as ReturnType<
        typeof buyerRows
      >;
      const sorted = shownRows(rows, { q: '', sort: { id: 'win_rate', desc }, buyer: null });
      expect(sorted).toHaveLength(rows.length);
      const rates = sorted.map(({ winRate }) => winRate);
      const values = rates.filter((rate) => rate !== null);
      expect(rates.slice(0, values.length)).toEqual(
        values.toSorted((one, other) => (desc ? other - one : one - other)),
      );
    }),
  );
  const rows = buyerRows({ ...known, report: [], directory: [member(7, 'Harbor Ads'), member(70, 'Bluefin')] });
  const found = (q: string) => shownRows(rows, readBuyersSearch({ q })).map(({ id }) => id);
  expect([found('harb'), found('7'), found('x')]).toEqual([[7], [7], []]);
});

test('what stands in the address is read back, and what is not of the form counts as absent', () => {
  const { sort, buyer } = readBuyersSearch({ sort: 'bids.asc', buyer: 116 });
  expect([keptSort(sort), buyer]).toEqual(['bids.asc', '116']);
  expect(readBuyersSearch(roomSearch['/buyers']({ sort: 'toString.desc', buyer: {}, q: [] }))).toEqual(
    readBuyersSearch({}),
  );
  expect(keptSort(readBuyersSearch({}).sort)).toBeUndefined();
});

const tier = (id: number, buyerId: number) => ({ id, name: `T${id}`, buyer_members: [{ id: buyerId, name: null }] });

test('a buyer has the tiers that took its bids, and the live ones that name it', () => {
  const rows = [
    row({ buyer_id: 1, tier_id: 5, tier_name: 'Gold', bids: 3 }),
    row({ buyer_id: 1, tier_id: null, bids: 9 }),
    row({ buyer_id: 2, tier_id: 6, tier_name: 'Other' }),
  ];
  const tiers = tiersOfBuyer({ key: '1', id: 1 }, rows, [tier(5, 1), tier(7, 1), tier(8, 2)]);
  expect(tiers.map(({ id, bids }) => [id, bids])).toEqual([
    [null, 9],
    [5, 3],
    [7, 0],
  ]);
});
