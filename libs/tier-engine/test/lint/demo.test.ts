import { lint } from '@auction-tiers/tier-engine/lint';
import { expect, test } from 'vitest';
import { profile, source, tier } from '../fixture/build.ts';

const unit = 1_000_000;

/** Tiers such as the demo has: includes, excludes, a pair of equal priority, targeting and a minimum that no bid reaches. */
const tiers = [
  tier({ id: 1, priority: 10, memberAction: 'exclude', minPriceMicros: null, buyerMemberIds: [120] }),
  tier({ id: 2, priority: 9, minPriceMicros: 4 * unit, buyerMemberIds: [101] }),
  tier({ id: 3, priority: 8, minPriceMicros: 3 * unit, buyerMemberIds: [102, 103, 106], profileId: 1 }),
  tier({ id: 4, priority: 7, minPriceMicros: 2 * unit, buyerMemberIds: [104, 105], profileId: 2 }),
  tier({ id: 5, priority: 7, minPriceMicros: 2 * unit, buyerMemberIds: [107] }),
  tier({ id: 6, priority: 6, minPriceMicros: 1.2 * unit, buyerMemberIds: [108, 109, 111], profileId: 3 }),
  tier({ id: 7, minPriceMicros: unit, buyerMemberIds: [112, 113] }),
  tier({ id: 8, minPriceMicros: unit, buyerMemberIds: [112, 113] }),
  tier({ id: 9, minPriceMicros: 1.5 * unit, buyerMemberIds: [117], profileId: 4 }),
  tier({ id: 10, priority: 4, memberAction: 'exclude', minPriceMicros: 6 * unit, buyerMemberIds: [108] }),
  tier({ id: 11, priority: 3, minPriceMicros: 250 * unit, buyerMemberIds: [114, 115] }),
  tier({ id: 12, priority: 1, minPriceMicros: 0.5 * unit, buyerMemberIds: [110, 116, 118, 119] }),
];
const profiles = [
  profile(1, { dma: { action: 'include', values: [501] } }),
  profile(2, { size: [{ width: 300, height: 250 }] }),
  profile(3, {
    country: { action: 'include', values: ['US'] },
    deviceType: { action: 'include', values: ['phone'] },
  }),
  profile(4, { daypart: { timezone: 'America/New_York', windows: [{ day: 'all', startHour: 18, endHour: 23 }] } }),
];

test('in a set such as the demo the pair, the price cap and the minimum that no bid reaches are found, and nothing else', () => {
  const highestNetMicrosByBuyer = new Map(
    tiers.flatMap(({ buyerMemberIds }) => buyerMemberIds.map((id) => [id, 9 * unit])),
  );
  const findings = lint(source(tiers, profiles), { countryOfDma: () => 'US', highestNetMicrosByBuyer });
  expect(findings.map(({ code, severity, tierIds }) => [code, severity, tierIds])).toEqual([
    ['equal_priority_overlap', 'warning', [7, 8]],
    ['min_price_out_of_reach', 'warning', [11]],
    ['include_exclude_conflict', 'info', [6, 10]],
    ['exclude_with_min_price', 'info', [10]],
  ]);
  const [overlap, outOfReach, conflict, priceCap] = findings.map(({ message, advice }) => `${message} ${advice}`);
  for (const buyer of ['112', '113']) expect(overlap).toContain(buyer);
  for (const price of ['250.000000', '9.000000']) expect(outOfReach).toContain(price);
  for (const figure of ['priority 6', 'priority 4', '108']) expect(conflict).toContain(figure);
  expect(priceCap).toContain('6.000000');
});
