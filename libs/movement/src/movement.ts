import {
  compile,
  decideAuction,
  Decision,
  netTakenMicros,
  type TierSet,
  type TierSetSource,
} from '@auction-tiers/tier-engine';
import { type Cell, type CellDimension, cellDimensions, cutCells, pairSlots, valueIn, weightOf } from './cell.ts';
import { type ClockHours, splitByHours } from './clock-period.ts';
import type { MovedAuction } from './moved-auction.ts';
import { shapley } from './shapley.ts';
import { buyerKey, createWorld, type Player } from './world.ts';

/** The causes of a change in net. `unexplained`: the rest, for which there are too few recorded auctions. */
export const movementKinds = ['rules', 'traffic', 'mix', 'participation', 'prices', 'terms', 'unexplained'] as const;
export type MovementKind = (typeof movementKinds)[number];

/** Two periods of as many hours of the clock, and the published rules. Money is net CPM micros. */
export interface MovementOrder {
  readonly against: readonly MovedAuction[];
  readonly from: readonly MovedAuction[];
  /** In the order of the publishes; `MovedAuction.rules` is an index into this list. */
  readonly rules: readonly TierSetSource[];
  /** How much later the later period began, milliseconds: flights of the earlier rules are moved by this. */
  readonly apartMs: number;
  /** How long each hour of the clock lasts in each period; unknown: equally long in both. */
  readonly hours?: { readonly against: ClockHours; readonly from: ClockHours } | undefined;
  /** The seller's exact revenue in each period; if unknown, it is estimated from the auctions' weights. */
  readonly known?: { readonly againstMicros: bigint; readonly fromMicros: bigint } | undefined;
}

/** A cause of a part: `id` is a buyer, a value such as `US`, or the revision of the published rules; null: all others. */
export interface Leaf {
  readonly id: string | null;
  readonly netMicros: bigint;
  /** 95 % interval; null: all auctions were recorded. */
  readonly interval: Interval | null;
}
interface Interval {
  readonly lowMicros: bigint;
  readonly highMicros: bigint;
}

export interface MovementPart {
  readonly kind: MovementKind;
  readonly netMicros: bigint;
  readonly interval: Interval | null;
  /** Adds up to the part; empty if there is nothing to list. Largest first. */
  readonly of: readonly Leaf[];
  /** For the mix: the attribute of the list, the one that moved most. */
  readonly by?: CellDimension;
}

/** The share of auctions with a buyer's bid in each period, where its effect is greatest, and its price ratio. */
export interface BuyerFacts {
  readonly againstShare: number;
  readonly fromShare: number;
  readonly where: { readonly dimension: CellDimension; readonly value: string } | null;
  /** Later prices over earlier ones for the same impressions; 1: unchanged, or unknown. */
  readonly priceRatio: number;
}

/** The difference of net, divided into parts that add up to it exactly. */
export interface Movement {
  readonly againstMicros: bigint;
  readonly fromMicros: bigint;
  readonly differenceMicros: bigint;
  readonly parts: readonly MovementPart[];
  readonly buyers: ReadonlyMap<string, BuyerFacts>;
  /** The recorded auctions used from each period, and the number of auctions that they represent. */
  readonly auctions: { readonly against: number; readonly from: number };
  readonly impressions: { readonly against: number; readonly from: number };
}

/** The most listed leaves of a part; the others are combined into one. */
const mostListed = 20;
/** The half-width of a normal 95 % interval in standard errors. */
const normalWidth = 1.96;
const flightsId = 'flights';
const [experimentId, earlierId] = ['experiment', 'earlier'];

/** The sums of one leaf while auctions are added. */
class Sum {
  net = 0;
  variance = 0;

  /** `missing`: the unrecorded share of such auctions. */
  add(net: number, missing: number): void {
    this.net += net;
    this.variance += net * net * missing;
  }
}

type Sums = Map<string, Sum>;
const sumOf = (sums: Sums, id: string): Sum => {
  let sum = sums.get(id);
  if (sum === undefined) sums.set(id, (sum = new Sum()));
  return sum;
};
const missingOf = ({ weight }: MovedAuction) => Math.max(0, 1 - 1 / weight);

