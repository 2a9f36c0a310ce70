import { lint } from '@auction-tiers/tier-engine/lint';
import { expect, test } from 'vitest';
import { profile, source, tier } from './build.ts';

const unit = 1_000_000;

/** Tiers such as the demo has: includes, excludes, a pair drawn by lot, targeting and a minimum that nobody meets. */
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

test('in a set such as the demo the pair, the price cap and the minimum that nobody meets are found, and nothing else', () => {
  const highestNetMicrosByBuyer = new Map(
    tiers.flatMap(({ buyerMemberIds }) => buyerMemberIds.map((id) => [id, 9 * unit])),
  );
  const findings = lint(source(tiers, profiles), { countryOfDma: () => 'US', highestNetMicrosByBuyer });
  expect(findings).toEqual([
    {
      code: 'equal_priority_overlap',
      severity: 'warning',
      tierIds: [7, 8],
      message:
        'At priority 5 include tiers 7 and 8 can match the same bid of buyers 112 and 113: which tier takes it is drawn by lot, and what it earns with it.',
      advice: 'Give them different priorities, or targeting of which no impression can match two.',
    },
    {
      code: 'min_price_out_of_reach',
      severity: 'warning',
      tierIds: [11],
      message: 'Tier 11 wants at least 250.000000 net, but the highest bid of the buyers in the log is 9.000000 net.',
      advice: 'Lower min_price to 9.000000 or less, or check that the log and its fee are those of this inventory.',
    },
    {
      code: 'include_exclude_conflict',
      severity: 'info',
      tierIds: [6, 10],
      message:
        'For buyer 108 the higher priority decides between include tier 6 (priority 6) and exclude tier 10 (priority 4): a bid that matches both stays in.',
      advice:
        'Leave it where the higher is meant as the exception, else swap the priorities or take the buyers out of one.',
    },
    {
      code: 'exclude_with_min_price',
      severity: 'info',
      tierIds: [10],
      message: 'Tier 10 excludes only bids from 6.000000 net, and lower ones stay in the auction.',
      advice: 'Leave it where a price cap is meant; to exclude every bid, set min_price to null.',
    },
  ]);
});
