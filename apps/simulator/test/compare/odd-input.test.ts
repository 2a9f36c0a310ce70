import { CompareReport, warningKeyOf } from '@auction-tiers/contract/compare-report';
import { beforeAll, describe, expect, test } from 'vitest';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { compare } from '../../src/run/compare.ts';
import type { LoggedAuction } from '../../src/log/auction/logged-auction.ts';
import type { LoadedTierSet } from '../../src/tier-set/tier-set-file.ts';
import { createFolder } from '../fixture/folder.ts';
import { toSeparated } from '../log/feed.ts';
import { writeLog } from '../fixture/small-log.ts';
import { compareAuctions, synthesizeAuctions } from './compare-auctions.ts';
import type { Tier } from './tier-set.ts';
import { demoDraft, load, loadDemo, loadSmall, noTiers } from './tier-set.ts';
import { printCompare } from '../document/write.ts';

async function compareLines(
  current: LoadedTierSet,
  draft: LoadedTierSet,
  lines: readonly object[],
  keepsRepeats = false,
) {
  const files = [writeLog(createFolder(), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))];
  const report = await compare({ files, current, draft, fee: chooseFee({}), seed: 's', keepsRepeats });
  expect(CompareReport.parse(report)).toEqual(report);
  expect(printCompare(report)).not.toMatch(/NaN|undefined|Infinity/);
  return report;
}

const codes = ({ support }: CompareReport) => support.warnings.map(warningKeyOf);
const reasons = ({ verdict }: CompareReport) => verdict.reasons.map(({ code }) => code);
const bid = (id: string, memberId: number, price: number) => ({ id, member_id: memberId, price });

test.for([
  ['of auctions', (at: number) => `${at}`, '100 % of the users or sessions are in one auction only'],
  ['of users', (at: number) => `${at % 50}`, undefined],
] as const)(
  'ids %s as units: that users who return are not known is said only of the first',
  async ([, unitOf, said]) => {
    const auctions = (await synthesizeAuctions(400, 4, 'ids')).map((one, at) => ({ ...one, unit: unitOf(at) }));
    const { support } = compareAuctions(auctions, { current: loadDemo(), draft: demoDraft(), seed: 's' });
    const warning = support.warnings.find(({ code }) => code === 'no_units');
    if (said === undefined) expect(warning).toBeUndefined();
    else expect(warning?.message).toContain(said);
  },
);

test('an empty log has no effect that can be told, and no interval', async () => {
  const report = await compareLines(loadDemo(), demoDraft(), []);
  expect(report).toMatchObject({
    auctions: 0,
    verdict: { decision: 'cannot_say' },
    net_to_seller: { difference: '0.000000000', interval: null, per_cent: null, per_thousand_auctions: null },
    support: { hours: 0, touched_revenue_share: null },
  });
  expect(reasons(report)).toEqual(['no_auctions']);
  expect(codes(report)).toEqual(['too_little.auctions']);
});

test('auctions without bids are sold by neither, which says nothing of the draft, however many there are', async () => {
  const report = await compareLines(loadSmall(), noTiers(), [{ bids: [] }, { bids: [] }]);
  expect(report).toMatchObject({ auctions: 2, bids: 0, verdict: { decision: 'cannot_say' } });
  const many = Array.from({ length: 300 }, () => ({ bids: [] }));
  expect((await compareLines(loadSmall(), noTiers(), many)).verdict.decision).toBe('cannot_say');
});

test('no tiers at all, on both sides or on one', async () => {
  const lines = [{ bids: [bid('a', 14, 4), bid('b', 12, 3)] }];
  const neither = await compareLines(noTiers(), noTiers(), lines);
  expect(neither.verdict.decision).toBe('no_effect');
  expect(reasons(neither)).toEqual(['same_tiers']);
  const { buyers } = await compareLines(loadSmall(), noTiers(), lines);
  expect(buyers.rows.map(({ id, difference }) => [id, difference.gross_paid])).toEqual([
    [14, '0.004000000'],
    [12, '-0.003000000'],
  ]);
});

const atFee = (percent: number) => [{ revenue_share_pct: percent, bids: [bid('a', 12, 3)] }];

test('where no fee is taken, it is said that minimum prices meet gross bids', async () => {
  expect(codes(await compareLines(loadSmall(), noTiers(), atFee(0)))).toContain('fee.none');
  expect(codes(await compareLines(loadSmall(), noTiers(), atFee(15)))).not.toContain('fee.none');
  expect(codes(await compareLines(loadSmall(), noTiers(), [{ bids: [] }]))).not.toContain('fee.none');
});

