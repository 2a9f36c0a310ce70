import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { profileResource, tierResource, withInitials } from '@auction-tiers/contract';
import { loadTierSet } from '../src/tier-set-file.ts';

const on = '2026-11-21 08:00:00';

function tier(
  id: number,
  priority: number,
  action: string,
  minPrice: string | null,
  profileId: number | null,
  buyers: number[],
) {
  return withInitials(tierResource, {
    id,
    name: `tier ${id}`,
    priority,
    member_action: action,
    min_price: minPrice,
    profile_id: profileId,
    ym_profile_id: 42,
    member_id: 1,
    buyer_members: buyers.map((buyer) => ({ id: buyer, name: `Buyer ${buyer}` })),
    created_on: on,
    last_modified: on,
  });
}

/** Buyer 12 first from a net of 2.00, buyer 13 only on 300x250 and last, buyer 14 out. */
export const smallTierSet = {
  ym_profile: {
    id: 42,
    code: null,
    name: 'Small',
    description: null,
    publisher_ids: null,
    member_id: 1,
    last_modified: on,
  },
  tiers: [
    tier(1, 7, 'include', '2.000000', null, [12]),
    tier(2, 5, 'exclude', null, null, [14]),
    tier(3, 2, 'include', '0.000000', 9, [13]),
  ],
  profiles: [
    withInitials(profileResource, {
      id: 9,
      name: 'one size',
      member_id: 1,
      last_modified: on,
      size_targets: [{ width: 300, height: 250 }],
    }),
  ],
  revision: 'r3',
};

export function writeTierSet(folder: string, tierSet: object = smallTierSet): string {
  const file = join(folder, 'small.tiers.json');
  writeFileSync(file, JSON.stringify(tierSet));
  return file;
}

export function loadSmallTierSet(folder: string) {
  return loadTierSet(writeTierSet(folder));
}

const bid = (id: string, memberId: number, price: number) => ({ id, member_id: memberId, price });

/**
 * Four auctions with a fee of 20 %, so that every figure can be followed by hand:
 * 1  first price: buyer 12 nets 2.00 and wins with tier 1 at 2.50; without tiers buyer 15 wins at 9.00.
 * 2  second price: buyer 13 wins with tier 3 at the floor, 1.00, there being nobody at its level; without tiers buyer 15
 *    wins at 3.00, the runner-up's price. Buyer 12 nets only 1.60 and stays untiered.
 * 3  the only bid is excluded: sold for 4.00 without tiers, not at all with them.
 * 4  one bid below the floor: sold in neither case.
 */
export const smallLog = [
  { ym_profile_id: 42, revenue_share_pct: 20, bids: [bid('a', 12, 2.5), bid('b', 15, 9), bid('c', 14, 8)] },
  {
    publisher_id: 7,
    auction_type: 2,
    bid_floor: 1,
    revenue_share_pct: 20,
    seed: 'x',
    impression: { sizes: [{ width: 300, height: 250 }], time: '2026-11-21T08:00:00Z' },
    bids: [bid('a', 13, 3), bid('b', 15, 5), bid('c', 12, 2)],
  },
  { ym_profile_id: 42, revenue_share_pct: 20, bids: [bid('a', 14, 4)] },
  { ym_profile_id: 42, revenue_share_pct: 20, bid_floor: 3, bids: [bid('a', 12, 2.5)] },
];

export const smallLogText = smallLog.map((line) => `${JSON.stringify(line)}\n`).join('');

export function writeLog(folder: string, text: string | Uint8Array = smallLogText, name = 'log.jsonl'): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}
