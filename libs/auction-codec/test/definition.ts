import { AuctionBody, toAuctionRequest } from '@auction-tiers/contract';
import type { AuctionRequest } from '@auction-tiers/tier-engine';

export const defaults = { feePpm: 150_000, timeMs: 1_700_000_000_000, seed: () => 'default seed' };

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** What the contract's definition makes of the bytes; undefined where it refuses them. */
export function readByDefinition(bytes: Uint8Array) {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    return undefined;
  }
  const body = AuctionBody.safeParse(value);
  if (!body.success) return undefined;
  const { ym_profile_id, publisher_id, unit } = body.data;
  const request: AuctionRequest = toAuctionRequest(body.data, { ...defaults, seed: defaults.seed() });
  return {
    ymProfileId: ym_profile_id ?? undefined,
    publisherId: publisher_id ?? undefined,
    unit: unit ?? undefined,
    request,
  };
}
