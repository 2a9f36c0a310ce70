import {
  type AuctionRequest,
  type AuctionType,
  type Bid,
  decideAuction,
  Decision,
  grossNeededMicros,
  netMicros,
  outcomes as outcomeNames,
  type TierSet,
} from '@auction-tiers/tier-engine';

/** A mixture takes its impression, its terms, and a buyer's presence and prices each from one of two auctions. */
const mixtures = 16;
const [ofImpression, ofTerms, ofPresence, ofPrices] = [8, 4, 2, 1];
const allMixtures = Array.from({ length: mixtures }, (_, mixture) => mixture);
const outLevel = -2;
const firstOut = outcomeNames.indexOf('excluded');

/** The bid of a buyer in a mixture. */
interface Stand {
  /** A level of the engine; below all of them if the buyer has no bid that may win. */
  readonly level: number;
  readonly net: number;
  readonly gross: number;
  readonly feePpm: number;
  /** Gross, CPM micros: its floor, or all that it bids. */
  readonly leastPaid: number;
  readonly minPrice: number;
}
const out: Stand = { level: outLevel, net: 0, gross: 0, feePpm: 0, leastPaid: 0, minPrice: 0 };

/** A change from an earlier auction to a later one. */
export interface Player {
  readonly kind: 'mix' | 'terms' | 'participation' | 'prices';
  /** For participation and prices. */
  readonly buyer?: string;
}

/** A buyer's later prices over its earlier ones for a pair of auctions. `isLater`: for a bid of the later one. */
export type RatioOf = (buyer: string, isLater: boolean) => number;

/** The changes between two auctions: the players, and the net of each coalition of them, CPM micros. */
export interface World {
  readonly players: readonly Player[];
  /** `joined` is 1 at the index of each player that is as in the later auction; others are as in the earlier one. */
  readonly netOf: (joined: Uint8Array) => number;
}

/** A buyer: its member id, or a key that tells unknown buyers apart. */
export const buyerKey = ({ memberId, seat }: Bid, index: number): string =>
  memberId !== null ? String(memberId) : `?${seat ?? index}`;

/** The highest bid of each buyer, CPM micros. `keyOf`: what tells buyers apart. */
export function highestByBuyer({ bids }: AuctionRequest, keyOf = buyerKey): Map<string, number> {
  const highest = new Map<string, number>();
  bids.forEach((bid, index) => {
    const key = keyOf(bid, index);
    highest.set(key, Math.max(highest.get(key) ?? 0, bid.grossMicros));
  });
  return highest;
}

/** One of the two auctions: its bids by buyer, and the tier set for its impression. */
class Side {
  readonly request: AuctionRequest;
  readonly rules: TierSet;
  readonly keys: readonly string[];
  readonly bidsOf = new Map<string, Bid[]>();

  constructor(request: AuctionRequest, rules: TierSet) {
    this.request = request;
    this.rules = rules;
    this.keys = request.bids.map(buyerKey);
    request.bids.forEach((bid, index) => {
      const known = this.bidsOf.get(this.keys[index]!);
      if (known === undefined) this.bidsOf.set(this.keys[index]!, [bid]);
      else known.push(bid);
    });
  }

  /** The buyer's bid that corresponds to a bid in the other auction: the one of the same deal, else by number. */
  counterpart(key: string, { deal }: Bid, number: number): Bid | undefined {
    const bids = this.bidsOf.get(key);
    if (bids === undefined || bids.length === 1) return bids?.[0];
    return bids.find((bid) => deal !== undefined && bid.deal === deal) ?? bids[Math.min(number, bids.length - 1)];
  }
}

const decision = new Decision();

/**
 * The mixtures of two auctions. `rules`: the tier sets for the earlier and for the later impression. `ratioOf`: a
 * buyer's later prices over its earlier ones, used if the buyer bids in only one of the two.
 */
