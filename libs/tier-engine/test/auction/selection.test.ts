import { selectTiers } from '@auction-tiers/tier-engine';
import { describe, expect, test } from 'vitest';
import { bid, compiled, profile, request, source, tier } from '../fixture/build.ts';
import { audienceCases } from '../fixture/cases/audience-cases.ts';
import { bidCases } from '../fixture/cases/bid-cases.ts';
import { daypartCases } from '../fixture/cases/daypart-cases.ts';
import { deviceCases } from '../fixture/cases/device-cases.ts';
import { inventoryCases } from '../fixture/cases/inventory-cases.ts';
import { placeCases } from '../fixture/cases/place-cases.ts';
import { tierCases } from '../fixture/cases/tier-case.ts';
import { matchers } from '../fixture/matcher.ts';

const targetingCases = [placeCases, inventoryCases, deviceCases, audienceCases, bidCases, daypartCases].flat();

describe.for(matchers)('the %s matcher', ([, match]) => {
  test.for(tierCases)('$rule', ({ tiers, profiles = [], impression = {}, feePpm = 0, bids, tierIds }) => {
    expect(match(source(tiers, profiles), request({ impression, feePpm, bids }))).toEqual(tierIds);
  });

  test.for(targetingCases)('$rule: $matches', ({ targeting, impression = {}, bid: attributes, time, matches }) => {
    const targeted = source([tier({ id: 1, profileId: 7 })], [profile(7, targeting)]);
    const asked = request({
      impression,
      bids: [bid(attributes)],
      ...(time !== undefined && { timeMs: Date.parse(time) }),
    });
    expect(match(targeted, asked)).toEqual([matches ? 1 : null]);
  });
});

test('one compiled set answers auction after auction, each about its own impression', () => {
  const [us, ca] = ['US', 'CA'].map((code, at) => profile(at + 1, { country: { action: 'include', values: [code] } }));
  const tierSet = compiled(source([tier({ id: 1, profileId: 1 }), tier({ id: 2, profileId: 2 })], [us!, ca!]));
  const out = new Int32Array(1);
  const tierIds = ['US', 'CA', 'MX', 'US', 'US', 'CA'].map((country) => {
    selectTiers(tierSet, request({ impression: { country } }), out);
    return tierSet.tiers[out[0]!]?.id ?? null;
  });
  expect(tierIds).toEqual([1, 2, null, 1, 1, 2]);
});

test('the out array may be longer than the bids, and what is behind them stays', () => {
  const out = Int32Array.of(7, 7, 7);
  selectTiers(compiled(source([tier({ id: 1 })])), request({ bids: [bid(), bid({ memberId: 1 })] }), out);
  expect([...out]).toEqual([0, -1, 7]);
});

test('an out array shorter than the bids is a mistake', () => {
  const tierSet = compiled(source([]));
  expect(() => selectTiers(tierSet, request({ bids: [bid(), bid()] }), new Int32Array(1))).toThrow(RangeError);
});

describe.for(matchers)('state and flight, with the %s matcher', ([, match]) => {
  const at = Date.parse('2026-11-21T08:00:00Z');
  test.for([
    { rule: 'an inactive tier matches nothing', given: { state: 'inactive' }, tierId: null },
    { rule: 'an active tier matches', given: { state: 'active' }, tierId: 1 },
    { rule: 'a flight that begins at this moment', given: { startMs: at }, tierId: 1 },
    { rule: 'a flight that begins a moment later', given: { startMs: at + 1 }, tierId: null },
    { rule: 'a flight that ends at this moment is over', given: { endMs: at }, tierId: null },
    { rule: 'a flight that ends a moment later', given: { startMs: null, endMs: at + 1 }, tierId: 1 },
    { rule: 'no bounds', given: { startMs: null, endMs: null }, tierId: 1 },
  ] as const)('$rule', ({ given, tierId }) => {
    expect(match(source([tier({ id: 1, ...given })]), request({ timeMs: at }))).toEqual([tierId]);
  });

  test('a tier that does not run gives way to a lower one, also where several bids need its profile', () => {
    const us = profile(7, { country: { action: 'include', values: ['US'] } });
    const tiers = [
      tier({ id: 1, priority: 9, profileId: 7, endMs: at }),
      tier({ id: 2, priority: 8, profileId: 7, state: 'inactive', memberAction: 'exclude' }),
      tier({ id: 3, priority: 7, profileId: 7 }),
    ];
    const bids = [bid(), bid({ id: 'b2' })];
    const auction = request({ timeMs: at, impression: { country: 'US' }, bids });
    expect(match(source(tiers, [us]), auction)).toEqual([3, 3]);
    expect(match(source(tiers, [us]), { ...auction, timeMs: at - 1 })).toEqual([1, 1]);
  });
});
