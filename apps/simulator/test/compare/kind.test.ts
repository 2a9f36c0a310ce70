import { type CompareReport, warningKeyOf } from '@auction-tiers/contract/compare-report';
import { expect, test } from 'vitest';
import { chooseFee } from '../../src/log/auction/fee.ts';
import type { CompareOrder } from '../../src/run/compare.ts';
import { compare } from '../../src/run/compare.ts';
import { createFolder } from '../fixture/folder.ts';
import { createBodies, toOpenRtbLine, toOwnLine } from '../log/bodies.ts';
import { toFeedBids, toSeparated } from '../log/feed.ts';
import { writeLog } from '../fixture/small-log.ts';
import type { Tier } from './tier-set.ts';
import { loadSmall } from './tier-set.ts';

const bodies = createBodies(300);

/** Tiers that ask for nothing that only some kinds of log can tell. */
const tiers =
  (minPrice: string) =>
  ([include, exclude]: Tier[]) => [
    { ...include!, min_price: minPrice, buyer_members: [101, 102, 103, 104, 105].map((id) => ({ id, name: null })) },
    { ...exclude!, buyer_members: [{ id: 110, name: null }] },
  ];
const [current, draft] = [loadSmall(tiers('5.000000')), loadSmall(tiers('8.800000'))];

async function compareText(text: string, more: Partial<CompareOrder> = {}): Promise<CompareReport> {
  const files = [writeLog(createFolder(), text)];
  return compare({ files, current, draft, fee: chooseFee({}), seed: 's', ...more });
}

/** What is said of the auctions, not of the file. */
function essence({
  input: _input,
  fee: _fee,
  support,
  verdict: _verdict,
  changes,
  largest_differences: largest,
  ...report
}: CompareReport) {
  return {
    ...report,
    support: { ...support, warnings: [] },
    largest: { ...largest, auctions: largest.auctions.map(({ file: _file, place: _place, ...one }) => one) },
    changes: changes.map(({ examples, ...change }) => ({ ...change, seeds: examples.map(({ seed }) => seed) })),
  };
}

test('a feed gives the report that our own lines of the same auctions give', async () => {
  const own = await compareText(bodies.map(toOwnLine).join('\n'));
  const feed = await compareText(toSeparated(bodies.flatMap(toFeedBids)));
  expect(own.support.touched_auctions).toBeGreaterThan(20);
  expect(essence(feed)).toEqual(essence(own));
  expect([own.fee.bids.default, feed.fee.bids.feed]).toEqual([own.bids, own.bids]);
  const codes = feed.support.warnings.map(warningKeyOf);
  expect(codes).toContain('log_lacks.bids');
  // Its prices are net already.
  expect(codes).not.toContain('fee.none');
});

test('a feed that is declared whole is no sample: it is judged as our own lines of the same auctions are', async () => {
  const own = await compareText(bodies.map(toOwnLine).join('\n'));
  const feedText = toSeparated(bodies.flatMap(toFeedBids));
  const sample = await compareText(feedText);
  const whole = await compareText(feedText, { isComplete: true });
  expect([sample.is_complete, whole.is_complete]).toEqual([false, true]);
  expect(whole.verdict.reasons.map(({ code }) => code)).not.toContain('feed');
  expect(whole.verdict.decision).toBe(own.verdict.decision);
  expect(whole.support.warnings.map(warningKeyOf)).not.toContain('log_lacks.bids');
});

/** A week in which a draft that excludes nobody brings more. */
const week = createBodies(2000).map((body, at) => ({
  ...body,
  impression: { time: new Date(Date.UTC(2026, 10, 9 + Math.floor(at / 286), (5 * at) % 24)).toISOString() },
}));
const excluding = loadSmall(([, exclude]) => [
  {
    ...exclude!,
    profile_id: null,
    min_price: null,
    buyer_members: [101, 106, 111, 116].map((id) => ({ id, name: null })),
  },
]);
const excludingNobody = loadSmall(([include]) => [
  { ...include!, profile_id: null, buyer_members: [{ id: 120, name: null }], min_price: '9.900000' },
]);
const openRtbWithTime = week.map((body) =>
  JSON.stringify({ ...JSON.parse(toOpenRtbLine(body)), time: body.impression.time }),
);

test.for([
  { kind: 'our own lines', text: week.map(toOwnLine).join('\n'), isComplete: false, decision: 'launch' },
  { kind: 'OpenRTB with times', text: openRtbWithTime.join('\n'), isComplete: false, decision: 'launch' },
  { kind: 'a feed', text: toSeparated(week.flatMap(toFeedBids)), isComplete: false, decision: 'test_first' },
  { kind: 'a feed declared whole', text: toSeparated(week.flatMap(toFeedBids)), isComplete: true, decision: 'launch' },
])('$kind of a clear gain over a week: $decision', async ({ text, isComplete, decision }) => {
  const { verdict } = await compareText(text, { current: excluding, draft: excludingNobody, isComplete });
  const codes = verdict.reasons.map(({ code }) => code);
  expect([verdict.decision, codes]).toEqual([decision, [decision === 'launch' ? 'interval_above_zero' : 'feed']]);
});

test('a feed that is declared whole still cannot try tiers with a profile', async () => {
  const withProfile = loadSmall((all) => tiers('8.800000')(all).map((tier) => ({ ...tier, profile_id: 9 })));
  const report = await compareText(toSeparated(bodies.flatMap(toFeedBids)), { isComplete: true, draft: withProfile });
  expect(report.support.warnings.map(warningKeyOf)).toContain('log_lacks.attributes');
});

test('OpenRTB gives the same figures; it names no time', async () => {
  const own = await compareText(bodies.map(toOwnLine).join('\n'));
  const openrtb = await compareText(bodies.map((body) => toOpenRtbLine(body)).join('\n'));
  expect(openrtb.totals).toEqual(own.totals);
  expect(openrtb.net_to_seller.difference).toBe(own.net_to_seller.difference);
  expect(openrtb.distribution).toEqual(own.distribution);
  expect(openrtb.support.warnings.map(warningKeyOf)).toContain('too_little.hours');
});