/** Divides the difference of net between two periods by cause. Throws a `TypeError` for rules that do not compile. */
export function tellApart(order: MovementOrder): Movement {
  const { against, from, rules } = order;
  const compiled = rules.map((source) => compileRules(source));
  const base = against.reduce((latest, auction) => Math.max(latest, auction.rules ?? 0), 0);
  const moved = moveFlights(rules[base], order.apartMs);
  const sides: readonly [TierSet, TierSet] = [
    compiled[base]!,
    moved === undefined ? compiled[base]! : compileRules(moved),
  ];
  const byRules: Sums = new Map();
  const taken = {
    against: addRules(against, -1, compiled, base, sides[0], byRules),
    from: addRules(from, 1, compiled, base, sides[1], byRules),
  };
  const { sums, mix, buyers } = addSlots(order, sides);
  const known = order.known ?? { againstMicros: rounded(taken.against), fromMicros: rounded(taken.from) };
  const differenceMicros = known.fromMicros - known.againstMicros;
  const dimension = [...mix].toSorted(([, one], [, other]) => spread(other) - spread(one))[0]?.[0] ?? 'country';
  const bySums: readonly (readonly [MovementKind, Sums])[] = [
    ['rules', byRules],
    ['traffic', sums.traffic],
    ['mix', mix.get(dimension) ?? new Map()],
    ['participation', sums.participation],
    ['prices', sums.prices],
    ['terms', sums.terms],
  ];
  const parts = settle(bySums, differenceMicros);
  return {
    ...known,
    differenceMicros,
    parts: parts.map((part) => (part.kind === 'mix' ? { ...part, by: dimension } : part)),
    buyers,
    auctions: { against: against.length, from: from.length },
    impressions: { against: weightOf(against), from: weightOf(from) },
  };
}

function compileRules(source: TierSetSource): TierSet {
  const result = compile(source);
  if (result.ok) return result.tierSet;
  throw new TypeError(`The tier set of revision ${source.revision} does not compile: ${result.issues[0]?.message}`);
}

/** The rules with their flights moved by the distance of the periods; undefined: there are no flights. */
function moveFlights(source: TierSetSource | undefined, apartMs: number): TierSetSource | undefined {
  if (source?.tiers.some(({ startMs, endMs }) => (startMs ?? endMs ?? null) !== null) !== true) return undefined;
  const later = (ms: number | null | undefined) => (ms === null || ms === undefined ? null : ms + apartMs);
  return {
    ...source,
    tiers: source.tiers.map((tier) => ({ ...tier, startMs: later(tier.startMs), endMs: later(tier.endMs) })),
  };
}

const decision = new Decision();
const decideNet = (rules: TierSet, { request }: MovedAuction): number => {
  decideAuction(rules, request, decision);
  return netTakenMicros(request, decision);
};

/**
 * Adds the effect of each publish, from the rules at the end of the earlier period to the rules that decided each
 * auction, and returns the net of the period's auctions. `sign`: 1 for the later period, -1 for the earlier one.
 */
function addRules(
  auctions: readonly MovedAuction[],
  sign: number,
  rules: readonly TierSet[],
  base: number,
  start: TierSet,
  sums: Sums,
): number {
  let total = 0;
  for (const auction of auctions) {
    const missing = missingOf(auction);
    const weight = auction.weight * sign;
    const add = (id: string, net: number) => net !== 0 && sumOf(sums, id).add(net * weight, missing);
    let net = decideNet(start, auction);
    const step = (id: string, next: number) => {
      add(id, next - net);
      net = next;
    };
    if (start !== rules[base]) step(flightsId, decideNet(rules[base]!, auction));
    const own = auction.rules ?? base;
    for (let at = base; at !== own; ) {
      const isForward = at < own;
      const change = isForward ? at + 1 : at;
      at += isForward ? 1 : -1;
      step(rules[change]!.revision, decideNet(rules[at]!, auction));
    }
    // Where the listed rules decided, the remaining difference comes from changes before the first of them.
    if (auction.takenMicros !== undefined) step(auction.rules === null ? experimentId : earlierId, auction.takenMicros);
    total += net * auction.weight;
  }
  return total;
}

