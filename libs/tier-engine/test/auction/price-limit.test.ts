import type { AuctionRequest, Bid, Tier, TierSetSource } from '@auction-tiers/tier-engine';
import {
  compile,
  Decision,
  decideAuction,
  explainAuction,
  forgoneMicros,
  minToWin,
  netMicros,
  runAuction,
} from '@auction-tiers/tier-engine';
import { Draws, drawPurpose, isRunning } from '@auction-tiers/tier-engine/linear';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bid, compiled, request, source, tier } from '../fixture/build.ts';
import { runs } from '../fixture/runs.ts';

/** A seller that prefers buyer 12, but for at most 1.00, before anybody. */
const preferred = (given: Partial<Tier> = {}) => tier({ id: 1, maxForgoneMicros: 1_000_000, ...given });
const rival = (grossMicros: number) => bid({ id: 'b2', memberId: 7, grossMicros });

describe('a preference with a limit', () => {
  const tierSet = compiled(source([preferred()]));
  const winnerAgainst = (grossMicros: number) =>
    runAuction(tierSet, request({ bids: [bid(), rival(grossMicros)] })).winner?.bidId;

  test('holds while the best other bid is at most the limit higher, and not a micro longer', () => {
    expect(winnerAgainst(2_000_000)).toBe('b1');
    expect(winnerAgainst(2_000_001)).toBe('b2');
  });

  test('is explained with the highest net, the limit and the gross price that would do', () => {
    const asked = request({ feePpm: 150_000, bids: [bid({ grossMicros: 2_000_000 }), rival(4_000_000)] });
    const { tiers, outcome, tierId } = explainAuction(tierSet, asked).bids[0]!;
    expect({ outcome, tierId }).toEqual({ outcome: 'outbid', tierId: null });
    expect(tiers[0]).toMatchObject({
      result: 'too_costly',
      detail: {
        grossMicros: 2_000_000,
        feePpm: 150_000,
        netMicros: 1_700_000,
        highestNetMicros: 3_400_000,
        maxForgoneMicros: 1_000_000,
        grossNeededMicros: 2_823_530,
      },
    });
    expect(netMicros(2_823_530, 150_000)).toBe(2_400_000);
    expect(netMicros(2_823_529, 150_000)).toBe(2_399_999);
  });

  test('does not compare with bids that are excluded or below the floor', () => {
    const excluding = compiled(source([preferred(), tier({ id: 2, memberAction: 'exclude', buyerMemberIds: [7] })]));
    const bids = [bid(), rival(9_000_000), bid({ id: 'b3', memberId: 8, grossMicros: 8_000_000, floorMicros: 9e6 })];
    expect(runAuction(excluding, request({ bids })).winner?.bidId).toBe('b1');
  });

  test('lets the next matching tier take the bid, which may be an exclude', () => {
    const lower = { id: 2, priority: 3 };
    const outcomes = [tier({ ...lower }), tier({ ...lower, memberAction: 'exclude' })].map((next) => {
      const { outcome, tierId } = runAuction(
        compiled(source([preferred(), next])),
        request({ bids: [bid(), rival(5_000_000)] }),
      ).bids[0]!;
      return { outcome, tierId };
    });
    expect(outcomes).toEqual([
      { outcome: 'won', tierId: 2 },
      { outcome: 'excluded', tierId: 2 },
    ]);
  });

  test('is refused on an exclude, below 0 and in parts of a micro', () => {
    const issues = [{ memberAction: 'exclude' as const }, { maxForgoneMicros: -1 }, { maxForgoneMicros: 0.5 }].map(
      (given) => compile(source([preferred(given)])),
    );
    for (const result of issues) {
      expect(result).toMatchObject({ ok: false, issues: [{ path: 'tiers[0].maxForgoneMicros' }] });
    }
  });
});

test('a bid wins by lifting the highest net so far that a preferred rival falls out of its tier', () => {
  const tierSet = compiled(source([preferred({ priority: 9 })]));
  const asked = request({ bids: [bid(), rival(1_500_000)] });
  const decision = new Decision();
  decideAuction(tierSet, asked, decision);
  const [own, least] = minToWin(tierSet, asked, decision);
  expect(least).toEqual({ grossMicros: 2_000_001, reason: null });
  // The preferred bid itself needs no more than what its limit allows.
  expect(own).toEqual({ grossMicros: 500_000, reason: null });
});

