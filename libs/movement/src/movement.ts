import {
  compile,
  decideAuction,
  Decision,
  netTakenMicros,
  type TierSet,
  type TierSetSource,
} from '@auction-tiers/tier-engine';
import { type BuyerFacts, factsOf, PlaceSums } from './buyer-facts.ts';
import { type CellDimension, cutCells, pairSlots, valueIn, weightOf } from './cell.ts';
import { type ClockHours, splitByHours } from './clock-period.ts';
import type { MovedAuction } from './moved-auction.ts';
import { findMovedMix, type MovedMix } from './moved-mix.ts';
import { learnRatios } from './price-ratio.ts';
import { buyerIdOf, findRenamed, type Renamed } from './renamed.ts';
import { shapley } from './shapley.ts';
import { createWorld, type Player } from './world.ts';

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
  /** For the mix: the attribute of the list, the one that explains most. */
  readonly by?: CellDimension;
}

/** The difference of net, divided into parts that add up to it exactly. */
export interface Movement {
  readonly againstMicros: bigint;
  readonly fromMicros: bigint;
  readonly differenceMicros: bigint;
  readonly parts: readonly MovementPart[];
  /** By buyer that had an effect, and of all buyers under `everyBuyer`. */
  readonly buyers: ReadonlyMap<string, BuyerFacts>;
  readonly renamed: readonly Renamed[];
  /** What explains most of the mix; null: no more than chance. */
  readonly movedMix: MovedMix | null;
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
/** By which the mix is listed where no attribute changed by more than chance. */
const usualDimension: CellDimension = 'country';

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
  const changes = changesFrom(base, rules);
  const taken = {
    against: addRules(against, -1, compiled, base, changes, sides[0], byRules),
    from: addRules(from, 1, compiled, base, changes, sides[1], byRules),
  };
  const { sums, mix, movedMix, buyers } = addSlots(order, sides);
  const known = order.known ?? { againstMicros: rounded(taken.against), fromMicros: rounded(taken.from) };
  const differenceMicros = known.fromMicros - known.againstMicros;
  const bySums: readonly (readonly [MovementKind, Sums])[] = [
    ['rules', byRules],
    ['traffic', sums.traffic],
    ['mix', mix],
    ['participation', sums.participation],
    ['prices', sums.prices],
    ['terms', sums.terms],
  ];
  const parts = settle(bySums, differenceMicros);
  return {
    ...known,
    differenceMicros,
    parts: parts.map((part) => (part.kind === 'mix' ? { ...part, by: movedMix?.dimension ?? usualDimension } : part)),
    buyers,
    renamed: findRenamed(order),
    movedMix,
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

/** The index of the publish, and of the rules that auctions are decided by when it is taken into account. */
interface Change {
  readonly publish: number;
  readonly after: number;
}

/**
 * By rules: the publishes between those of the earlier period (`base`) and them. Publishes after which the rules were again
 * what they had been changed nothing, and are left out.
 */
function changesFrom(base: number, rules: readonly TierSetSource[]): Change[][] {
  const contents = rules.map((source) => JSON.stringify({ ...source, revision: '' }));
  return rules.map((_, own) => {
    const changes: Change[] = [];
    for (let at = base; at !== own; ) {
      const after = at < own ? at + 1 : at - 1;
      changes.push({ publish: Math.max(at, after), after });
      at = after;
      const isAsNow = (index: number) => contents[index] === contents[at];
      if (isAsNow(base)) changes.length = 0;
      else changes.length = changes.findIndex((change) => isAsNow(change.after)) + 1;
    }
    return changes;
  });
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
  changes: readonly (readonly Change[])[],
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
    for (const { publish, after } of changes[auction.rules ?? base]!) {
      step(rules[publish]!.revision, decideNet(rules[after]!, auction));
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
  const mix: Sums = new Map();
  const places = new PlaceSums();
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
  const nets = new Map<MovedAuction, number>();
  for (const [at, auctions] of [against, from].entries()) {
    for (const auction of auctions) nets.set(auction, decideNet(sides[at]!, auction));
  }
  const netOf = (auction: MovedAuction) => nets.get(auction) ?? 0;
  const movedMix = findMovedMix({ against, from }, netOf);
  const dimension = movedMix?.dimension ?? usualDimension;
  const paired = cutCells({ against, from }, movedMix?.dimension).map((cell) => ({ cell, slots: pairSlots(cell) }));
  const ratioOf = learnRatios(paired);
  const perAuction = 0.5 * (meanOf(against, netOf) + meanOf(from, netOf));
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
      const world = createWorld([slot.against.request, slot.from.request], sides, ratioOf(cell, slot));
      const { players } = world;
      const missing = Math.max(missingOf(slot.against), missingOf(slot.from));
      // Traffic first, then the mix of cells and of impressions within them, then the other players.
      const others = players.flatMap((player, at) => (player.kind === 'mix' ? [] : [at]));
      const joinedWorld = new Uint8Array(players.length);
      const mixAt = players.findIndex(({ kind }) => kind === 'mix');
      const values = shapley(
        others.length + 2,
        (joined) => {
          others.forEach((at, index) => (joinedWorld[at] = joined[index + 2]!));
          if (mixAt >= 0) joinedWorld[mixAt] = joined[1]!;
          const size = sizes[joined[0]! + 2 * joined[1]!]!;
          return size === 0 ? 0 : size * slot.share * world.netOf(joinedWorld);
        },
        seed,
      );
      sumOf(sums.traffic, 'traffic').add(values[0]!, missing);
      const shifted = values[1]! - shift * slot.share * perAuction;
      sumOf(mix, valueIn(dimension, counts.from === 0 ? slot.against : slot.from)).add(shifted, missing);
      const slotPlaces = places.placesOf(slot.from);
      others.forEach((at, index) => {
        const { kind, buyer } = players[at] as Player;
        const net = values[index + 2]!;
        if (kind === 'mix') return;
        const id = buyer === undefined ? 'terms' : buyerIdOf(buyer);
        sumOf(sums[kind], id).add(net, missing);
        if (kind !== 'terms') places.add(kind, id, slotPlaces, net);
      });
    }
  }
  return { sums, mix, movedMix, buyers: factsOf({ against, from }, places, paired, netOf) };
}

const meanOf = (auctions: readonly MovedAuction[], netOf: (auction: MovedAuction) => number): number =>
  auctions.length === 0
    ? 0
    : auctions.reduce((sum, auction) => sum + auction.weight * netOf(auction), 0) / weightOf(auctions);

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
