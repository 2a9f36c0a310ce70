import { CompareReport } from '@auction-tiers/contract/compare-report';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { defaultParams } from '@auction-tiers/market';
import { generate } from '../../src/generate/generate.ts';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { compare } from '../../src/run/compare.ts';
import type { LoadedTierSet } from '../../src/tier-set/tier-set-file.ts';
import { createFolder } from '../fixture/folder.ts';
import { writeLog } from '../fixture/small-log.ts';
import { toFeedBids, toSeparated } from '../log/feed.ts';
import { createBodies } from '../log/bodies.ts';
import { demoDraft, loadDemo, loadSmall } from './tier-set.ts';
import { compareHtml, printCompare } from '../document/write.ts';

interface OwnLine {
  readonly bids: readonly { readonly id: string; readonly member_id: number | null; readonly price: number }[];
}
interface OpenRtbLine {
  readonly bid_responses: readonly {
    readonly cur?: string;
    readonly seatbid: readonly { readonly seat: string; readonly bid: readonly { readonly price: number }[] }[];
  }[];
}

const auctionCount = 600;
let own: readonly OwnLine[];
let openRtb: readonly OpenRtbLine[];

beforeAll(async () => {
  own = await synthesize('own');
  openRtb = await synthesize('openrtb');
});

async function synthesize<Line>(format: 'own' | 'openrtb'): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'auction-tiers-traps-'));
  const file = join(folder, 'log.jsonl');
  try {
    await generate({ auctionCount, bidCount: 8, seed: 'traps', format, params: defaultParams }, file);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as Line);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const current = loadDemo();

async function judge(lines: readonly (object | string)[], draft: LoadedTierSet = demoDraft()) {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  const files = [writeLog(createFolder(), text)];
  const report = await compare({ files, current, draft, fee: chooseFee({ seller: 150_000 }), seed: 's' });
  expect(CompareReport.parse(report)).toEqual(report);
  expect(printCompare(report)).not.toMatch(/NaN|undefined|Infinity/);
  return report;
}

const codesOf = ({ verdict }: CompareReport) => verdict.reasons.map(({ code }) => code);
const cannotSay = (report: CompareReport, ...codes: string[]) => {
  expect({ decision: report.verdict.decision, codes: codesOf(report) }).toEqual({ decision: 'cannot_say', codes });
};
const canSay = (report: CompareReport) => expect(report.verdict.decision).not.toBe('cannot_say');

/** The first so many of each hundred lines changed. */
const some = <Line>(lines: readonly Line[], perHundred: number, change: (line: Line) => object | string) =>
  lines.map((line, at) => (at % 100 < perHundred ? change(line) : (line as object)));
const all = <Line>(lines: readonly Line[], change: (line: Line) => object) => lines.map(change);

const inCurrency = (cur: string) => (line: OpenRtbLine) => ({
  ...line,
  bid_responses: line.bid_responses.map((response) => ({ ...response, cur })),
});
const priced = (change: (price: number) => number, buyers?: readonly number[]) => (line: OwnLine) => ({
  ...line,
  bids: line.bids.map((bid) => ({
    ...bid,
    price: buyers === undefined || buyers.includes(bid.member_id ?? 0) ? change(bid.price) : bid.price,
  })),
});
const times = (factor: number) => (price: number) => Number((price * factor).toFixed(6));

test('the logs that the traps are made of answer', async () => {
  canSay(await judge(own));
  canSay(await judge(openRtb));
});