/** Adds the changes between the auctions of each cell, all decided by the rules of the earlier period. */
function addSlots({ against: earlier, from: later, hours }: MovementOrder, sides: readonly [TierSet, TierSet]) {
  const sums = { traffic: new Map(), participation: new Map(), prices: new Map(), terms: new Map() } as Record<
    'traffic' | 'participation' | 'prices' | 'terms',
    Sums
  >;
  const mix = new Map<CellDimension, Sums>(cellDimensions.map((dimension) => [dimension, new Map()]));
  const where = new Map<string, Map<string, number>>();
  const { alike: against, beyond: gone } = splitByHours(earlier, hours?.against, hours?.from);
  const { alike: from, beyond: come } = splitByHours(later, hours?.from, hours?.against);
  // What hours bring that only one of the periods has is traffic alone.
  for (const [at, auctions] of [gone, come].entries()) {
    for (const auction of auctions) {
      const net = (at === 0 ? -1 : 1) * auction.weight * decideNet(sides[at]!, auction);
      sumOf(sums.traffic, 'traffic').add(net, missingOf(auction));
    }
  }
  const [before, after] = [weightOf(against), weightOf(from)];
  const [growth, decline] = before === 0 || after === 0 ? [0, 0] : [after / before, before / after];
  const paired = cutCells({ against, from }).map((cell) => ({ cell, slots: pairSlots(cell) }));
  const ratios = createRatios(paired);
  const perAuction = 0.5 * (meanNet(against, sides[0]) + meanNet(from, sides[1]));
  let seed = 0;
  for (const { cell, slots } of paired) {
    const counts = { against: weightOf(cell.against), from: weightOf(cell.from) };
    // The number of auctions of the cell, by whether traffic and mix are those of the later period.
    const sizes =
      growth === 0
        ? [counts.against, counts.from, counts.against, counts.from]
        : [counts.against, counts.against * growth, counts.from * decline, counts.from];
    const shift = 0.5 * (sizes[2]! + sizes[3]! - sizes[0]! - sizes[1]!);
    for (const slot of slots) {
      seed = (seed + 0x9e_37_79_b9) | 0;
      const { players, netOf } = createWorld([slot.against.request, slot.from.request], sides, ratios.of(cell));
      const missing = Math.max(missingOf(slot.against), missingOf(slot.from));
      // Traffic first, then the mix of cells and of impressions within them, then the other players.
      const others = players.flatMap((player, at) => (player.kind === 'mix' ? [] : [at]));
      const joinedWorld = new Uint8Array(players.length);
      const mixAt = players.findIndex(({ kind }) => kind === 'mix');
      const values = shapley(
        others.length + 2,
        (joined) => {
          others.forEach((at, place) => (joinedWorld[at] = joined[place + 2]!));
          if (mixAt >= 0) joinedWorld[mixAt] = joined[1]!;
          const size = sizes[joined[0]! + 2 * joined[1]!]!;
          return size === 0 ? 0 : size * slot.share * netOf(joinedWorld);
        },
        seed,
      );
      sumOf(sums.traffic, 'traffic').add(values[0]!, missing);
      const shifted = values[1]! - shift * slot.share * perAuction;
      for (const [dimension, byValue] of mix) {
        const auction = counts.from === 0 ? slot.against : slot.from;
        sumOf(byValue, valueIn(dimension, auction)).add(shifted, missing);
      }
      others.forEach((at, place) => {
        const { kind, buyer } = players[at] as Player;
        const net = values[place + 2]!;
        if (kind === 'mix') return;
        const id = buyer === undefined ? 'terms' : buyer.startsWith('?') ? '?' : buyer;
        sumOf(sums[kind], id).add(net, missing);
        if (kind !== 'participation') return;
        const found = where.get(id) ?? new Map<string, number>();
        where.set(id, found);
        for (const dimension of ['country', 'placement', 'device_type'] as const) {
          const key = `${dimension}\n${valueIn(dimension, slot.from)}`;
          found.set(key, (found.get(key) ?? 0) + net);
        }
      });
    }
  }
  return { sums, mix, buyers: factsOf({ against, from }, sums, where, ratios.overall) };
}

