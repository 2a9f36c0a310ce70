/** The parts of a request that the decider knows, in plain form: no value of another shape, one impression. */
export interface Request {
  readonly wseat: readonly string[] | undefined;
  readonly bseat: readonly string[] | undefined;
  readonly badv: readonly string[] | undefined;
  readonly bcat: readonly string[] | undefined;
}

interface OneDeal {
  readonly id: string | number;
  readonly at: 1 | 3 | undefined;
  readonly bidfloor: number | undefined;
  readonly wseat: readonly string[] | undefined;
  readonly wadomain: readonly string[] | undefined;
}

export interface Imp {
  readonly bidfloor: number | undefined;
  readonly video:
    | {
        readonly maxduration: number;
        readonly mincpmpersec: number | undefined;
        readonly durfloors:
          | readonly { readonly mindur: number; readonly maxdur: number; readonly bidfloor: number }[]
          | undefined;
      }
    | undefined;
  readonly pmp: { readonly private_auction: number; readonly deals: readonly OneDeal[] } | undefined;
}

export interface OneBid {
  readonly seat: string;
  readonly cur: string;
  readonly price: number;
  readonly dealid: string | number | undefined;
  readonly adomain: readonly string[] | undefined;
  readonly cat: readonly string[] | undefined;
  readonly dur: number | undefined;
}

/**
 * Decides a first-price auction without tiers and fees by OpenRTB's definitions, written without the mapping: each second
 * of length is tried, and nothing is prepared. Prices of the impression are in US dollars. Gives what becomes of each bid
 * (`valid`: it reached its floor) and what the winner pays.
 */
export function decide(request: Request, imp: Imp, bids: readonly OneBid[], rates: Readonly<Record<string, number>>) {
  let best: number | null = null;
  const outcomes = bids.map((bid) => {
    const deal = imp.pmp?.deals.find(({ id }) => `${id}` === `${bid.dealid}`);
    const bar = barOf(request, imp, bid, deal);
    if (bar !== null) return bar;
    const floor = deal?.bidfloor ?? lengthFloor(imp, bid.dur) ?? imp.bidfloor ?? 0;
    const offered = bid.price * rates[bid.cur]!;
    if (offered < floor) return 'below_floor';
    const counted = deal?.at === 3 && deal.bidfloor !== undefined ? deal.bidfloor : offered;
    best = Math.max(best ?? 0, counted);
    return 'valid';
  });
  return { outcomes, price: best as number | null };
}

function barOf(
  { wseat = [], bseat = [], badv = [], bcat = [] }: Request,
  { pmp }: Imp,
  { seat, dealid, adomain = [], cat = [] }: OneBid,
  deal: OneDeal | undefined,
): string | null {
  if (pmp?.private_auction === 1 && deal === undefined) return 'private_auction';
  if (dealid !== undefined && deal === undefined && (pmp?.deals ?? []).length > 0) return 'deal_unknown';
  const { wseat: seats = [], wadomain: domains = [] } = deal ?? {};
  if (seats.length > 0 && !seats.includes(seat)) return 'deal_seat';
  if (domains.length > 0 && (adomain.length === 0 || adomain.some((one) => !domains.includes(one)))) {
    return 'deal_advertiser';
  }
  if (wseat.length > 0 && !wseat.includes(seat)) return 'seat_blocked';
  if (bseat.includes(seat)) return 'seat_blocked';
  if (adomain.some((one) => badv.includes(one))) return 'advertiser_blocked';
  return cat.some((one) => bcat.some((blocked) => one === blocked || one.startsWith(`${blocked}-`)))
    ? 'category_blocked'
    : null;
}

function lengthFloor({ video, bidfloor: usual = 0 }: Imp, dur: number | undefined): number | null {
  if (video === undefined) return null;
  const { maxduration, mincpmpersec, durfloors = [] } = video;
  const lengths = dur === undefined ? Array.from({ length: maxduration }, (_, second) => second + 1) : [dur];
  let dearest: number | null = null;
  for (const length of lengths) {
    const named = durfloors.filter(({ mindur, maxdur }) => length >= mindur && length <= maxdur);
    const perSecond = mincpmpersec === undefined ? null : mincpmpersec * length;
    const floor = named.length > 0 ? Math.max(...named.map(({ bidfloor }) => bidfloor)) : (perSecond ?? usual);
    dearest = Math.max(dearest ?? 0, floor);
  }
  return dearest;
}
