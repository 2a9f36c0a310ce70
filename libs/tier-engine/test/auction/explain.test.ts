import type { AuctionRequest, Bid, Tier, TierSetSource } from '@auction-tiers/tier-engine';
import { explainAuction, netMicros, runAuction, selectTiers } from '@auction-tiers/tier-engine';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { auctionRequests, tierSetSource } from '../fixture/arbitrary.ts';
import { bid, compiled, profile, request, source, tier } from '../fixture/build.ts';
import { indexed } from '../fixture/matcher.ts';
import { runs } from '../fixture/runs.ts';

/** The first condition that fails, told without the explanation: the profile is asked by selecting with this tier alone. */
function expectedResult(set: TierSetSource, asked: AuctionRequest, highestNet: number, given: Bid, one: Tier): string {
  if (one.state === 'inactive') return 'inactive';
  if (asked.timeMs < (one.startMs ?? 0) || asked.timeMs >= (one.endMs ?? Infinity)) return 'out_of_flight';
  if (given.memberId === null || !one.buyerMemberIds.includes(given.memberId)) return 'buyer_not_listed';
  const net = netMicros(given.grossMicros, given.feePpm ?? asked.feePpm);
  if (net < (one.minPriceMicros ?? 0)) return 'below_min_price';
  const [tierId] = indexed({ ...set, tiers: [one] }, { ...asked, bids: [given] });
  if (tierId !== one.id) return 'profile_mismatch';
  return net + (one.maxForgoneMicros ?? Infinity) < highestNet ? 'too_costly' : 'matched';
}

test('an explanation is of the decision: same auction, same tiers, the first condition that failed', () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(tierSetSource, auctionRequests, (set, requests) => {
      const tierSet = compiled(set);
      for (const asked of requests) {
        const { forgoneMicros: _forgone, ...explained } = explainAuction(tierSet, asked);
        const bids = explained.bids.map(({ tiers: _tiers, choice: _choice, minToWin: _least, ...result }) => result);
        expect({ ...explained, bids }).toEqual(runAuction(tierSet, asked));

        const decided = runAuction(tierSet, asked).bids.filter(({ rank }) => rank !== null);
        const highestNet = Math.max(0, ...decided.map((one) => one.netMicros));
        const out = new Int32Array(asked.bids.length);
        selectTiers(tierSet, asked, out);
        for (const [index, { tiers, choice }] of explained.bids.entries()) {
          expect(tiers.map(({ tierId }) => tierId)).toEqual(tierSet.tiers.map(({ id }) => id));
          expect('tierId' in choice ? choice.tierId : undefined).toBe(tierSet.tiers[out[index]!]?.id);
          const results = tierSet.tiers.map((one) => expectedResult(set, asked, highestNet, asked.bids[index]!, one));
          expect(tiers.map(({ result }) => result)).toEqual(results);
          for (const kind of [choice.kind, ...results]) seen.set(kind, (seen.get(kind) ?? 0) + 1);
        }
      }
    }),
    { numRuns: runs(1000) },
  );
  expect([...seen.keys()].toSorted()).toEqual([
    'below_min_price',
    'buyer_not_listed',
    'higher_priority',
    'inactive',
    'matched',
    'none',
    'only_match',
    'out_of_flight',
    'profile_mismatch',
    'random_draw',
    'too_costly',
  ]);
});

test('an explanation survives JSON', () => {
  fc.assert(
    fc.property(tierSetSource, auctionRequests, (set, requests) => {
      const tierSet = compiled(set);
      for (const asked of requests) {
        const explained = explainAuction(tierSet, asked);
        expect(JSON.parse(JSON.stringify(explained))).toStrictEqual(explained);
      }
    }),
    { numRuns: runs(300) },
  );
});

/** Explains one bid against tiers. */
function explainBid(set: TierSetSource, asked: AuctionRequest) {
  return explainAuction(compiled(set), asked).bids[0]!;
}

