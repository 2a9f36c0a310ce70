import type { LoggedAuction } from '../auction/logged-auction.ts';
import { rowFormatOf } from '../format/formats.ts';
import type { RecordedBid } from '../format/row-format.ts';
import type { PlacedRow } from './partition.ts';

/** An auction made from its rows, and the bids that could not take part. */
export interface FeedAuction {
  readonly auction: LoggedAuction;
  /** Bids that were rejected for another reason than their price: no tiers could have admitted them. */
  readonly rejectedBidCount: number;
  /** Bids below their own floor, in an auction whose other bids have a lower one. */
  readonly belowOwnFloorCount: number;
}

/**
 * The auction of rows with the same id, in any order: bids are sorted by price, the highest first. Prices are net, so the
 * fee is 0. An auction of a feed has one floor: the lowest of its bids. In Ad Manager each bid has the floor of its buyer.
 */
export function toFeedAuction(rows: readonly PlacedRow[], files: readonly string[]): FeedAuction {
  const first = rows.reduce((least, row) => (comparePlaces(row, least) < 0 ? row : least));
  const bids = rows.map(({ bid }) => bid).toSorted(compareBids);
  const { layout: kind, country, placementId } = first;
  const { hasOwnFloors } = rowFormatOf(kind);
  const bidFloorMicros = hasOwnFloors
    ? 0
    : bids.reduce((least, { hardFloorMicros }) => Math.min(least, hardFloorMicros), Infinity);
  const isBelowOwnFloor = (bid: RecordedBid) =>
    !hasOwnFloors && bid.netMicros < bid.hardFloorMicros && bid.netMicros >= bidFloorMicros;
  const isOut = (bid: RecordedBid) => bid.isRejected || isBelowOwnFloor(bid);
  const taking = bids.filter((bid) => !isOut(bid));
  return {
    auction: {
      request: {
        auctionType: 1,
        bidFloorMicros,
        feePpm: 0,
        seed: first.auctionId,
        timeMs: rows.reduce((least, { timeMs }) => Math.min(least, timeMs), Infinity),
        impression: { ...(country !== null && { country }), ...(placementId !== null && { placementId }) },
        bids: taking.map(({ memberId, netMicros, hardFloorMicros, dealId }, at) => ({
          id: `${at + 1}`,
          memberId,
          grossMicros: netMicros,
          ...(hasOwnFloors && hardFloorMicros > 0 && { floorMicros: hardFloorMicros }),
          ...(dealId !== null && { deal: dealId }),
        })),
      },
      feeSource: 'feed',
      kind,
      file: files[first.fileAt]!,
      line: first.line,
      impression: undefined,
      recorded: {
        auctionId: first.auctionId,
        sellerMemberId: first.sellerMemberId,
        bids: taking,
        leftOut: bids.filter(isOut),
      },
    },
    rejectedBidCount: bids.filter((bid) => bid.isRejected).length,
    belowOwnFloorCount: bids.filter(isBelowOwnFloor).length,
  };
}

function comparePlaces(left: PlacedRow, right: PlacedRow): number {
  return left.fileAt - right.fileAt || left.line - right.line;
}

/** An order that does not depend on the places of the rows. Bids that compare equal are equal in all fields. */
function compareBids(left: RecordedBid, right: RecordedBid): number {
  return (
    right.netMicros - left.netMicros ||
    (left.memberId ?? 0) - (right.memberId ?? 0) ||
    right.hardFloorMicros - left.hardFloorMicros ||
    compareTexts(restOf(left), restOf(right))
  );
}

function restOf({ rawNetMicros, rejectReason, tierId, dealId, isWinning }: RecordedBid): string {
  return [rawNetMicros, rejectReason, tierId, dealId, isWinning].join('|');
}

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
