import { selectTiers } from '@auction-tiers/tier-engine';
import { describe, expect, test } from 'vitest';
import { bid, compiled, profile, request, source, tier } from '../fixture/build.ts';
import { audienceCases } from '../fixture/cases/audience-cases.ts';
import { daypartCases } from '../fixture/cases/daypart-cases.ts';
import { deviceCases } from '../fixture/cases/device-cases.ts';
import { inventoryCases } from '../fixture/cases/inventory-cases.ts';
import { placeCases } from '../fixture/cases/place-cases.ts';
import { tierCases } from '../fixture/cases/tier-case.ts';
import { matchers } from '../fixture/matcher.ts';

const targetingCases = [placeCases, inventoryCases, deviceCases, audienceCases, daypartCases].flat();

describe.for(matchers)('the %s matcher', ([, match]) => {
  test.for(tierCases)('$rule', ({ tiers, profiles = [], impression = {}, feePpm = 0, bids, tierIds }) => {
    expect(match(source(tiers, profiles), request({ impression, feePpm, bids }))).toEqual(tierIds);
  });

  test.for(targetingCases)('$rule: $matches', ({ targeting, impression = {}, time, matches }) => {
    const targeted = source([tier({ id: 1, profileId: 7 })], [profile(7, targeting)]);
    const asked = request({ impression, ...(time !== undefined && { timeMs: Date.parse(time) }) });
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