test('sums stay exact beyond what a double holds', async () => {
  const price = 999_999.999999;
  const lines = Array.from({ length: 300 }, (_, at) => ({ seed: `${at}`, bids: [bid('a', 14, price)] }));
  const report = await compareLines(noTiers(), loadSmall(), lines);
  expect(report.gross_paid).toMatchObject({
    current: '299999.999999700',
    difference: '-299999.999999700',
    per_cent: -100,
  });
  expect(report.changes.find(({ kind }) => kind === 'sold_to_unsold')?.difference.gross_paid).toBe('-299999.999999700');
});

test('a log whose auctions are all alike is one block: there is no interval, and no launch', async () => {
  const report = await compareLines(
    loadSmall(),
    noTiers(),
    Array.from({ length: 200 }, () => ({ seed: 'x', bids: [bid('a', 14, 4), bid('b', 15, 3)] })),
    true,
  );
  expect(report.net_to_seller).toMatchObject({ difference: '0.200000000', interval: null });
  expect(report.verdict.decision).toBe('test_first');
  expect(reasons(report)).toContain('no_interval');
});

test('with fewer blocks than make sense there is no interval, and no row says that it has one', async () => {
  const lines = Array.from({ length: 9 }, (_, at) => ({
    seed: `${at}`,
    bids: [bid('a', 14, at + 1), bid('b', 15, 1)],
  }));
  const few = await compareLines(loadSmall(), noTiers(), lines);
  expect(few.net_to_seller).toMatchObject({ interval: null, per_thousand_interval: null, per_cent_interval: null });
  expect(few.buyers).toMatchObject({ comparisons: 0, rows: [{ interval: null }, { interval: null }] });
  const more = await compareLines(loadSmall(), noTiers(), [...lines, ...lines.map((line) => ({ ...line, seed: 'x' }))]);
  expect(more.net_to_seller.interval).not.toBeNull();
  expect(more.buyers.comparisons).toBe(2);
});

test('no loss is more than 100 %', async () => {
  // One auction in three brings nearly everything, and is lost.
  const lines = Array.from({ length: 12 }, (_, at) => ({
    seed: `${at}`,
    bids: [bid('a', 14, at % 3 === 0 ? 900 : 0.01)],
  }));
  const { per_cent: share, per_cent_interval: bounds } = (await compareLines(noTiers(), loadSmall(), lines)).gross_paid;
  expect([share, bounds?.low]).toEqual([-100, -100]);
});

test('what is unsold is in no row: an auction that is sold now changes the winner only', async () => {
  const draft = loadSmall((tiers) =>
    tiers.map((tier) => (tier.id === 2 ? { ...tier, member_action: 'include', min_price: '0.000000' } : tier)),
  );
  const { tiers, buyers } = await compareLines(loadSmall(), draft, [
    { bids: [bid('a', 14, 4)] },
    { bids: [bid('a', 15, 3)] },
  ]);
  expect(tiers.rows).toMatchObject([
    { id: 2, difference: { wins: 1 }, direction: 'unclear' },
    { kind: 'unknown', difference: { wins: 0 }, direction: 'same' },
  ]);
  expect(buyers.rows).toMatchObject([
    { id: 14, direction: 'unclear' },
    { id: 15, direction: 'same' },
  ]);
});

test('bids of unknown seats compete, without a tier', async () => {
  const line = {
    bid_request: { id: 'r', at: 1, imp: [{ id: '1' }] },
    bid_responses: [
      { seatbid: [{ seat: 'Stranger', bid: [{ impid: '1', price: 9 }] }] },
      { seatbid: [{ seat: 'Buyer 14', bid: [{ impid: '1', price: 5 }] }] },
      { seatbid: [{ seat: '12', bid: [{ impid: '1', price: 3 }] }] },
    ],
  };
  const draft = loadSmall((tiers) => tiers.filter(({ id }) => id !== 1));
  const report = await compareLines(loadSmall(), draft, [line]);
  expect(report.buyers.rows).toMatchObject([
    { kind: 'unknown', id: null, difference: { wins: 1 } },
    { kind: 'known', id: 12, name: 'Buyer 12', difference: { wins: -1 } },
  ]);
  expect(report.support.warnings.find(({ about }) => about === 'bids')?.message).toMatch(
    /1 \(.*\) of unknown buyers with seats such as "Stranger"/,
  );
  expect(reasons(report)).toEqual(['unknown_buyers', 'few_bids']);
});

