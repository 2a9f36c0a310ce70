import type { AuctionType } from '@auction-tiers/tier-engine';
import type { Bid, Deal, Imp, Pmp } from 'iab-openrtb/v26';
import { type BidderNames, isOneOf, readDomains, readSeats, toDomains } from './block.ts';
import { type BidFloor, readDealFloor } from './floor.ts';
import type { Exchange } from './currency.ts';
import { isAbsent, isObject, type Loose, shown, toArray, toId, toLabel, toObject } from './loose.ts';
import type { InvalidBid, Report } from './model.ts';
import { below } from './report.ts';

/** A price that is agreed beforehand: OpenRTB's auction type 3 of a deal. */
const agreedPrice = 3;

/** What an impression asks of bids on a deal. */
export interface DealTerms {
  readonly floor: BidFloor;
  /** Whether a bid that reaches the floor counts with it and pays it, whatever it offers. */
  readonly isAgreed: boolean;
  /** How a bid is settled whose price is not agreed. */
  readonly auctionType: AuctionType;
  readonly seats: ReadonlySet<string> | undefined;
  readonly advertisers: ReadonlySet<string> | undefined;
}

export interface Deals {
  /** Whether bids without a deal take no part. */
  readonly isPrivate: boolean;
  readonly byId: ReadonlyMap<string, DealTerms>;
}

/** What bids on no deal are under: the auction type of the request, and the floor of the impression. */
interface Usual {
  readonly auctionType: AuctionType;
  readonly floorMicros: number;
}

/** The deals of an impression. Paths of problems begin at the impression. */
export function readDeals(
  imp: Loose<Imp>,
  { auctionType, floorMicros }: Usual,
  exchange: Exchange,
  warn: Report,
  refuse: Report,
): Deals {
  const byId = new Map<string, DealTerms>();
  const pmp = toObject<Pmp>(imp.pmp);
  if (!isAbsent(pmp.deals) && !Array.isArray(pmp.deals)) {
    warn('pmp.deals', `is ${shown(pmp.deals)}, so that no deal is known; allowed is an array`);
  }
  for (const [at, value] of toArray(pmp.deals).entries()) {
    const path = `pmp.deals[${at}]`;
    const deal = toObject<Deal>(value);
    const id = toLabel(deal.id);
    if (!isObject(value) || id === undefined) {
      warn(path, `${isObject(value) ? 'has no id' : `is ${shown(value)}`}, so that no bid can be on this deal`);
      continue;
    }
    const ofDeal = below(warn, path);
    const type = toId(deal.at);
    const own = type === 1 || type === 2 ? type : undefined;
    if (!isAbsent(deal.at) && own === undefined && type !== agreedPrice)
      ofDeal('at', `${shown(deal.at)} is not obeyed: bids on the deal pay as the auction does, ${auctionType}`);
    if (type === agreedPrice && isAbsent(deal.bidfloor)) {
      ofDeal('at', 'is 3 without a bidfloor, so that no price is agreed: bids on the deal pay as the auction does');
    }
    byId.set(id, {
      floor: readDealFloor(deal, imp, floorMicros, exchange, ofDeal, below(refuse, path)),
      isAgreed: type === agreedPrice,
      auctionType: own ?? auctionType,
      seats: readSeats(deal.wseat, (message) => ofDeal('wseat', message)),
      advertisers: readDomains(deal.wadomain, (message) => ofDeal('wadomain', message)),
    });
  }
  return { isPrivate: toId(pmp.private_auction) === 1, byId };
}

/** Why the deals of an impression bar a bid; undefined: they do not. */
export function barredByDeal(
  { isPrivate, byId }: Deals,
  bid: Loose<Bid>,
  { seats: names }: BidderNames,
): InvalidBid | undefined {
  const id = toLabel(bid.dealid);
  if (id === undefined) {
    if (!isPrivate) return undefined;
    return { reason: 'private_auction', message: `has no deal; allowed: ${dealsOf(byId)}` };
  }
  const deal = byId.get(id);
  if (deal === undefined) {
    // Whoever logs the request of the page beside the answers of bidders has their deals, and no list of them.
    if (!isPrivate && byId.size === 0) return undefined;
    const reason = isPrivate ? 'private_auction' : 'deal_unknown';
    return { reason, message: `${shown(id)} is no deal of the impression; allowed: ${dealsOf(byId)}` };
  }
  if (deal.seats !== undefined && !isOneOf(names, deal.seats)) {
    return { reason: 'deal_seat', message: `the seat ${shown(names[0])} is not among the deal's seats (wseat)` };
  }
  const { advertisers } = deal;
  const domains = toDomains(bid.adomain);
  if (advertisers !== undefined && (domains.length === 0 || !domains.every((domain) => advertisers.has(domain)))) {
    const message = `adomain is ${domains.join(', ') || 'missing'}; the deal allows only the domains of its wadomain`;
    return { reason: 'deal_advertiser', message };
  }
  return undefined;
}

const shownDeals = 5;

const dealsOf = (byId: Deals['byId']): string => {
  const ids = [...byId.keys()];
  return ids.length === 0
    ? 'no deal'
    : ids.slice(0, shownDeals).map(shown).join(', ') + (ids.length > shownDeals ? ', ...' : '');
};