const meanNet = (auctions: readonly MovedAuction[], rules: TierSet): number =>
  auctions.length === 0
    ? 0
    : auctions.reduce((sum, auction) => sum + auction.weight * decideNet(rules, auction), 0) / weightOf(auctions);

/** Each buyer's later prices over its earlier ones: by cell if enough slots have both, else over all cells. */
function createRatios(paired: readonly { readonly cell: Cell; readonly slots: ReturnType<typeof pairSlots> }[]) {
  const leastSlots = 10;
  const all = new Map<string, { sum: number; share: number }>();
  const byCell = new Map<Cell, Map<string, { sum: number; share: number; count: number }>>();
  for (const { cell, slots } of paired) {
    if (cell.against.length === 0 || cell.from.length === 0) continue;
    const found = new Map<string, { sum: number; share: number; count: number }>();
    for (const { against, from, share } of slots) {
      const prices = highestByBuyer(from);
      for (const [buyer, price] of highestByBuyer(against)) {
        const later = prices.get(buyer);
        if (later === undefined || price <= 0 || later <= 0) continue;
        const one = found.get(buyer) ?? { sum: 0, share: 0, count: 0 };
        found.set(buyer, one);
        one.sum += share * Math.log(later / price);
        one.share += share;
        one.count++;
      }
    }
    byCell.set(cell, found);
    const weight = weightOf(cell.against) + weightOf(cell.from);
    for (const [buyer, { sum, share }] of found) {
      const one = all.get(buyer) ?? { sum: 0, share: 0 };
      all.set(buyer, one);
      one.sum += weight * sum;
      one.share += weight * share;
    }
  }
  const of = (cell: Cell) => (buyer: string) => {
    const found = byCell.get(cell)?.get(buyer);
    return ratioOf(found !== undefined && found.count >= leastSlots ? found : all.get(buyer));
  };
  return { of, overall: (buyer: string) => ratioOf(all.get(buyer)) };
}

const ratioOf = (logs: { readonly sum: number; readonly share: number } | undefined): number =>
  logs === undefined || logs.share === 0 ? 1 : Math.exp(logs.sum / logs.share);

function highestByBuyer({ request: { bids } }: MovedAuction): Map<string, number> {
  const highest = new Map<string, number>();
  bids.forEach((bid, place) => {
    const key = buyerKey(bid, place);
    highest.set(key, Math.max(highest.get(key) ?? 0, bid.grossMicros));
  });
  return highest;
}

function factsOf(
  { against, from }: Pick<MovementOrder, 'against' | 'from'>,
  { participation, prices }: Record<'participation' | 'prices', Sums>,
  where: ReadonlyMap<string, ReadonlyMap<string, number>>,
  priceRatioOf: (id: string) => number,
): Map<string, BuyerFacts> {
  /** By dimension and value; under '' for all auctions. */
  const shares = new Map<string, readonly ReadonlyMap<string, number>[]>();
  const sharesIn = (place: string) => {
    const [dimension, value] = place.split('\n') as [CellDimension, string];
    const isThere = (auction: MovedAuction) => place === '' || valueIn(dimension, auction) === value;
    const found = shares.get(place) ?? [against, from].map((auctions) => sharesOf(auctions.filter(isThere)));
    shares.set(place, found);
    return found;
  };
  const facts = new Map<string, BuyerFacts>();
  for (const id of new Set([...participation.keys(), ...prices.keys()])) {
    const net = participation.get(id)?.net ?? 0;
    const places = [...(where.get(id) ?? [])]
      .filter(([, value]) => value / net > 0.6)
      .toSorted((one, other) => other[1] / net - one[1] / net);
    const [best] = places.flatMap(([key]) => {
      const [dimension, value] = key.split('\n') as [CellDimension, string];
      // A value of most auctions does not localise the effect.
      return value !== '' && shareOf(against, dimension, value) < 0.5 ? [{ key, dimension, value }] : [];
    });
    const [before, after] = sharesIn(best?.key ?? '');
    facts.set(id, {
      againstShare: before!.get(id) ?? 0,
      fromShare: after!.get(id) ?? 0,
      where: best === undefined ? null : { dimension: best.dimension, value: best.value },
      priceRatio: priceRatioOf(id),
    });
  }
  return facts;
}

