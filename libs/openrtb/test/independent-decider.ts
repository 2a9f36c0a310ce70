/** The parts of a request that the decider knows, in plain form: no value of another shape. */
export interface Request {
  readonly at: 1 | 2;
  readonly wseat: readonly string[] | undefined;
  readonly bseat: readonly string[] | undefined;
  readonly badv: readonly string[] | undefined;
  readonly bcat: readonly string[] | undefined;
}

interface OneDeal {
  readonly id: string | number;
  readonly at: 1 | 2 | 3 | undefined;
  readonly bidfloor: number | undefined;
  readonly wseat: readonly string[] | undefined;
  readonly wadomain: readonly string[] | undefined;
}

export interface Imp {
  readonly qty: { readonly multiplier: number } | undefined;
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

/** The bids of a seat, which win their impressions together where `group` is 1. */
export interface SeatBids {
  readonly seat: string;
  readonly cur: string;
  readonly group: 0 | 1;
  readonly bids: readonly OneBid[];
}

export interface OneBid {
  /** Place of its impression in the request. */
  readonly imp: number;
  readonly price: number;
  readonly dealid: string | number | undefined;
  readonly adomain: readonly string[] | undefined;
  readonly cat: readonly string[] | undefined;
  readonly dur: number | undefined;
}

type Sent = OneBid & Pick<SeatBids, 'seat' | 'cur'> & { readonly of: SeatBids };

/**
 * Decides the auctions of a request without tiers and fees by OpenRTB's definitions, written without the mapping: each
 * second of length is tried, and nothing is prepared. Prices of impressions are in US dollars. Gives what becomes of each
 * bid (`valid`: it reached its floor), and by impression what the winner pays and what that comes to; undefined: two bids
 * of one price are ahead, so that chance decides.
 */
export function decide(
  request: Request,
  imps: readonly Imp[],
  seats: readonly SeatBids[],
  rates: Readonly<Record<string, number>>,
) {
  const sent = seats.flatMap((of) => of.bids.map((bid): Sent => ({ ...bid, seat: of.seat, cur: of.cur, of })));
  const impsOf = ({ bids }: SeatBids) => new Set(bids.map(({ imp }) => imp));
  const together = new Set(seats.filter((one) => one.group === 1 && impsOf(one).size > 1));
  const out = new Set<SeatBids>();
  for (;;) {
    const judged = sent.map((bid) => ({ bid, ...judge(request, imps[bid.imp]!, bid, rates) }));
    const sold = imps.map((imp, at) => {
      const valid = judged.filter(({ bid, outcome }) => bid.imp === at && outcome === 'valid' && !out.has(bid.of));
      const [first, second] = valid.toSorted((one, other) => other.counted - one.counted);
      if (first === undefined) return { winner: undefined, price: null, earned: 0, isTied: false };
      const rivals = valid.filter(({ bid }) => bid.seat !== first.bid.seat).map(({ counted }) => counted);
      const price = first.at === 1 ? first.counted : Math.max(first.floor, ...rivals);
      const earned = price * (imp.qty?.multiplier ?? 1);
      return { winner: first.bid.of, price, earned, isTied: first.counted === second?.counted };
    });
    if (sold.some(({ isTied }) => isTied)) return undefined;
    const wins = (group: SeatBids) => [...impsOf(group)].filter((at) => sold[at]!.winner === group).length;
    const lost = [...together].filter((group) => wins(group) < impsOf(group).size);
    const leaving = lost.find((group) => wins(group) > 0) ?? lost[0];
    if (leaving === undefined) {
      const outcomes = judged.map(({ bid, outcome }) =>
        out.has(bid.of) && /^(?:valid|below_floor)$/.test(outcome) ? 'group_split' : outcome,
      );
      return { outcomes, sold: sold.map(({ price, earned }) => ({ price, earned })) };
    }
    together.delete(leaving);
    out.add(leaving);
  }
}

function judge(request: Request, imp: Imp, bid: Sent, rates: Readonly<Record<string, number>>) {
  const deal = imp.pmp?.deals.find(({ id }) => `${id}` === `${bid.dealid}`);
  const floor = deal?.bidfloor ?? lengthFloor(imp, bid.dur) ?? imp.bidfloor ?? 0;
  const offered = bid.price * rates[bid.cur]!;
  const counted = deal?.at === 3 && deal.bidfloor !== undefined ? Math.min(deal.bidfloor, offered) : offered;
  const outcome = barOf(request, imp, bid, deal) ?? (offered < floor ? 'below_floor' : 'valid');
  return { outcome, counted, floor, at: deal?.at === 1 || deal?.at === 2 ? deal.at : request.at };
}

function barOf(
  { wseat = [], bseat = [], badv = [], bcat = [] }: Request,
  { pmp }: Imp,
  { seat, dealid, adomain = [], cat = [] }: Sent,
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