export function createWorld(
  [before, after]: readonly [AuctionRequest, AuctionRequest],
  rules: readonly [TierSet, TierSet],
  ratioOf: RatioOf,
): World {
  const sides = [new Side(before, rules[0]), new Side(after, rules[1])] as const;
  const isSecond = before.auctionType === 2 || after.auctionType === 2;
  const stands = withoutHopeless(standsOf(sides, ratioOf), isSecond ? 2 : 1);
  const rows = [...stands.values()];
  const differs = (bit: number, row: readonly Stand[]) =>
    allMixtures.some((mixture) => (mixture & bit) === 0 && !isSame(row[mixture]!, row[mixture | bit]!, isSecond));
  const players: Player[] = [];
  const bits: number[] = [];
  const add = (player: Player, bit: number) => bits.push(bit) && players.push(player) - 1;
  if (rows.some((row) => differs(ofImpression, row))) add({ kind: 'mix' }, ofImpression);
  if (before.auctionType !== after.auctionType || rows.some((row) => differs(ofTerms, row))) {
    add({ kind: 'terms' }, ofTerms);
  }
  const commonCount = players.length;
  const own = Array.from(stands, ([buyer, row]) => ({
    presence: differs(ofPresence, row) ? add({ kind: 'participation', buyer }, ofPresence) : -1,
    prices: differs(ofPrices, row) ? add({ kind: 'prices', buyer }, ofPrices) : -1,
  }));
  const chosen: Stand[] = [];
  const netOf = (joined: Uint8Array): number => {
    let common = 0;
    for (let player = 0; player < commonCount; player++) if (joined[player] === 1) common |= bits[player]!;
    for (let at = 0; at < rows.length; at++) {
      const { presence, prices } = own[at]!;
      const presenceBit = presence >= 0 && joined[presence] === 1 ? ofPresence : 0;
      const pricesBit = prices >= 0 && joined[prices] === 1 ? ofPrices : 0;
      chosen[at] = rows[at]![common | presenceBit | pricesBit]!;
    }
    return clear(chosen, (common & ofTerms ? after : before).auctionType);
  };
  return { players, netOf };
}

/** The bid of each buyer in each mixture. */
function standsOf(sides: readonly [Side, Side], ratioOf: RatioOf): Map<string, Stand[]> {
  const stands = new Map<string, Stand[]>();
  for (const { keys } of sides) {
    for (const key of keys)
      if (!stands.has(key))
        stands.set(
          key,
          allMixtures.map(() => out),
        );
  }
  const sideOf = (mixture: number, bit: number): Side => sides[(mixture & bit) === 0 ? 0 : 1];
  const hasSameTerms = haveSameTerms(sides[0].request, sides[1].request);
  for (const mixture of allMixtures) {
    // The mixture that differs from this one only by equal terms was decided already.
    if (hasSameTerms && (mixture & ofTerms) !== 0) {
      for (const row of stands.values()) row[mixture] = row[mixture ^ ofTerms]!;
      continue;
    }
    const [impression, terms] = [sideOf(mixture, ofImpression), sideOf(mixture, ofTerms)];
    const [present, priced] = [sideOf(mixture, ofPresence), sideOf(mixture, ofPrices)];
    const { keys } = present;
    const { auctionType, bidFloorMicros, feePpm } = terms.request;
    const seen = new Map<string, number>();
    const bids = present.request.bids.map((bid, index) => {
      const key = keys[index]!;
      const number = seen.get(key) ?? 0;
      seen.set(key, number + 1);
      const own = terms === present ? bid : (terms.counterpart(key, bid, number) ?? bid);
      return {
        ...bid,
        grossMicros: priced === present ? bid.grossMicros : priceOf(priced, key, bid, number, sides, ratioOf),
        feePpm: own.feePpm,
        floorMicros: own.floorMicros,
        isFirstPrice: own.isFirstPrice,
      };
    });
    const { impression: imp, timeMs } = impression.request;
    // Draws depend on the places of bids in the auction that the bids come from.
    const { seed } = present.request;
    const request = { auctionType, bidFloorMicros, feePpm, seed, timeMs, impression: imp, bids };
    decideAuction(impression.rules, request, decision);
    const { outcomes, levels, netMicros: nets, tierIndexes } = decision;
    for (let index = 0; index < bids.length; index++) {
      if (outcomes[index]! >= firstOut) continue;
      const [level, net, bid] = [levels[index]!, nets[index]!, bids[index]!];
      const row = stands.get(keys[index]!)!;
      const best = row[mixture]!;
      if (level < best.level || (level === best.level && net <= best.net)) continue;
      const minPrice = impression.rules.tiers[tierIndexes[index]!]?.minPriceMicros ?? 0;
      const { grossMicros: gross, feePpm: fee = feePpm, floorMicros: floor = bidFloorMicros } = bid;
      row[mixture] = { level, net, gross, feePpm: fee, leastPaid: bid.isFirstPrice === true ? gross : floor, minPrice };
    }
  }
  return stands;
}

