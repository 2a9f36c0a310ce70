import type { Bid, Impression, Profile, Tier } from '@auction-tiers/tier-engine';
import { bid, profile, tier } from '../build.ts';

/** Tiers, bids, and the tier that each bid belongs to (null: untiered). */
export interface TierCase {
  readonly rule: string;
  readonly tiers: readonly Tier[];
  readonly profiles?: readonly Profile[];
  readonly impression?: Impression;
  readonly feePpm?: number;
  readonly bids: readonly Bid[];
  readonly tierIds: readonly (number | null)[];
}

const minimumOfTwo = tier({ id: 1, minPriceMicros: 2_000_000 });
const usOnly = profile(7, { country: { action: 'include', values: ['US'] } });

export const tierCases: readonly TierCase[] = [
  { rule: 'no tiers: every bid is untiered', tiers: [], bids: [bid()], tierIds: [null] },
  { rule: 'no bids: nothing to say', tiers: [tier({ id: 1 })], bids: [], tierIds: [] },
  { rule: 'a tier takes the bids of the buyers it names', tiers: [tier({ id: 1 })], bids: [bid()], tierIds: [1] },
  {
    rule: 'a tier takes no bids of other buyers',
    tiers: [tier({ id: 1, buyerMemberIds: [11, 13] })],
    bids: [bid(), bid({ memberId: 13 })],
    tierIds: [null, 1],
  },
  {
    rule: 'a tier that names nobody matches nobody',
    tiers: [tier({ id: 1, buyerMemberIds: [] })],
    bids: [bid(), bid({ memberId: 1 })],
    tierIds: [null, null],
  },
  {
    rule: 'an exclude that names nobody excludes nobody',
    tiers: [tier({ id: 1, memberAction: 'exclude', minPriceMicros: null, buyerMemberIds: [] })],
    bids: [bid()],
    tierIds: [null],
  },
  {
    rule: 'a buyer that nobody knows is in no tier',
    tiers: [tier({ id: 1 })],
    bids: [bid({ memberId: null }), bid()],
    tierIds: [null, 1],
  },
  {
    rule: 'a buyer named twice by a tier is named once',
    tiers: [tier({ id: 1, buyerMemberIds: [12, 12, 13] })],
    bids: [bid(), bid({ memberId: 13 })],
    tierIds: [1, 1],
  },
  {
    rule: 'each bid is taken on its own, also two of one buyer',
    tiers: [minimumOfTwo],
    bids: [bid({ grossMicros: 1_999_999 }), bid({ grossMicros: 2_000_000 }), bid({ grossMicros: 3_000_000 })],
    tierIds: [null, 1, 1],
  },
  {
    rule: 'without a fee a gross bid equal to min_price qualifies',
    tiers: [minimumOfTwo],
    bids: [bid({ grossMicros: 2_000_000 })],
    tierIds: [1],
  },
  {
    rule: 'a gross bid equal to min_price does not qualify once the fee is taken',
    tiers: [minimumOfTwo],
    feePpm: 150_000,
    bids: [bid({ grossMicros: 2_000_000 })],
    tierIds: [null],
  },
  {
    rule: 'at 15 % a min_price of 2.00 is reached by 2.352942 and not by 2.352941',
    tiers: [minimumOfTwo],
    feePpm: 150_000,
    bids: [bid({ grossMicros: 2_352_942 }), bid({ grossMicros: 2_352_941 })],
    tierIds: [1, null],
  },
  {
    rule: "a bid's own fee comes before the request's, also when it is 0",
    tiers: [minimumOfTwo],
    feePpm: 150_000,
    bids: [
      bid({ grossMicros: 2_000_000, feePpm: 0 }),
      bid({ grossMicros: 2_352_942, feePpm: 200_000 }),
      bid({ grossMicros: 2_500_000, feePpm: 200_000 }),
    ],
    tierIds: [1, null, 1],
  },
  {
    rule: 'a min_price of 0 is met by a price of 0',
    tiers: [tier({ id: 1 })],
    bids: [bid({ grossMicros: 0 })],
    tierIds: [1],
  },
  {
    rule: 'an exclude without a min_price takes any price',
    tiers: [tier({ id: 1, memberAction: 'exclude', minPriceMicros: null })],
    bids: [bid({ grossMicros: 0 }), bid({ grossMicros: 999_999_999_999 })],
    tierIds: [1, 1],
  },
  {
    rule: 'an exclude with a min_price takes only the bids at or above it',
    tiers: [tier({ id: 1, memberAction: 'exclude', minPriceMicros: 2_000_000 })],
    bids: [bid({ grossMicros: 1_999_999 }), bid({ grossMicros: 2_000_000 })],
    tierIds: [null, 1],
  },
  {
    rule: 'the highest price there is reaches the highest min_price',
    tiers: [tier({ id: 1, minPriceMicros: 999_999_999_999 })],
    bids: [bid({ grossMicros: 999_999_999_999 }), bid({ grossMicros: 999_999_999_998 })],
    tierIds: [1, null],
  },
  {
    rule: 'the higher priority wins',
    tiers: [tier({ id: 1, priority: 3 }), tier({ id: 2, priority: 10 }), tier({ id: 3, priority: 9 })],
    bids: [bid()],
    tierIds: [2],
  },
  {
    rule: 'the higher priority wins over the higher min_price',
    tiers: [tier({ id: 1, priority: 2, minPriceMicros: 900_000 }), tier({ id: 2, priority: 3 })],
    bids: [bid()],
    tierIds: [2],
  },
  {
    rule: 'a bid that a higher priority does not match falls to the next one',
    tiers: [tier({ id: 1, priority: 10, minPriceMicros: 5_000_000 }), tier({ id: 2, priority: 4 })],
    bids: [bid(), bid({ grossMicros: 5_000_000 })],
    tierIds: [2, 1],
  },
  {
    rule: 'an include at priority 10 protects from an exclude at priority 5',
    tiers: [tier({ id: 1, priority: 10 }), tier({ id: 2, memberAction: 'exclude', minPriceMicros: null })],
    bids: [bid()],
    tierIds: [1],
  },
  {
    rule: 'an exclude at priority 10 comes before an include at priority 5',
    tiers: [tier({ id: 1 }), tier({ id: 2, priority: 10, memberAction: 'exclude', minPriceMicros: null })],
    bids: [bid()],
    tierIds: [2],
  },
  {
    rule: 'of two tiers of one priority only those that match are drawn from',
    tiers: [tier({ id: 1, minPriceMicros: 5_000_000 }), tier({ id: 2 }), tier({ id: 3, buyerMemberIds: [13] })],
    bids: [bid(), bid({ memberId: 13 })],
    tierIds: [2, 3],
  },
  {
    rule: 'a profile that matches lets the tier apply',
    tiers: [tier({ id: 1, profileId: 7 })],
    profiles: [usOnly],
    impression: { country: 'US' },
    bids: [bid()],
    tierIds: [1],
  },
  {
    rule: 'a profile that does not match keeps the tier out, and the next priority is asked',
    tiers: [tier({ id: 1, profileId: 7, priority: 9 }), tier({ id: 2, priority: 1 })],
    profiles: [usOnly],
    impression: { country: 'CA' },
    bids: [bid()],
    tierIds: [2],
  },
  {
    rule: 'one profile serves several tiers',
    tiers: [tier({ id: 1, profileId: 7, buyerMemberIds: [12] }), tier({ id: 2, profileId: 7, buyerMemberIds: [13] })],
    profiles: [usOnly, profile(8, { country: { action: 'exclude', values: ['US'] } })],
    impression: { country: 'US' },
    bids: [bid(), bid({ memberId: 13 })],
    tierIds: [1, 2],
  },
  {
    rule: 'a bare profile matches every impression',
    tiers: [tier({ id: 1, profileId: 7 })],
    profiles: [profile(7, {})],
    bids: [bid()],
    tierIds: [1],
  },
];