describe('no usable bid reaches what changes', () => {
  test('because all bids are in another currency', async () => {
    const report = await judge(all(openRtb, inCurrency('EUR')));
    cannotSay(report, 'currency', 'few_bids');
    expect(report.input).toMatchObject({
      invalid_bids: 8 * auctionCount,
      foreign_bids: [{ currency: 'EUR', bids: 8 * auctionCount }],
    });
    expect(report.usability).toMatchObject({
      reaching_bids: 0,
      lost: [{ cause: 'currency', bids_share: 1, value_share: 1 }],
      one_bid_share: null,
      prices: null,
      outsized: null,
    });
    const page = compareHtml(report);
    expect(page).toContain('verdict cannot_say');
    expect(page).toContain('of these, in EUR');
  });

  test('because there are no auctions, or no bids', async () => {
    cannotSay(await judge([]), 'no_auctions');
    cannotSay(await judge(all(own, (line) => ({ ...line, bids: [] }))), 'few_bids');
  });

  test('because no seat is known', async () => {
    const strangers = all(openRtb, (line) => ({
      ...line,
      bid_responses: line.bid_responses.map((response) => ({
        ...response,
        seatbid: response.seatbid.map((one) => ({ ...one, seat: `x-${one.seat}` })),
      })),
    }));
    const report = await judge(strangers);
    cannotSay(report, 'unknown_buyers', 'few_bids');
    expect(report.usability.lost).toMatchObject([{ cause: 'unknown_buyers', bids_share: 1, value_share: 1 }]);
  });

  test('because the buyers have other ids', async () => {
    const renamed = all(own, (line) => ({
      ...line,
      bids: line.bids.map((bid) => ({ ...bid, member_id: (bid.member_id ?? 0) + 5000 })),
    }));
    cannotSay(await judge(renamed), 'few_bids');
  });

  test('because the log has no attributes of impressions, and only a tier with a profile changes', async () => {
    const bodies = createBodies(600);
    const [set, changed] = ['2.000000', '3.000000'].map((minPrice) =>
      loadSmall(([, , size]) => [{ ...size!, min_price: minPrice, buyer_members: [{ id: 105, name: null }] }]),
    );
    const files = [writeLog(createFolder(), toSeparated(bodies.flatMap(toFeedBids)))];
    const report = await compare({ files, current: set!, draft: changed!, fee: chooseFee({}), seed: 's' });
    cannotSay(report, 'few_bids');
    expect(report.usability.reaching_bids).toBe(0);
  });

  test('though some bids reach it, they are too few', async () => {
    const few = own.map((line, at) =>
      at % 100 < 2 ? line : { ...line, bids: line.bids.map((bid) => ({ ...bid, member_id: 999 })) },
    );
    const report = await judge(
      few,
      loadDemo((tiers) => tiers.map((tier) => (tier.id === 2 ? { ...tier, min_price: '5.000000' } : tier))),
    );
    cannotSay(report, 'few_bids');
    expect(report.usability.reaching_bids).toBeGreaterThan(0);
    expect(report.usability.reaching_bids).toBeLessThan(30);
  });
});

describe('too much of the log is lost', () => {
  test.for<[number, string]>([
    [4, 'can'],
    [8, 'cannot'],
  ])('%i in a hundred bids in another currency: it %s say', async ([perHundred, word]) => {
    const report = await judge(some(openRtb, perHundred, inCurrency('EUR')));
    if (word === 'can') canSay(report);
    else cannotSay(report, 'currency');
  });

  test('few bids in another currency, but most of the value', async () => {
    const dear = some(openRtb, 1, (line) => ({
      ...line,
      bid_responses: line.bid_responses.map((response) => ({
        cur: 'JPY',
        seatbid: response.seatbid.map((one) => ({ ...one, bid: one.bid.map((bid) => ({ ...bid, price: 300 })) })),
      })),
    }));
    const report = await judge(dear);
    cannotSay(report, 'currency');
    expect(report.usability.lost[0]!.bids_share).toBeLessThan(0.05);
  });

  test('bids without a price', async () => {
    const unpriced = some(openRtb, 8, (line) => ({
      ...line,
      bid_responses: line.bid_responses.map((response) => ({
        ...response,
        seatbid: response.seatbid.map((one) => ({ ...one, bid: one.bid.map(({ price: _price, ...bid }) => bid) })),
      })),
    }));
    const report = await judge(unpriced);
    cannotSay(report, 'invalid_bids');
    expect(report.usability.lost).toMatchObject([{ value_share: null }]);
  });

  test('unknown buyers in our own form', async () => {
    const strangers = some(own, 8, (line) => ({
      ...line,
      bids: line.bids.map((bid) => ({ ...bid, member_id: null })),
    }));
    cannotSay(await judge(strangers), 'unknown_buyers');
  });

  test.for<[number, string]>([
    [4, 'can'],
    [8, 'cannot'],
    [50, 'cannot'],
  ])('%i in a hundred lines broken: it %s say', async ([perHundred, word]) => {
    const report = await judge(some(own, perHundred, (line) => JSON.stringify(line).slice(0, -9)));
    if (word === 'can') canSay(report);
    else cannotSay(report, 'broken_lines');
    expect(report.usability.broken_lines_share).toBe(perHundred / 100);
  });
});