/** Whether two auctions have the same terms, and no bid of theirs has a fee, a floor or a type of its own. */
const haveSameTerms = (one: AuctionRequest, other: AuctionRequest): boolean =>
  one.auctionType === other.auctionType &&
  one.bidFloorMicros === other.bidFloorMicros &&
  one.feePpm === other.feePpm &&
  [one, other].every(({ bids }) =>
    bids.every(({ feePpm, floorMicros, isFirstPrice }) => (feePpm ?? floorMicros ?? isFirstPrice) === undefined),
  );

/** A buyer's bid at the prices of the other auction: its bid there, else its own price times the ratio. */
function priceOf(
  priced: Side,
  key: string,
  bid: Bid,
  number: number,
  [earlier]: readonly [Side, Side],
  ratioOf: RatioOf,
): number {
  const found = priced.counterpart(key, bid, number);
  if (found !== undefined) return found.grossMicros;
  const isLater = priced === earlier;
  const ratio = ratioOf(key, isLater);
  return Math.round(bid.grossMicros * (isLater ? 1 / ratio : ratio));
}

/** `isSecond`: also compares what only second prices depend on. */
const isSame = (one: Stand, other: Stand, isSecond: boolean) =>
  one === other ||
  (one.level === other.level &&
    one.net === other.net &&
    (!isSecond ||
      (one.gross === other.gross &&
        one.feePpm === other.feePpm &&
        one.leastPaid === other.leastPaid &&
        one.minPrice === other.minPrice)));

/** Leaves out buyers that affect no mixture, because `needed` others are always ahead of them. */
function withoutHopeless(stands: ReadonlyMap<string, readonly Stand[]>, needed: number) {
  const least = Array.from(stands.values(), (row) => row.reduce((low, one) => (isAhead(low, one) ? one : low)));
  const bar = least.toSorted((one, other) => other.level - one.level || other.net - one.net)[needed - 1];
  if (bar === undefined || bar.level === outLevel) return stands;
  return new Map([...stands].filter(([, row]) => row.some((one) => !isAhead(bar, one))));
}

const isAhead = (one: Stand, other: Stand) =>
  one.level > other.level || (one.level === other.level && one.net > other.net);

/** The seller's net with these bids, CPM micros. */
function clear(stands: readonly Stand[], auctionType: AuctionType): number {
  let winner = out;
  let second = 0;
  for (const stand of stands) {
    if (isAhead(stand, winner)) {
      second = stand.level === winner.level ? winner.net : 0;
      winner = stand;
    } else if (stand !== winner && stand.level === winner.level && stand.net > second) second = stand.net;
  }
  if (winner.level === outLevel) return 0;
  if (auctionType === 1) return winner.net;
  const beaten = grossNeededMicros(Math.max(second, winner.minPrice), winner.feePpm);
  return netMicros(Math.min(Math.max(beaten, winner.leastPaid), winner.gross), winner.feePpm);
}
