import type { Plain } from '@auction-tiers/contract';
import { tierResource, withInitials } from '@auction-tiers/contract';

/** The seller that everything is written for. */
export const memberId = 19;

/** A tier of ordinary size: five buyers, a code, a price. */
export function sampleTier(ymProfileId: number, number: number): Plain {
  return withInitials(tierResource, {
    name: `Premium ${number}`,
    code: null,
    ym_profile_id: ymProfileId,
    priority: 7,
    min_price: '2.500000',
    member_action: 'include',
    member_id: memberId,
    buyer_members: [101, 102, 103, 104, 105].map((id) => ({ id, name: `Buyer ${id}` })),
  });
}
