import type { AuctionAnswer, ExplainedAuction } from '@auction-tiers/contract';
import { createTier, createYmProfile, expectOk } from './demo-tier.ts';
import type { Row, Send } from './request.ts';

/** Runs one auction that must succeed. */
export async function runAuction(send: Send, body: Row): Promise<AuctionAnswer> {
  return expectOk(await send('POST', '/auction', { body })).response['auction'] as AuctionAnswer;
}

export async function explainAuction(send: Send, body: Row): Promise<ExplainedAuction> {
  return expectOk(await send('POST', '/auction/explain', { body })).response['auction'] as ExplainedAuction;
}

/** A bid at a gross price. */
export const bid = (id: string, member_id: number | null, price: number | string, more: Row = {}): Row => ({
  id,
  member_id,
  price,
  ...more,
});

const buyers = (...ids: number[]) => ids.map((id) => ({ id }));

/** A ym-profile with a tier for each buyer: 801 and 802 at priority 8, 501 at 5, and 901 excluded at 10. */
export async function createThreeLevels(
  send: Send,
): Promise<{ ymProfileId: number; high: number; low: number; out: number }> {
  const { id: ym_profile_id } = await createYmProfile(send, { name: 'Three levels' });
  const include = { ym_profile_id, member_action: 'include' };
  const high = await createTier(send, { ...include, priority: 8, min_price: '1.00', buyer_members: buyers(801, 802) });
  const low = await createTier(send, { ...include, priority: 5, min_price: 0, buyer_members: buyers(501) });
  const out = await createTier(send, { ym_profile_id, priority: 10, buyer_members: buyers(901) });
  return { ymProfileId: ym_profile_id, high: high.id, low: low.id, out: out.id };
}