describe('what a tier says', () => {
  const asked = request({ feePpm: 150_000, bids: [bid({ grossMicros: 2_000_000 })] });

  test('a buyer that it does not name, and the buyers that it names', () => {
    const { tiers } = explainBid(source([tier({ id: 1, buyerMemberIds: [11, 13] })]), asked);
    expect(tiers).toEqual([
      {
        tierId: 1,
        priority: 5,
        memberAction: 'include',
        result: 'buyer_not_listed',
        detail: { memberId: 12, buyerMemberIds: [11, 13] },
      },
    ]);
  });

  test('a net price below its minimum, and the gross price that would have done', () => {
    const { tiers } = explainBid(source([tier({ id: 1, minPriceMicros: 2_000_000 })]), asked);
    expect(tiers[0]).toMatchObject({
      result: 'below_min_price',
      detail: {
        grossMicros: 2_000_000,
        feePpm: 150_000,
        netMicros: 1_700_000,
        minPriceMicros: 2_000_000,
        grossNeededMicros: 2_352_942,
      },
    });
  });

  test('no gross price that would have done can be written', () => {
    const { tiers } = explainBid(
      source([tier({ id: 1, minPriceMicros: 900_000_000_000 })]),
      request({ bids: [bid({ feePpm: 999_999 })] }),
    );
    expect(tiers[0]!.detail).toMatchObject({ grossNeededMicros: null });
  });

  test('a match, with what was enough', () => {
    const { tiers } = explainBid(source([tier({ id: 1, minPriceMicros: 1_700_000 })]), asked);
    expect(tiers[0]).toMatchObject({
      result: 'matched',
      detail: { netMicros: 1_700_000, minPriceMicros: 1_700_000, profileId: null },
    });
  });

  test('the buyer comes before the price, and the price before the profile', () => {
    const elsewhere = profile(7, { country: { action: 'include', values: ['CA'] } });
    const tooDear = { minPriceMicros: 9_000_000, profileId: 7 };
    const { tiers } = explainBid(
      source(
        [tier({ id: 1, ...tooDear, buyerMemberIds: [1] }), tier({ id: 2, ...tooDear }), tier({ id: 3, profileId: 7 })],
        [elsewhere],
      ),
      asked,
    );
    expect(tiers.map(({ result }) => result)).toEqual(['buyer_not_listed', 'below_min_price', 'profile_mismatch']);
  });
});

const decide = (...tiers: Tier[]) => explainBid(source(tiers), request()).choice;

describe('why a tier won', () => {
  test('nothing matches', () => {
    expect(decide(tier({ id: 1, buyerMemberIds: [] }))).toEqual({ kind: 'none' });
  });

  test('nothing else matches', () => {
    expect(decide(tier({ id: 1, buyerMemberIds: [] }), tier({ id: 2 }))).toEqual({ kind: 'only_match', tierId: 2 });
  });

  test('its priority is higher, and than that of which tiers', () => {
    const lower = [
      tier({ id: 1, priority: 2 }),
      tier({ id: 2, priority: 3, memberAction: 'exclude' }),
      tier({ id: 4, priority: 2 }),
    ];
    expect(decide(...lower, tier({ id: 3, priority: 4 }))).toEqual({
      kind: 'higher_priority',
      tierId: 3,
      priority: 4,
      overTierIds: [2, 1, 4],
    });
  });

  test('it was drawn, in a draw that can be checked by hand', () => {
    const choice = decide(
      tier({ id: 9 }),
      tier({ id: 3, memberAction: 'exclude' }),
      tier({ id: 5 }),
      tier({ id: 1, priority: 1 }),
    );
    if (choice.kind !== 'random_draw') throw new Error(`The choice is ${choice.kind}.`);
    const { tierId, tiedTierIds, draw } = choice;
    expect(tiedTierIds).toEqual([3, 5, 9]);
    expect(draw.count).toBe(3);
    expect(draw.index).toBe(draw.u32 % 3);
    expect(tierId).toBe(tiedTierIds[draw.index]);
  });
});