const shareOf = (auctions: readonly MovedAuction[], dimension: CellDimension, value: string) =>
  weightOf(auctions.filter((auction) => valueIn(dimension, auction) === value)) / weightOf(auctions);

/** By buyer: the share of auctions in which it bid. */
function sharesOf(auctions: readonly MovedAuction[]): Map<string, number> {
  const total = weightOf(auctions);
  const shares = new Map<string, number>();
  for (const auction of auctions) {
    for (const buyer of new Set(auction.request.bids.map(buyerKey))) {
      const id = buyer.startsWith('?') ? '?' : buyer;
      shares.set(id, (shares.get(id) ?? 0) + auction.weight / total);
    }
  }
  return shares;
}

const spread = (sums: Sums) => [...sums.values()].reduce((sum, { net }) => sum + Math.abs(net), 0);
const rounded = (micros: number) => BigInt(Math.round(micros));

function intervalOf({ net, variance }: Pick<Sum, 'net' | 'variance'>): Interval | null {
  if (variance === 0) return null;
  const width = normalWidth * Math.sqrt(variance);
  return { lowMicros: rounded(net - width), highMicros: rounded(net + width) };
}

/** Rounds all leaves to whole micros and assigns the remainder, so that everything adds up. */
function settle(bySums: readonly (readonly [MovementKind, Sums])[], difference: bigint): MovementPart[] {
  const parts = bySums.map(([kind, sums]) => ({
    kind,
    leaves: Array.from(sums, ([id, sum]) => ({ id: id as string | null, sum, netMicros: rounded(sum.net) })),
  }));
  const leaves = parts.flatMap((part) => part.leaves);
  let left = leaves.reduce((rest, { netMicros }) => rest - netMicros, difference);
  const largest = leaves.toSorted((one, other) => Math.abs(other.sum.net) - Math.abs(one.sum.net))[0];
  // Rounding leaves at most a micro per leaf; sums of doubles add a few more.
  if (largest !== undefined && left !== 0n && BigInt(leaves.length) + 10n >= (left < 0n ? -left : left)) {
    largest.netMicros += left;
    left = 0n;
  }
  const settled = parts.map(({ kind, leaves: all }): MovementPart => {
    const netMicros = all.reduce((sum, leaf) => sum + leaf.netMicros, 0n);
    const interval = intervalOf({
      net: Number(netMicros),
      variance: all.reduce((sum, leaf) => sum + leaf.sum.variance, 0),
    });
    const sorted = all
      .filter((leaf) => leaf.netMicros !== 0n)
      .toSorted((one, other) => Math.abs(other.sum.net) - Math.abs(one.sum.net))
      .map(({ id, sum, netMicros: net }): Leaf => ({ id, netMicros: net, interval: intervalOf(sum) }));
    return { kind, netMicros, interval, of: kind === 'traffic' || kind === 'terms' ? [] : listed(sorted) };
  });
  return left === 0n ? settled : [...settled, { kind: 'unexplained', netMicros: left, interval: null, of: [] }];
}

function listed(leaves: readonly Leaf[]): readonly Leaf[] {
  if (leaves.length <= mostListed) return leaves;
  const netMicros = leaves.slice(mostListed - 1).reduce((sum, leaf) => sum + leaf.netMicros, 0n);
  return [...leaves.slice(0, mostListed - 1), { id: null, netMicros, interval: null }];
}
