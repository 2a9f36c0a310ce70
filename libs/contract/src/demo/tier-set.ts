import type { z } from 'zod';
import { TierSetFile } from '../engine/tier-set-file.ts';
import { withInitials } from '../resource/object.ts';
import { profileResource } from '../resources/profile.ts';
import { tierResource } from '../resources/tier.ts';
import type { ymProfileResource } from '../resources/ym-profile.ts';
import { demoBuyers } from './buyer.ts';

const demoDate = '2026-01-01 00:00:00';
const memberId = 1;
const ymProfileId = 1;

type TierBody = z.input<typeof tierResource.Create>;

/** A profile's id is its place in this list, from 1. */
const profileBodies: readonly z.input<typeof profileResource.Create>[] = [
  { name: 'New York market', dma_action: 'include', dma_targets: [{ dma: 501 }] },
  { name: 'Medium rectangle', size_targets: [{ width: 300, height: 250 }] },
  {
    name: 'Phones in the US',
    country_action: 'include',
    country_targets: [{ code: 'US' }],
    device_type_action: 'include',
    device_type_targets: ['phone'],
  },
  {
    name: 'Evenings, New York time',
    daypart_timezone: 'America/New_York',
    daypart_targets: [{ day: 'all', start_hour: 18, end_hour: 23 }],
  },
];
const [newYork, rectangle, phones, evenings] = [1, 2, 3, 4];

const tier = (
  name: string,
  priority: number,
  action: 'include' | 'exclude',
  minPrice: string | null,
  buyers: readonly number[],
  more: Partial<TierBody> = {},
): TierBody => ({
  name,
  priority,
  member_action: action,
  min_price: minPrice,
  ym_profile_id: ymProfileId,
  buyer_members: buyers.map((id) => ({ id })),
  ...more,
});

const tierBodies: readonly TierBody[] = [
  tier('Blocked: arbitrage', 10, 'exclude', null, [120], { description: 'Never in the auction, whatever it bids' }),
  tier('House deal: Northwind', 9, 'include', '4.00', [101], { description: 'First look, from 4.00 net' }),
  tier('New York premium', 8, 'include', '3.00', [102, 103, 106], { profile_id: newYork }),
  tier('Rectangle partners', 7, 'include', '2.00', [104, 105], { profile_id: rectangle }),
  tier('Worked example: 2.00 net', 7, 'include', '2.00', [107], {
    code: 'worked-example',
    description: 'A gross bid of 2.00 is 1.70 net of 15 %: it does not qualify',
  }),
  tier('Mobile partners', 6, 'include', '1.20', [108, 109, 111], { profile_id: phones }),
  tier('Pair A', 5, 'include', '1.00', [112, 113], { description: 'Equal priority with pair B: drawn at random' }),
  tier('Pair B', 5, 'include', '1.00', [112, 113], { description: 'Equal priority with pair A: drawn at random' }),
  tier('Evening streaming', 5, 'include', '1.50', [117], { profile_id: evenings }),
  tier('No finance above 6.00', 4, 'exclude', '6.00', [108], {
    description: 'An exclude with a price removes only the bids at or above it',
  }),
  tier('Out of reach', 3, 'include', '250.00', [114, 115], { description: 'A minimum that no bid meets' }),
  tier('Everyone else, from 0.50', 1, 'include', '0.50', [110, 116, 118, 119]),
];

/** The bodies that make one ym-profile with its tiers; a tier names its profile by its place in the list, from 1. */
export interface TierSetBodies {
  readonly ymProfile: z.input<typeof ymProfileResource.Create>;
  readonly profiles: readonly z.input<typeof profileResource.Create>[];
  readonly tiers: readonly TierBody[];
}

/** The objects of the demo in a fresh database. */
export const demoBodies: TierSetBodies = {
  ymProfile: {
    name: 'Example News',
    code: 'example-news',
    description: 'The demo: a publisher that does not exist, whose auctions this service makes up',
    publisher_ids: [9, 10, 11],
  },
  profiles: profileBodies,
  tiers: tierBodies,
};

/** The demo as a tier set file, with the ids of a fresh database. */
export function demoTierSet(): TierSetFile {
  const common = { member_id: memberId, last_modified: demoDate };
  const names = new Map(demoBuyers.map(({ id, name }) => [id, name]));
  return TierSetFile.parse({
    ym_profile: { id: ymProfileId, ...common, commitments: null, ...demoBodies.ymProfile },
    profiles: profileBodies.map((body, index) => ({
      ...withInitials(profileResource, profileResource.Create.parse(body)),
      ...(body.country_targets ? { country_targets: [{ id: 233, code: 'US', name: 'United States' }] } : {}),
      ...common,
      id: index + 1,
    })),
    tiers: tierBodies.map((body, index) => ({
      ...withInitials(tierResource, tierResource.Create.parse(body)),
      buyer_members: body.buyer_members?.map(({ id = 0 }) => ({ id, name: names.get(id) ?? null })),
      ...common,
      created_on: demoDate,
      id: index + 1,
    })),
    revision: 'demo',
  });
}