/** Few values, so that prices, buyers, priorities and limits meet. Targeting is left to the tests of the other laws. */
const buyer = fc.integer({ min: 1, max: 4 });
const price = fc.oneof(fc.constantFrom(1_000_000, 1_500_000, 2_000_000), fc.integer({ min: 0, max: 4_000_000 }));
const fee = fc.constantFrom(0, 150_000, 333_333);
const tierSetSource: fc.Arbitrary<TierSetSource> = fc
  .uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 50 }),
      priority: fc.constantFrom(1, 5, 10),
      memberAction: fc.constantFrom('include' as const, 'include' as const, 'exclude' as const),
      minPriceMicros: fc.constantFrom(0, 0, 500_000, 1_000_000),
      profileId: fc.constant(null),
      buyerMemberIds: fc.uniqueArray(buyer, { minLength: 1, maxLength: 3 }),
      maxForgoneMicros: fc.option(fc.constantFrom(0, 300_000, 500_000, 1_000_000), { freq: 2 }),
    }),
    { maxLength: 6, selector: ({ id }) => id },
  )
  .map((tiers) =>
    source(tiers.map((one) => (one.memberAction === 'exclude' ? { ...one, maxForgoneMicros: null } : one))),
  );
const auctionRequest: fc.Arbitrary<AuctionRequest> = fc.record({
  auctionType: fc.constantFrom(1 as const, 2 as const),
  bidFloorMicros: fc.constantFrom(0, 0, 1_000_000),
  feePpm: fee,
  seed: fc.string({ minLength: 1, maxLength: 12 }),
  timeMs: fc.constant(0),
  impression: fc.constant({}),
  bids: fc
    .array(
      fc.record({
        memberId: fc.option(buyer, { freq: 5 }),
        grossMicros: price,
        feePpm: fc.option(fee, { nil: undefined }),
        floorMicros: fc.option(price, { nil: undefined, freq: 9 }),
      }),
      { maxLength: 7 },
    )
    .map((given) => given.map((one, at) => ({ id: `b${at}`, ...one }))),
});
const auctionRequests = fc.array(auctionRequest, { minLength: 1, maxLength: 3 });

/* The rules of limits written a second time, over all tiers and without an index. */
function decideIndependently(tiers: readonly Tier[], asked: AuctionRequest) {
  const draws = new Draws(asked.seed);
  const netOf = ({ grossMicros, feePpm }: Bid) => netMicros(grossMicros, feePpm ?? asked.feePpm);
  const tierOf = (one: Bid, index: number, highestNet: number) => {
    const matching = tiers
      .filter((each) => isRunning(each, asked.timeMs) && one.memberId !== null)
      .filter((each) => each.buyerMemberIds.includes(one.memberId!) && netOf(one) >= (each.minPriceMicros ?? 0))
      .filter(({ maxForgoneMicros }) => highestNet - netOf(one) <= (maxForgoneMicros ?? Infinity));
    const first = Math.max(...matching.map(({ priority }) => priority));
    const tied = matching.filter(({ priority }) => priority === first).toSorted((a, b) => a.id - b.id);
    return tied.length > 1 ? tied[draws.u32(index, drawPurpose.tier, tied.length) % tied.length] : tied[0];
  };
  const place = (highestNet: number) =>
    asked.bids.map((one, at) => ({ one, at, net: netOf(one), tier: tierOf(one, at, highestNet) }));
  const taking = (highestNet: number) =>
    place(highestNet).filter(
      ({ one, tier: own }) =>
        own?.memberAction !== 'exclude' && one.grossMicros >= (one.floorMicros ?? asked.bidFloorMicros),
    );
  const highestNet = Math.max(0, ...taking(-Infinity).map(({ net }) => net));
  const [won] = taking(highestNet).toSorted(
    (a, b) =>
      (b.tier?.priority ?? 0) - (a.tier?.priority ?? 0) || b.net - a.net || draws.sortKey(a.at) - draws.sortKey(b.at),
  );
  return { winner: won?.one.id, tierIds: place(highestNet).map(({ tier: own }) => own?.id ?? null) };
}

test('winner and tiers are those of the rules, in random auctions', () => {
  let tooCostly = 0;
  fc.assert(
    fc.property(tierSetSource, auctionRequest, (given, asked) => {
      const { tiers } = given;
      const { winner, bids } = runAuction(compiled(given), asked);
      const told = { winner: winner?.bidId, tierIds: bids.map(({ tierId }) => tierId) };
      expect(told).toEqual(decideIndependently(tiers, asked));
      const unlimited = tiers.map((one) => ({ ...one, maxForgoneMicros: null }));
      if (runAuction(compiled({ ...given, tiers: unlimited }), asked).winner?.bidId !== told.winner) tooCostly++;
    }),
    { numRuns: runs(20_000) },
  );
  expect(tooCostly).toBeGreaterThan(runs(200));
});

test('without limits a tier set decides byte for byte as one whose tiers know no limits', () => {
  fc.assert(
    fc.property(tierSetSource, auctionRequest, (given, asked) => {
      const [none, never] = [null, undefined].map((maxForgoneMicros) => {
        const tiers = given.tiers.map(({ maxForgoneMicros: _limit, ...one }) =>
          maxForgoneMicros === null ? { ...one, maxForgoneMicros } : one,
        );
        return JSON.stringify(explainAuction(compiled({ ...given, tiers }), asked));
      });
      expect(none).toBe(never);
      // A limit above every price never binds.
      const wide = given.tiers.map((one) => ({
        ...one,
        maxForgoneMicros: one.memberAction === 'include' ? 999_999_999_999 : null,
      }));
      expect(JSON.stringify(explainAuction(compiled({ ...given, tiers: wide }), asked))).toBe(never);
    }),
    { numRuns: runs(20_000) },
  );
});

