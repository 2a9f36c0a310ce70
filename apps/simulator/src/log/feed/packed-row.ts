import type { FeedRow } from './row.ts';

/** A row on its way over the disk: checked, with the place it was read from. */
export interface PlacedRow extends FeedRow {
  /** Which of the feed's files, from 0. */
  readonly fileAt: number;
  readonly line: number;
}

const separator = '\t';
const none = '';

/** A row as a line of text: whole numbers and codes only. */
export function packRow({ auctionId, timeMs, sellerMemberId, bid, fileAt, line }: PlacedRow): string {
  return [
    auctionId,
    timeMs,
    sellerMemberId ?? none,
    fileAt,
    line,
    bid.memberId ?? none,
    bid.netMicros,
    bid.rawNetMicros ?? none,
    bid.hardFloorMicros,
    bid.rejectReason ?? none,
    bid.tierId ?? none,
    bid.dealId ?? none,
    bid.isWinning ? 1 : 0,
  ].join(separator);
}

export function unpackRow(text: string): PlacedRow {
  const [auctionId, time, seller, fileAt, line, member, net, rawNet, floor, reason, tier, deal, winning] =
    text.split(separator);
  return {
    auctionId: auctionId!,
    timeMs: Number(time),
    sellerMemberId: numberOf(seller!),
    fileAt: Number(fileAt),
    line: Number(line),
    bid: {
      memberId: numberOf(member!),
      netMicros: Number(net),
      rawNetMicros: numberOf(rawNet!),
      hardFloorMicros: Number(floor),
      rejectReason: reason === none ? null : reason!,
      tierId: numberOf(tier!),
      dealId: deal === none ? null : deal!,
      isWinning: winning === '1',
    },
  };
}

function numberOf(text: string): number | null {
  return text === none ? null : Number(text);
}
