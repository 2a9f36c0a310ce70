import type { Bid, SeatBid as ResponseSeat } from 'iab-openrtb/v26';
import { isAbsent, type Loose, shown, toArray, toId, toObject, toWhole } from './loose.ts';
import type { Group, OpenRtbAuction, Report, SeatBid, ToAuctionsResult } from './model.ts';

/** The impression that a bid names; null: none. */
export function toImpId(bid: unknown): string | null {
  const { impid } = toObject<Bid>(bid);
  return typeof impid === 'string' ? impid : null;
}

/** The group that a `seatbid` asks for; undefined: its bids may win alone, or are all on one impression. */
export function readGroup({ group, bid }: Loose<ResponseSeat>, path: string, report: Report): Group | undefined {
  if (isAbsent(group) || toWhole(group) === 0) return undefined;
  if (toId(group) !== 1) {
    report(`${path}.group`, `is ${shown(group)}, so that its bids may win alone; allowed are 0 and 1`);
    return undefined;
  }
  const impIds = new Set(toArray(bid).flatMap((one) => (isAbsent(one) ? [] : toImpId(one))));
  return impIds.size > 1 ? { path, impIds } : undefined;
}

/**
 * Bids and groups that are looked at again while groups are left out one by one. Beyond it, all groups that do not win
 * whole are left out together, so that the work stays in proportion to what was sent.
 */
const mostLookedAt = 100_000;

/**
 * The auctions, with the bids of each group that does not win all its impressions made invalid (`group_split`). The first
 * group that wins in part, in the order of the responses, is left out, and its impressions are decided again without it;
 * then the next, until none wins in part. A group that wins nothing then is left out too: it offers nothing for one
 * impression alone, so it sets no price. `winnerOf` gives the index of the bid that wins an auction; -1: none.
 */
export async function settleGroups(
  { auctions, groups }: Pick<Extract<ToAuctionsResult, { ok: true }>, 'auctions' | 'groups'>,
  winnerOf: (auction: OpenRtbAuction) => Promise<number>,
): Promise<readonly OpenRtbAuction[]> {
  const auctionOf = new Map<string | null, OpenRtbAuction>(auctions.map((auction) => [auction.impId, auction]));
  const winningGroups = new Map<string | null, Group | undefined>();
  let lookedAt = 0;
  const decide = async (impIds: Iterable<string | null>): Promise<void> => {
    for (const impId of impIds) {
      const auction = auctionOf.get(impId);
      if (auction === undefined) continue;
      const winner = await winnerOf(auction);
      winningGroups.set(impId, auction.bids.find(({ index }) => index === winner)?.group);
      lookedAt += auction.bids.length;
    }
  };
  await decide(new Set(groups.flatMap(({ impIds }) => [...impIds])));
  lookedAt = 0;
  const left = new Set(groups);
  while (true) {
    lookedAt += left.size;
    const ofGroup = (group: Group): number => [...group.impIds].filter((id) => winningGroups.get(id) === group).length;
    const lost = [...left].filter((group) => ofGroup(group) < group.impIds.size);
    if (lost.length === 0) return auctions.map(({ impId }) => auctionOf.get(impId)!);
    const first = lost.find((group) => ofGroup(group) > 0) ?? lost[0]!;
    const leaving = lookedAt < mostLookedAt ? [first] : lost;
    for (const group of leaving) {
      left.delete(group);
      for (const impId of group.impIds) {
        const auction = auctionOf.get(impId);
        if (auction !== undefined) auctionOf.set(impId, without(auction, group));
      }
    }
    await decide(new Set(leaving.flatMap(({ impIds }) => [...impIds])));
  }
}

/** The auction as it is without the bids of a group, which stay as invalid ones. */
function without(auction: OpenRtbAuction, group: Group): OpenRtbAuction {
  const engineBids: OpenRtbAuction['request']['bids'][number][] = [];
  const bids = auction.bids.map((bid): SeatBid => {
    if (bid.index === undefined) return bid;
    const { index: before, offer, agreedMicros: _agreed, ...bidder } = bid;
    if (bid.group === group) {
      const message = `is part of the group ${group.path}, which does not win all its ${group.impIds.size} impressions`;
      return { ...bidder, invalid: { reason: 'group_split', message, offer } };
    }
    const index = engineBids.length;
    engineBids.push({ ...auction.request.bids[before]!, id: String(index) });
    return { ...bid, index };
  });
  return { ...auction, bids, request: { ...auction.request, bids: engineBids } };
}
