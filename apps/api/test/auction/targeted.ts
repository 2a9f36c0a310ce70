import { bid, runAuction } from '../fixture/auction-body.ts';
import { createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import type { Row, Send } from '../fixture/request.ts';

/** What tests ask of a tier with targets, through both doors of auctions. */
export function targetingBy(send: Send) {
  return {
    /** A ym-profile whose only tier, of buyer 101, applies where the targets match. */
    targeted: async (targets: Row, ymProfile: Row = {}): Promise<number> => {
      const { id: ym_profile_id } = await createYmProfile(send, ymProfile);
      const profile = await send('POST', '/profile', { body: { name: 'Targets', ...targets } });
      const body = { ym_profile_id, member_action: 'include', min_price: 1, buyer_members: [{ id: 101 }] };
      await createTier(send, { ...body, profile_id: expectOk(profile).response.id });
      return ym_profile_id;
    },

    /** Whether the bid is in the tier, by `POST /auction`. */
    matches: async (ym_profile_id: number, impression: Row, ofBid: Row = {}): Promise<boolean> => {
      const { winner } = await runAuction(send, { ym_profile_id, impression, bids: [bid('a', 101, 2, ofBid)] });
      return winner?.tier_id !== null;
    },

    /** Whether the bid is in the tier, by OpenRTB; and the warnings. `ymProfileId` null: the publisher names it. */
    matchesOpenRtb: async (ymProfileId: number | null, bidRequest: Row, ofBid: Row = {}) => {
      const bid_responses = [{ seatbid: [{ seat: '101', bid: [{ id: 'a', impid: '1', price: 2, ...ofBid }] }] }];
      const body = { bid_request: { id: 'r', imp: [{ id: '1' }], ...bidRequest }, bid_responses };
      const query = ymProfileId === null ? '' : `?ym_profile_id=${ymProfileId}`;
      const { auctions, dbg_info: info } = expectOk(await send('POST', `/openrtb2/auction${query}`, { body })).response;
      const [{ winner, ym_profile_id }] = auctions as [{ winner: { tier_id: number | null }; ym_profile_id: number }];
      return { isMatch: winner.tier_id !== null, ymProfileId: ym_profile_id, warnings: info.warnings };
    },
  };
}