test('a draft with thousands of tiers for one buyer is explained in a few sentences', async () => {
  const many = loadSmall(([include]) =>
    Array.from({ length: 5000 }, (_, at) => ({ ...include!, id: at + 1, min_price: '5.000000' })),
  );
  const report = await compareLines(loadSmall(), many, [{ bids: [bid('a', 12, 3), bid('b', 15, 4)] }]);
  const [example] = report.changes.find(({ kind }) => kind === 'buyer_changes')!.examples;
  expect(example!.bids[0]!.draft.explanation).toHaveLength(9);
  expect(example!.bids[0]!.draft.explanation.at(-1)).toBe('And 4993 more tiers do not match.');
});

describe('a change without effect is called one', () => {
  let auctions: readonly LoggedAuction[];
  beforeAll(async () => {
    auctions = await synthesizeAuctions(600, 8, 'same');
  });
  const sameTiers = { verdict: { decision: 'no_effect', reasons: [{ code: 'same_tiers' }] } };

  test.for<[string, (tiers: Tier[]) => readonly object[]]>([
    ['the same tiers', (tiers) => tiers],
    ['in another order', (tiers) => tiers.toReversed()],
    ['renamed', (tiers) => tiers.map((tier) => ({ ...tier, name: `new ${tier.name}`, description: 'x' }))],
    [
      'buyers in another order',
      (tiers) => tiers.map((tier) => ({ ...tier, buyer_members: tier.buyer_members!.toReversed() })),
    ],
    ['an idle tier more', (tiers) => [...tiers, { ...tiers[0]!, id: 99, buyer_members: null }]],
  ])('%s', async ([, change]) => {
    const report = compareAuctions(auctions, { current: loadDemo(), draft: loadDemo(change), seed: 's' });
    expect(report).toMatchObject({ ...sameTiers, support: { touched_auctions: 0 } });
    expect(report.net_to_seller).toMatchObject({
      difference: '0.000000000',
      interval: { low: '0.000000000', high: '0.000000000' },
    });
  });

  test('renumbered: equal priorities are drawn anew, which is chance and no effect', async () => {
    const draft = loadDemo((tiers) => tiers.map((tier) => ({ ...tier, id: 100 - tier.id })));
    const report = compareAuctions(auctions, { current: loadDemo(), draft, seed: 's' });
    expect(report).toMatchObject(sameTiers);
    expect(report.changes.find(({ kind }) => kind === 'tier_changes')!.auctions).toBeGreaterThan(0);
  });

  test('a tier that no bid of the log reaches', async () => {
    const draft = loadDemo((tiers) => [
      ...tiers,
      { ...tiers[1]!, id: 99, priority: 10, profile_id: null, min_price: '9999.000000' },
    ]);
    const report = compareAuctions(auctions, { current: loadDemo(), draft, seed: 's' });
    expect(report.verdict).toMatchObject({
      decision: 'no_effect',
      reasons: [{ code: 'nothing_changes', message: expect.stringContaining('3 in 600') as unknown }],
    });
    expect(report.lint.findings.filter(({ is_new: isNew }) => isNew)).not.toEqual([]);
  });
});

test('a tier set that does not compile is refused with what is wrong', () => {
  expect(() => loadSmall((tiers) => [tiers[0]!, tiers[0]!])).toThrow(/tiers\.1\.id .*is 1, which tiers\.0 /);
  expect(() => load({ tiers: 'none' })).toThrow(/is not a tier set: tiers /);
  expect(() => load({ tiers: [], colour: 1 })).toThrow(/is not a tier set: colour /);
});

test.for([
  '{"bid_request":{},"bid_responses":[{"seatbid":[null]}]}',
  '{"bid_request":{"imp":[{"id":"1"}]},"time":"never","bid_responses":[null,7,{"seatbid":[null,5,{"seat":"a","bid":5}]}]}',
])('a broken line of OpenRTB whose seats are none is passed over: %s', async (broken) => {
  const order = { current: loadDemo(), draft: demoDraft(), fee: chooseFee({}), seed: 's' };
  const report = await compare({ ...order, files: [writeLog(createFolder(), `{"bids":[]}\n${broken}\n`)] });
  expect(report).toMatchObject({ auctions: 1, input: { broken_lines: 1 } });
});

test('a row of a feed whose buyer is no id is a broken line of no buyer', async () => {
  const bids = [101, 102, '=cmd'].map((buyer, at) => ({
    date_time: 1763700000,
    auction_id_64: 7 + at,
    buyer_member_id: buyer,
    actual_bid_price: 2,
  }));
  const order = { current: loadDemo(), draft: demoDraft(), fee: chooseFee({}), seed: 's' };
  const report = await compare({ ...order, files: [writeLog(createFolder(), toSeparated(bids))] });
  expect(CompareReport.parse(report)).toEqual(report);
  expect(report).toMatchObject({ auctions: 2, input: { broken_lines: 1 }, usability: { lost_by_buyer: [] } });
});
