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
  auctionType: 1 | 2,
  blocks: Blocks | undefined,
  exchange: Exchange,
  warn: Report,
  refuse: Report,
): Terms {
  const floorMicros = toFloorMicros(imp, exchange, warn, refuse) ?? 0;
  return {
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

/** The price that a bid has to meet, CPM micros of the auction's currency. */
interface Due {
  /** Undefined: the impression's floor. */
  readonly floorMicros: number | undefined;
  /** Also what it counts with and pays, whatever more it offers; undefined: no price is agreed. */
  readonly agreedMicros?: number;
}

/** What a bid has to meet: the floor of its deal, else that by the length of its ad. */
export function dueOf({ adFloor, deals }: Terms, bid: Loose<Bid>): Due {
  const deal = deals.byId.get(toLabel(bid.dealid) ?? '');
  const ofDeal = deal?.floor(bid);
  if (ofDeal === undefined) return { floorMicros: adFloor(bid) };
  return { floorMicros: ofDeal, ...(deal?.isAgreed === true && { agreedMicros: ofDeal }) };
}