test('a log of winners, with one bid nearly everywhere', async () => {
  const winners = some(own, 98, (line) => ({ ...line, bids: line.bids.slice(0, 1) }));
  const report = await judge(winners);
  cannotSay(report, 'winners_only');
  expect(report.usability.one_bid_share).toBe(0.98);
  canSay(await judge(some(own, 90, (line) => ({ ...line, bids: line.bids.slice(0, 1) }))));
});

describe('prices in another unit than the minimum prices', () => {
  test.for<[string, number, object]>([
    ['cents', 100, { too_high_by: 100, too_low_by: null }],
    ['for a thousand thousands', 1000, { too_high_by: 1000, too_low_by: null }],
    ['per impression', 1 / 1000, { too_high_by: null, too_low_by: 1000 }],
    ['hundreds', 1 / 100, { too_high_by: null, too_low_by: 100 }],
  ])('%s', async ([, factor, expected]) => {
    const report = await judge(all(own, priced(times(factor))));
    expect(codesOf(report)).toContain('price_scale');
    expect(report.verdict.decision).toBe('cannot_say');
    expect(report.usability.prices).toMatchObject(expected);
  });

  test('millionths, as whole numbers: they are above the highest price', async () => {
    const report = await judge(all(own, priced(times(1e6))));
    expect(report.verdict.decision).toBe('cannot_say');
    expect(codesOf(report)).toContain('price_scale');
    expect(report.usability.too_high_prices_share).toBeGreaterThan(0.5);
    const responses = all(openRtb, (line) => ({
      ...line,
      bid_responses: line.bid_responses.map((response) => ({
        ...response,
        seatbid: response.seatbid.map((one) => ({
          ...one,
          bid: one.bid.map((bid) => ({ ...bid, price: bid.price * 1e6 })),
        })),
      })),
    }));
    expect(codesOf(await judge(responses))).toContain('price_scale');
  });

  test('of one buyer alone', async () => {
    const report = await judge(all(own, priced(times(100), [107])));
    cannotSay(report, 'price_unit');
    expect(report.usability.prices).toMatchObject({ too_high_by: null, too_low_by: null });
    expect(report.usability.lost).toMatchObject([{ cause: 'price_unit' }]);
  });

  test('a minimum that no bid meets, and one that lets all in, are no matter of the unit', async () => {
    const draft = loadDemo((tiers) =>
      tiers.map((tier, at) => ({
        ...tier,
        min_price: at % 3 === 0 ? '0.010000' : at === 4 ? '900.000000' : tier.min_price,
      })),
    );
    canSay(await judge(own, draft));
  });
});

test('two tier sets that say the same have no effect, whatever the log', async () => {
  const report = await judge(all(openRtb, inCurrency('EUR')), loadDemo());
  expect(report.verdict.decision).toBe('no_effect');
  expect(codesOf(report)).toEqual(['same_tiers']);
});

test('bids out of all proportion are named with their places, though they decide nothing', async () => {
  const absurd = own.map((line, at) =>
    at === 30 ? { ...line, bids: line.bids.with(2, { ...line.bids[2]!, price: 90_000 }) } : line,
  );
  const report = await judge(absurd);
  expect(report.usability.outsized?.bids).toMatchObject([{ place: 'line 31', price: 90_000 }]);
  expect(report.support.warnings.map(({ code }) => code)).toContain('outsized_bids');
  expect((await judge(own)).usability.outsized?.bids).toEqual([]);
});
