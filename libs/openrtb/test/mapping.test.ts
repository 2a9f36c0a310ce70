import { expect, test } from 'vitest';
import { map } from './build.ts';
import { readRows } from './field-table.ts';
import { contentCases } from './cases/content-cases.ts';
import { deviceCases } from './cases/device-cases.ts';
import { inventoryCases } from './cases/inventory-cases.ts';
import { termCases } from './cases/term-cases.ts';
import { unitCases } from './cases/unit-cases.ts';

const cases = [...termCases, ...inventoryCases, ...contentCases, ...deviceCases, ...unitCases];

/** Their rules are about bids and impressions as a whole; `seat-bid`, `restriction` and `issue` tests hold them. */
const rowsOfOtherTests = [
  'imp[]',
  'imp[].video.minduration',
  'imp[].video.maxduration',
  'imp[].video.rqddurs',
  'imp[].video.durfloors[].mindur',
  'imp[].video.durfloors[].maxdur',
  'dooh',
  'cur[]',
  'cattax',
  'seatbid[].bid[].cattax',
  'imp[].id',
  'imp[].qty.multiplier',
  'bid_responses[].cur',
  'seatbid[].seat',
  'seatbid[].group',
  'seatbid[].bid[].id',
  'seatbid[].bid[].impid',
  'seatbid[].bid[].price',
  'seatbid[].bid[].dealid',
  'seatbid[].bid[].adomain[]',
  'seatbid[].bid[].mtype',
  'imp[].pmp.deals[].id',
  'imp[].pmp.deals[].bidfloor',
  'imp[].pmp.deals[].at',
  'imp[].pmp.deals[].wseat[]',
  'imp[].pmp.deals[].wadomain[]',
  'imp[].pmp.private_auction',
  'imp[].video.durfloors[]',
  'imp[].video.mincpmpersec',
  'seatbid[].bid[].dur',
  'seatbid[].bid[].cat[]',
  'seatbid[].bid[].bundle',
  'wseat[]',
  'bseat[]',
  'badv[]',
  'bcat[]',
  'bapp[]',
];

test.for(cases)('$row: $title', ({ request, imp, impression = {}, terms = {}, unit, warnings = [] }) => {
  const mapped = map({ imp: [{ id: '1', ...imp }], ...request });
  const [auction] = mapped.auctions;
  expect(auction!.request.impression).toEqual(impression);
  expect(auction!.request).toMatchObject(terms);
  expect(auction!.unit).toEqual(unit instanceof RegExp ? expect.stringMatching(unit) : unit);
  expect(mapped.warnings.map(({ path }) => path)).toEqual(warnings);
});

test('every row of the table with a rule of its own has a case, and every case a row', () => {
  const own = readRows().filter(
    ({ state, rule }) => state === 'read' && !/^(?:as|see|with) `|^an? (?:list|object)/.test(rule),
  );
  const held = new Set([...cases.map(({ row }) => row), ...rowsOfOtherTests]);
  expect(own.map(({ field }) => field).filter((field) => !held.has(field))).toEqual([]);
  const known = new Set(readRows().map(({ field }) => field));
  expect([...held].filter((field) => !known.has(field))).toEqual([]);
});
