import { addRecord, findRecords } from '@auction-tiers/store';
import { pairCell, pairWidth, ReportCounts, totalCell } from '@auction-tiers/tally';
import {
  type AuctionRequest,
  type AuctionResult,
  compile,
  decideAuction,
  Decision,
  outcomes,
  type TierSet,
  toAuctionResult,
} from '@auction-tiers/tier-engine';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutsOf } from '../../src/report/cut.ts';
import { ReportCounter } from '../../src/report/report-counter.ts';
import { takePart } from '../../src/report/report-flusher.ts';
import { countByHand, type CountedAuction } from './count-answers.ts';

const price = fc.oneof(fc.integer({ min: 0, max: 5_000_000 }), fc.integer({ min: 0, max: 999_999_999_999 }));
/** Also such as do not fit into 32 bits, as half of the tiers' ids. */
const buyer = fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constantFrom(2 ** 31, 2 ** 32 + 1, 2 ** 53 - 1));

const tier = fc.record({
  priority: fc.integer({ min: 1, max: 3 }),
  memberAction: fc.constantFrom('include' as const, 'exclude' as const),
  minPriceMicros: fc.oneof(fc.constant(0), price),
  buyerMemberIds: fc.uniqueArray(buyer, { maxLength: 4 }),
});

const tierSetOf = (ymProfileId: number) =>
  fc.array(tier, { maxLength: 6 }).map((tiers): TierSet => {
    const source = tiers.map((one, at) => ({ ...one, id: at % 2 === 0 ? at + 1 : 2 ** 32 + at, profileId: null }));
    const compiled = compile({ ymProfileId, revision: '', tiers: source, profiles: [] });
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.issues));
    return compiled.tierSet;
  });

const feePpm = fc.integer({ min: 0, max: 999_999 });

const request = fc
  .record({
    auctionType: fc.constantFrom(1 as const, 2 as const),
    bidFloorMicros: fc.oneof(fc.constant(0), price),
    feePpm,
    bids: fc.array(fc.record({ memberId: fc.option(buyer), grossMicros: price }), { maxLength: 12 }),
  })
  .map(
    ({ bids, ...rest }): AuctionRequest => ({
      ...rest,
      seed: 'seed',
      timeMs: 0,
      impression: {},
      bids: bids.map((bid, at) => ({ id: String(at), ...bid })),
    }),
  );

const msPerHour = 3_600_000;
const startMs = Date.UTC(2026, 10, 21, 8);

/** What a counter has, as `countByHand` has it. */
function read(counter: ReportCounter) {
  return counter.changed().map(({ ymProfileId, hour, counts }) => ({ ymProfileId, hour, ...figuresOf(counts) }));
}

function figuresOf({ totals, pairs }: ReportCounts) {
  const counted = outcomes.map((name, code) => [name, totals.cells[totalCell.outcomes + code]!] as const);
  const rows = Array.from({ length: pairs.size }, (_, at) => (at + 1) * pairWidth);
  return {
    totals: {
      auctions: totals.cells[totalCell.auctions]!,
      sold: totals.cells[totalCell.sold]!,
      without_bids: totals.cells[totalCell.withoutBids]!,
      outcomes: Object.fromEntries(counted.filter(([, count]) => count > 0)),
      gross: totals.exact(totalCell.gross),
      net: totals.exact(totalCell.net),
      forgone: totals.exact(totalCell.forgone),
      excluded_net: totals.exact(totalCell.excludedNet),
    },
    pairs: new Map(
      rows.map((row) => [
        `${pairs.sums.cells[row + pairCell.tier]} ${pairs.sums.cells[row + pairCell.buyer]}`,
        {
          bids: pairs.sums.cells[row + pairCell.bids]!,
          won: pairs.sums.cells[row + pairCell.won]!,
          excluded: pairs.sums.cells[row + pairCell.excluded]!,
          gross: pairs.sums.exact(row + pairCell.gross),
          net: pairs.sums.exact(row + pairCell.net),
          forgone: pairs.sums.exact(row + pairCell.forgone),
          excluded_net: pairs.sums.exact(row + pairCell.excludedNet),
        },
      ]),
    ),
  };
}

