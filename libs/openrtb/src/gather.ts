import type { Bid } from '@auction-tiers/tier-engine';
import type { SeatDirectory } from './directory.ts';
import type { Report } from './issue.ts';
import { toObject } from './loose.ts';
import type { SeatBid, StrayBid } from './model.ts';
import type { ReadableRequest } from './request.ts';
import { readBids, toBidId } from './response.ts';
import { strayReason, toGrossMicros, toImpId } from './seat-bid.ts';

/** All bids on one impression, and the ones among them that take part. */
interface ImpressionBids {
  readonly bids: SeatBid[];
  readonly engineBids: Bid[];
}

interface Gathered {
  readonly bidsOfImp: ReadonlyMap<string | null, ImpressionBids>;
  readonly strayBids: readonly StrayBid[];
}

/** Brings every bid of every response to its impression, once. */
export function gatherBids(
  { imps, responses }: ReadableRequest,
  currency: string,
  memberOfSeat: SeatDirectory,
  report: Report,
): Gathered {
  const bidsOfImp = new Map<string | null, ImpressionBids>(imps.map(({ id }) => [id, { bids: [], engineBids: [] }]));
  const strayBids: StrayBid[] = [];
  for (const raw of readBids(responses, memberOfSeat, report)) {
    const { seat, memberId } = raw;
    const bidder = { seat, memberId, bidId: toBidId(toObject(raw.bid)) };
    const impId = toImpId(raw);
    const impression = bidsOfImp.get(impId);
    const grossMicros = toGrossMicros(raw, currency);
    if (impression === undefined) {
      strayBids.push({ ...bidder, impId, invalid: strayReason(raw, impId) });
    } else if (typeof grossMicros !== 'number') {
      impression.bids.push({ ...bidder, invalid: grossMicros });
    } else {
      const index = impression.engineBids.length;
      // Given ids may be missing or repeat between seats. The place is unique, and chance depends on it alone.
      impression.engineBids.push({ id: String(index), memberId, grossMicros });
      impression.bids.push({ ...bidder, index });
    }
  }
  return { bidsOfImp, strayBids };
}
