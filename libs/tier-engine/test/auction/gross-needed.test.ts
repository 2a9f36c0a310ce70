import { explainAuction } from '@auction-tiers/tier-engine';
import { grossNeeded } from '@auction-tiers/tier-engine/measure';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { auctionRequest, tierSetSource } from '../fixture/arbitrary.ts';
import { bid, compiled, profile, request, source, tier } from '../fixture/build.ts';
import { runs } from '../fixture/runs.ts';

const prospect = { memberId: 12, feePpm: 150_000, impression: { country: 'CA' }, timeMs: 0 };

describe('the gross price that clears a tier', () => {
  const us = profile(7, { country: { action: 'include', values: ['US'] } });
  const tierSet = compiled(
    source(
      [
        tier({ id: 1, priority: 10, minPriceMicros: 2_000_000 }),
        tier({ id: 2, memberAction: 'exclude', minPriceMicros: null }),
        tier({ id: 3, priority: 3, minPriceMicros: 999_999_999_999 }),
        tier({ id: 4, priority: 2, profileId: 7 }),
        tier({ id: 5, priority: 1, buyerMemberIds: [13] }),
      ],
      [us],
    ),
  );

  test('is told for each tier that names the buyer, in the order checked', () => {
    expect(grossNeeded(tierSet, prospect)).toEqual([
      {
        tierId: 1,
        priority: 10,
        memberAction: 'include',
        netNeededMicros: 2_000_000,
        grossNeededMicros: 2_352_942,
        notRunning: null,
        mismatch: null,
      },
      {
        tierId: 2,
        priority: 5,
        memberAction: 'exclude',
        netNeededMicros: 0,
        grossNeededMicros: 0,
        notRunning: null,
        mismatch: null,
      },
      {
        tierId: 3,
        priority: 3,
        memberAction: 'include',
        netNeededMicros: 999_999_999_999,
        grossNeededMicros: null,
        notRunning: null,
        mismatch: null,
      },
      {
        tierId: 4,
        priority: 2,
        memberAction: 'include',
        netNeededMicros: 0,
        grossNeededMicros: 0,
        notRunning: null,
        mismatch: { dimension: 'country', action: 'include', seen: 'CA', wanted: ['US'] },
      },
    ]);
  });

  test('is empty for a buyer that no tier names', () => {
    expect(grossNeeded(tierSet, { ...prospect, memberId: 99 })).toEqual([]);
  });
});

test('a bid of that price is in, and of a micro less is not', () => {
  let tried = 0;
  fc.assert(
    fc.property(tierSetSource, auctionRequest, (set, { impression, timeMs, feePpm }) => {
      const tierSet = compiled(set);
      for (const memberId of [1, 2, 3, 4]) {
        for (const needed of grossNeeded(tierSet, { memberId, feePpm, impression, timeMs })) {
          const resultAt = (grossMicros: number) => {
            const asked = request({ impression, timeMs, feePpm, bids: [bid({ memberId, grossMicros })] });
            return explainAuction(tierSet, asked).bids[0]!.tiers.find(({ tierId }) => tierId === needed.tierId)!.result;
          };
          const { grossNeededMicros, mismatch, notRunning } = needed;
          if (notRunning !== null) {
            expect(resultAt(grossNeededMicros!)).toBe(notRunning);
            continue;
          }
          expect(resultAt(grossNeededMicros!)).toBe(mismatch === null ? 'matched' : 'profile_mismatch');
          if (grossNeededMicros! > 0) expect(resultAt(grossNeededMicros! - 1)).toBe('below_min_price');
          tried++;
        }
      }
    }),
    { numRuns: runs(500) },
  );
  expect(tried).toBeGreaterThan(runs(500));
});
