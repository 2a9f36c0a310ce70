import type { AuctionRequest } from '@auction-tiers/tier-engine';
import { explainAuction, runAuction } from '@auction-tiers/tier-engine';
import * as fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { auctionRequest, auctionRequests, tierSetSource } from '../fixture/arbitrary.ts';
import { bid, compiled, request, source, tier } from '../fixture/build.ts';
import { runs } from '../fixture/runs.ts';

function ambient(): never {
  throw new Error('The engine asked for something ambient.');
}

afterEach(() => {
  vi.restoreAllMocks();
});

test('the same tier set, request and seed give the same bytes, also from a set compiled anew', () => {
  fc.assert(
    fc.property(tierSetSource, auctionRequests, (set, requests) => {
      const tierSet = compiled(set);
      for (const asked of requests) {
        const answer = JSON.stringify(runAuction(tierSet, asked));
        expect(JSON.stringify(runAuction(tierSet, asked))).toBe(answer);
        expect(JSON.stringify(runAuction(compiled(structuredClone(set)), structuredClone(asked)))).toBe(answer);
      }
    }),
    { numRuns: runs(500) },
  );
});

test('the order of tiers, profiles and buyers in the source does not matter', () => {
  const shuffledSet = tierSetSource.chain((set) =>
    fc.record({
      set: fc.constant(set),
      tiers: fc.shuffledSubarray([...set.tiers], { minLength: set.tiers.length }),
      profiles: fc.shuffledSubarray([...set.profiles], { minLength: set.profiles.length }),
    }),
  );
  fc.assert(
    fc.property(shuffledSet, auctionRequest, ({ set, tiers, profiles }, asked) => {
      const reversed = tiers.map((given) => ({ ...given, buyerMemberIds: given.buyerMemberIds.toReversed() }));
      const shuffled = compiled({ ...set, profiles, tiers: reversed });
      expect(runAuction(shuffled, asked)).toEqual(runAuction(compiled(set), asked));
    }),
    { numRuns: runs(1000) },
  );
});

test("appending a bid changes no other bid's tier, draw or place among the others, where no tier has a limit", () => {
  fc.assert(
    fc.property(tierSetSource, auctionRequest, (set, asked) => {
      const tiers = set.tiers.map((one) => ({ ...one, maxForgoneMicros: null }));
      const tierSet = compiled({ ...set, tiers });
      const before = explainAuction(tierSet, { ...asked, bids: asked.bids.slice(0, -1) }).bids;
      const after = explainAuction(tierSet, asked).bids.slice(0, before.length);
      expect(after.map(({ choice }) => choice)).toEqual(before.map(({ choice }) => choice));
      const byRank = (bids: typeof before) =>
        bids.filter(({ rank }) => rank !== null).toSorted((left, right) => left.rank! - right.rank!);
      expect(byRank(after).map(({ bidId }) => bidId)).toEqual(byRank(before).map(({ bidId }) => bidId));
    }),
    { numRuns: runs(1000) },
  );
});

test('no clock and no chance but the seed is ever asked', () => {
  const [set] = fc.sample(tierSetSource, { numRuns: 1, seed: 1 });
  const requests = fc.sample(auctionRequest, { numRuns: 200, seed: 1 });
  vi.spyOn(Math, 'random').mockImplementation(ambient);
  vi.spyOn(Date, 'now').mockImplementation(ambient);
  vi.spyOn(performance, 'now').mockImplementation(ambient);
  vi.spyOn(crypto, 'getRandomValues').mockImplementation(ambient);
  const tierSet = compiled(set!);
  expect(requests.map((asked) => explainAuction(tierSet, asked).bids.length)).toEqual(
    requests.map(({ bids }) => bids.length),
  );
});

describe('unusual text', () => {
  const weird = [
    '',
    ' ',
    '\0',
    '\ud800',
    '\udfff\ud800',
    '\u202e',
    '__proto__',
    'constructor',
    '.',
    '..',
    '.'.repeat(300_000),
    'a.'.repeat(150_000),
    'x'.repeat(300_000),
    'İ',
    'ß',
  ];
  const text = fc.oneof(fc.constantFrom(...weird), fc.string({ unit: 'binary' }));
  const impression = fc.record({
    country: text,
    region: text,
    city: text,
    domain: text,
    operatingSystemFamily: text,
    browser: text,
    language: text,
    contentCategories: fc.array(text),
    keyValues: fc.array(fc.tuple(text, fc.array(text))).map((entries) => new Map(entries)),
  });

  test('is answered like any other', () => {
    fc.assert(
      fc.property(tierSetSource, auctionRequest, impression, text, (set, asked, odd, seed) => {
        const strange: AuctionRequest = { ...asked, seed, impression: { ...asked.impression, ...odd } };
        expect(explainAuction(compiled(set), strange).bids).toHaveLength(asked.bids.length);
      }),
      { numRuns: runs(500) },
    );
  });

  test('as a seed is a seed of its own', () => {
    const tierSet = compiled(source([tier({ id: 1 }), tier({ id: 2 })]));
    const drawOf = (seed: string) => {
      const { choice } = explainAuction(tierSet, request({ seed, bids: [bid()] })).bids[0]!;
      return choice.kind === 'random_draw' ? choice.draw.u32 : undefined;
    };
    const seeds = [...weird, '\0\0', '\0\0\0', 'a', 'a\0', '\0a', 'ab', 'ba'];
    expect(new Set(seeds.map(drawOf)).size).toBe(seeds.length);
  });
});

test.for([Number.NaN, Number.POSITIVE_INFINITY, 8.64e15, -8.64e15])(
  'at %d, a moment that no calendar holds, no daypart matches',
  (timeMs) => {
    const windows = [{ day: 'all', startHour: 0, endHour: 23 } as const];
    const always = { id: 7, targeting: { daypart: { timezone: 'UTC', windows } } };
    const { bids } = explainAuction(compiled(source([tier({ id: 1, profileId: 7 })], [always])), request({ timeMs }));
    expect(bids[0]!.tiers[0]).toMatchObject({
      result: 'profile_mismatch',
      detail: { dimension: 'daypart', seen: null },
    });
  },
);