const seller = { memberId: 1, cuts: cutsOf(undefined), breakdowns: [] };
const decision = new Decision();

function runCounted(tierSet: TierSet, asked: AuctionRequest, counter: ReportCounter): AuctionResult {
  decideAuction(tierSet, asked, decision);
  counter.count(tierSet, asked, decision);
  return toAuctionResult(tierSet, asked, decision);
}

test('counts are those that plain maps make of the answers, by ym-profile and by the hour of the decision', () => {
  const auction = fc.record({ request, of: fc.nat(1), hours: fc.nat(2) });
  fc.assert(
    fc.property(fc.tuple(tierSetOf(1), tierSetOf(2)), fc.array(auction, { maxLength: 40 }), (tierSets, auctions) => {
      let nowMs = startMs;
      const counter = new ReportCounter(
        () => seller,
        () => nowMs,
      );
      const decided = new Map<string, CountedAuction[]>();
      for (const { request: asked, of, hours } of auctions.toSorted((a, b) => a.hours - b.hours)) {
        nowMs = startMs + hours * msPerHour;
        const result = runCounted(tierSets[of]!, asked, counter);
        const key = `${of + 1} 2026-11-21T${String(8 + hours).padStart(2, '0')}`;
        decided.set(key, [...(decided.get(key) ?? []), { ...asked, result }]);
      }
      const counted = read(counter).map(
        ({ ymProfileId, hour, ...counts }) => [`${ymProfileId} ${hour}`, counts] as const,
      );
      const wanted = [...decided].map(([key, list]) => [key, countByHand(list)] as const);
      expect(new Map(counted)).toEqual(new Map(wanted));
    }),
  );
});

test('what is taken from time to time adds up to every auction, and no hour is forgotten that has counts', () => {
  const auction = fc.record({
    request,
    of: fc.nat(1),
    hours: fc.nat(2),
    isTakenAfter: fc.nat(30).map((one) => one === 0),
  });
  const parameters = fc.tuple(fc.array(tierSetOf(1), { minLength: 1, maxLength: 3 }), tierSetOf(2));
  fc.assert(
    fc.property(parameters, fc.array(auction, { minLength: 150, maxLength: 300 }), ([ones, other], auctions) => {
      let nowMs = startMs;
      const counter = new ReportCounter(
        () => seller,
        () => nowMs,
      );
      const taken = new Map<string, ReportCounts>();
      const take = () => {
        for (const { ymProfileId, hour, counts } of counter.changed()) {
          const sum = taken.get(`${ymProfileId} ${hour}`) ?? new ReportCounts();
          sum.add(counts);
          taken.set(`${ymProfileId} ${hour}`, sum);
          counts.clear();
        }
        counter.forgetStored();
      };
      const decided = new Map<string, CountedAuction[]>();
      for (const [at, { request: asked, of, hours, isTakenAfter }] of auctions
        .toSorted((a, b) => a.hours - b.hours)
        .entries()) {
        nowMs = startMs + hours * msPerHour;
        const tierSet = of === 0 ? ones[at % ones.length]! : other;
        const result = runCounted(tierSet, asked, counter);
        const key = `${of + 1} 2026-11-21T${String(8 + hours).padStart(2, '0')}`;
        decided.set(key, [...(decided.get(key) ?? []), { ...asked, result }]);
        if (isTakenAfter) take();
        // What is forgotten was stored: this auction is not.
        else counter.forgetStored();
      }
      take();
      expect(counter.changed()).toEqual([]);
      const counted = [...taken].map(([key, counts]) => [key, figuresOf(counts)] as const);
      const wanted = [...decided].map(([key, list]) => [key, countByHand(list)] as const);
      expect(new Map(counted)).toEqual(new Map(wanted));
    }),
    { numRuns: 30 },
  );
});