test('at first price an auction forgoes at most the limit that every include has', () => {
  let bound = 0;
  fc.assert(
    fc.property(tierSetSource, auctionRequests, fc.constantFrom(0, 400_000, 1_200_000), (given, requests, limit) => {
      const tiers = given.tiers.map((one) => ({
        ...one,
        maxForgoneMicros: one.memberAction === 'include' ? limit : null,
      }));
      const tierSet = compiled({ ...given, tiers });
      for (const asked of requests.map((one) => ({ ...one, auctionType: 1 as const }))) {
        const decision = new Decision();
        decideAuction(tierSet, asked, decision);
        const forgone = forgoneMicros(asked, decision);
        expect(forgone).toBeLessThanOrEqual(limit);
        if (forgone > 0) bound++;
      }
    }),
    { numRuns: runs(20_000) },
  );
  expect(bound).toBeGreaterThan(runs(200));
});

test('a larger limit of the only limited tier never lowers the wins of its buyers, where no exclude shares its priority', () => {
  const wins = { smaller: 0, larger: 0 };
  fc.assert(
    fc.property(tierSetSource, auctionRequest, fc.nat({ max: 1_500_000 }), (given, asked, limit) => {
      const limited = given.tiers.find(({ memberAction }) => memberAction === 'include');
      if (limited === undefined) return;
      const tiers = given.tiers.filter((one) => one.memberAction === 'include' || one.priority !== limited.priority);
      const isWon = (maxForgoneMicros: number) => {
        const changed = tiers.map((one) => ({ ...one, maxForgoneMicros: one === limited ? maxForgoneMicros : null }));
        const { winner } = runAuction(compiled({ ...given, tiers: changed }), asked);
        return limited.buyerMemberIds.includes(winner?.memberId ?? 0) ? 1 : 0;
      };
      const [smaller, larger] = [isWon(limit), isWon(limit + 300_000)];
      expect(larger).toBeGreaterThanOrEqual(smaller);
      wins.smaller += smaller;
      wins.larger += larger;
    }),
    { numRuns: runs(20_000) },
  );
  expect(wins.larger).toBeGreaterThan(wins.smaller);
});

test('the order in which bids are looked at does not matter: without ties, a turned request has the same winner', () => {
  fc.assert(
    fc.property(tierSetSource, auctionRequest, (given, asked) => {
      // One tier per priority and one bid per price, so that no draw, which depends on the place of a bid, decides.
      const tiers = given.tiers.filter((one, at, all) => all.findIndex((o) => o.priority === one.priority) === at);
      const bids = [...new Map(asked.bids.map((one) => [one.grossMicros, { ...one, feePpm: 0 }])).values()];
      const tierSet = compiled({ ...given, tiers });
      const answers = [bids, bids.toReversed()].map((turned) => {
        const { winner, bids: results } = runAuction(tierSet, { ...asked, bids: turned });
        return { winner, tierOf: Object.fromEntries(results.map(({ bidId, tierId }) => [bidId, tierId])) };
      });
      expect(answers[0]).toEqual(answers[1]);
    }),
    { numRuns: runs(20_000) },
  );
});

test('with limits, a bid of its least price wins and of a micro less does not', () => {
  let lifting = 0;
  fc.assert(
    fc.property(tierSetSource, auctionRequest, (given, asked) => {
      const tierSet = compiled(given);
      const decision = new Decision();
      decideAuction(tierSet, asked, decision);
      const winsAt = (index: number, grossMicros: number) => {
        const bids = asked.bids.map((one, at) => (at === index ? { ...one, grossMicros } : one));
        return runAuction(tierSet, { ...asked, bids }).winner?.bidId === asked.bids[index]!.id;
      };
      for (const [index, { grossMicros }] of minToWin(tierSet, asked, decision).entries()) {
        const around = asked.bids.flatMap((one) =>
          [0, 1, 300_000, 300_001, 500_001, 1_000_001].map((more) => one.grossMicros + more),
        );
        for (const gross of around) if (gross < (grossMicros ?? Infinity)) expect(winsAt(index, gross)).toBe(false);
        if (grossMicros === null) continue;
        expect(winsAt(index, grossMicros)).toBe(true);
        if (grossMicros > 0) expect(winsAt(index, grossMicros - 1)).toBe(false);
        const others = asked.bids.filter((_, at) => at !== index).map((one) => one.grossMicros);
        if (grossMicros > Math.max(0, ...others) + 1) lifting++;
      }
    }),
    { numRuns: runs(20_000) },
  );
  // Bids that win only above every other bid, mostly by putting others out of their tiers.
  expect(lifting).toBeGreaterThan(runs(200));
});
