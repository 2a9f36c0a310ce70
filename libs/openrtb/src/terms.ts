import type { AuctionRequest, AuctionType } from '@auction-tiers/tier-engine';
import type { Bid, Imp } from 'iab-openrtb/v26';
import { type Blocks, toBidderNames } from './block.ts';
import type { Exchange } from './currency.ts';
import { barredByDeal, type Deals, readDeals } from './deal.ts';
import { type BidFloor, readAdFloor } from './floor.ts';
import { type Loose, toLabel } from './loose.ts';
import type { InvalidBid, Report } from './model.ts';
import { toFloorMicros } from './request.ts';

/** What an impression asks of its bids. */
export interface Terms {
  /** Of bids on no deal that has its own. */
  readonly auctionType: AuctionType;
  /** CPM micros of the auction's currency. */
  readonly floorMicros: number;
  /** The floor by the length of a video or an audio ad. */
  readonly adFloor: BidFloor;
  readonly deals: Deals;
  readonly blocks: Blocks | undefined;
}

/** The terms of an impression. Paths of problems begin at it; a floor in a currency without a rate refuses it. */
export function readTerms(
  imp: Loose<Imp>,
  auctionType: AuctionType,
  blocks: Blocks | undefined,
  exchange: Exchange,
  warn: Report,
  refuse: Report,
): Terms {
  const floorMicros = toFloorMicros(imp, exchange, warn, refuse) ?? 0;
  return {
    auctionType,
    floorMicros,
    adFloor: readAdFloor(imp, floorMicros, exchange, warn, refuse),
    deals: readDeals(imp, { auctionType, floorMicros }, exchange, warn, refuse),
    blocks,
  };
}

/** Why a bid of a seat may not take part; undefined: it may. `memberId`: of the buyer behind the seat, if it is known. */
export function barred(
  { deals, blocks }: Terms,
  bid: Loose<Bid>,
  seat: string | null,
  memberId: number | null,
): InvalidBid | undefined {
  if (blocks === undefined && !deals.isPrivate && deals.byId.size === 0) return undefined;
  const names = toBidderNames(seat, memberId);
  return barredByDeal(deals, bid, names) ?? blocks?.(bid, names);
}

/** What a bid has to pay, CPM micros of the auction's currency. */
interface Due {
  readonly auctionType: AuctionType;
  /** What it has to meet; undefined: the impression's floor. */
  readonly floorMicros: number | undefined;
  /** Also what it counts with and pays, whatever more it offers; undefined: no price is agreed. */
  readonly agreedMicros?: number;
}

/** What a bid has to pay: as its deal says, else the impression, whose floor may go by the length of the ad. */
export function dueOf({ auctionType: usual, adFloor, deals }: Terms, bid: Loose<Bid>): Due {
  const deal = deals.byId.get(toLabel(bid.dealid) ?? '');
  const { auctionType = usual } = deal ?? {};
  const ofDeal = deal?.floor(bid);
  if (ofDeal === undefined) return { auctionType, floorMicros: adFloor(bid) };
  return { auctionType, floorMicros: ofDeal, ...(deal?.isAgreed === true && { agreedMicros: ofDeal }) };
}

/**
 * An auction whose bids have these types, by place. The engine knows bids at first price in a second price auction and not
 * the reverse, so an auction with both types is a second price one.
 */
export function toTypedAuction(
  { auctionType }: Pick<Terms, 'auctionType'>,
  bids: AuctionRequest['bids'],
  types: readonly AuctionType[],
): Pick<AuctionRequest, 'auctionType' | 'bids'> {
  if (types.every((type) => type === auctionType)) return { auctionType, bids };
  return { auctionType: 2, bids: bids.map((bid, at) => (types[at] === 1 ? { ...bid, isFirstPrice: true } : bid)) };
}