test('an auction counts for the hour of its decision, whatever time it names', () => {
  const counter = countAt(startMs);
  runCounted(emptySet(), auctionOf([]), counter);
  const [piece] = counter.changed();
  expect(takePart(piece!)).toMatchObject({ hour: '2026-11-21T08', day: '2026-11-21@UTC' });
});

function emptySet(): TierSet {
  const compiled = compile({ ymProfileId: 1, revision: '', tiers: [], profiles: [] });
  if (!compiled.ok) throw new Error('an empty tier set must compile');
  return compiled.tierSet;
}

/** An auction of first price with a bid of each buyer. */
const auctionOf = (buyers: readonly number[]): AuctionRequest => ({
  auctionType: 1,
  bidFloorMicros: 0,
  feePpm: 0,
  seed: 's',
  timeMs: 0,
  impression: {},
  bids: buyers.map((memberId) => ({ id: String(memberId), memberId, grossMicros: memberId })),
});

const countAt = (nowMs: number) =>
  new ReportCounter(
    () => seller,
    () => nowMs,
  );

test('an auction that is counted while the counts before it are on their way to the store is in them as a whole', () => {
  const counter = countAt(startMs);
  const tierSet = emptySet();
  runCounted(tierSet, auctionOf([1, 2]), counter);
  const [hour] = counter.changed();
  runCounted(tierSet, auctionOf([2, 3]), counter);
  const record = Buffer.from(takePart(hour!).record);
  const sum = new ReportCounts();
  for (const place of findRecords(record).records) addRecord(record, place, sum);
  const { totals, pairs } = figuresOf(sum);
  expect([totals.auctions, totals.outcomes]).toEqual([2, { won: 2, outbid: 2 }]);
  const counted = Object.fromEntries(Array.from(pairs, ([pair, { bids, won }]) => [pair, [bids, won]]));
  expect(counted).toEqual({ '0 1': [1, 0], '0 2': [2, 1], '0 3': [1, 1] });
  expect(counter.changed()).toEqual([]);
});

const range = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);

test('of auctions with thousands of buyers each bid is counted', () => {
  const counter = countAt(startMs);
  const tierSet = emptySet();
  // More at once than are kept apart from the rows, then little by little.
  for (const buyers of [range(1, 6000), range(3000, 6000), [1]]) runCounted(tierSet, auctionOf(buyers), counter);
  for (let first = 1; first <= 9000; first += 20) runCounted(tierSet, auctionOf(range(first, 20)), counter);
  const [counted] = read(counter);
  const bidsOf = (memberId: number) => counted?.pairs.get(`0 ${memberId}`)?.bids;
  expect([1, 2, 2999, 3000, 6000, 6001, 8999, 9000].map(bidsOf)).toEqual([3, 2, 2, 3, 3, 2, 2, 1]);
  expect([...counted!.pairs.values()].reduce((sum, { bids }) => sum + bids, 0)).toBe(6000 + 6000 + 1 + 9000);
});

test('an auction that counts as several impressions counts as if it had been decided so many times', () => {
  const auction = fc.record({ request, times: fc.integer({ min: 1, max: 4 }) });
  fc.assert(
    fc.property(tierSetOf(1), fc.array(auction, { maxLength: 10 }), (tierSet, auctions) => {
      const counters = [0, 1].map(
        () =>
          new ReportCounter(
            () => seller,
            () => startMs,
          ),
      );
      for (const { request: asked, times } of auctions) {
        runCounted(tierSet, { ...asked, quantityMicros: times * 1_000_000 }, counters[0]!);
        for (let time = 0; time < times; time++) runCounted(tierSet, asked, counters[1]!);
      }
      expect(read(counters[0]!)).toEqual(read(counters[1]!));
    }),
  );
});
