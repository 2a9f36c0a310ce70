import type { AuctionRequest, Tier, TierSetSource } from '../model/auction.ts';
import { limitOf } from '../set/conditions.ts';
import { absent, IdMap } from '../set/tier-entries.ts';
import { compiled, excludedLevel, type TierSet } from '../set/tier-set.ts';
import { type Decision, decideAuction, decideSelected, levelOf } from './decide.ts';
import { draws, tierAt } from './select.ts';

/** A tier set, and what it was compiled from. */
interface Compiled {
  readonly tierSet: TierSet;
  readonly source: TierSetSource;
}

/** The bids that a changed tier may take under one set and not under the other. Money is net CPM micros. */
interface Reach {
  readonly buyers: IdMap;
  readonly leastNet: number;
  readonly belowNet: number;
  /** What preferring the bid costs. */
  readonly aboveCost: number;
  readonly mostCost: number;
  /** A bid that is in a tier of a higher priority stays there. */
  readonly mostPriority: number;
}

/** What two sets of the same tiers have in common. */
interface Common {
  readonly reaches: readonly Reach[];
  /** By the index of a present tier plus 1, the index of the same tier in the draft. */
  readonly indexes: Int32Array;
  /** By the index of a present tier plus 1: whether the draft changes it. */
  readonly differs: Uint8Array;
  /** Whether a bid that is no longer excluded, or now is, may move what limits are compared with. */
  readonly mayMoveLimits: boolean;
}

/**
 * Decides auctions under a draft that were just decided under the present tiers: only bids that a changed tier may take
 * under one set and not under the other are looked at again. A draft of other tiers or profiles decides each auction anew.
 */
export class DraftDecider {
  /** The draft; where its profiles are the present ones, an auction asks them once for both sets. */
  readonly tierSet: TierSet;
  /** The indexes of the bids of the last auction that were looked at again; of all others the tier is the present one. */
  readonly touched: number[] = [];
  readonly #present: TierSet;
  readonly #common: Common | undefined;

  constructor(present: Compiled, draft: Compiled) {
    this.#present = present.tierSet;
    this.#common = commonOf(present, draft);
    this.tierSet = this.#common === undefined ? draft.tierSet : withProfilesOf(present.tierSet, draft.tierSet);
  }

  /**
   * Whether a bid is in another tier, the winner differs, or what it pays may. `decision` is what `decideAuction` wrote about
   * the request under the present tiers. `into` has what the
   * funnel counts of the touched bids; where it differs, the decision.
   */
  decide(request: AuctionRequest, decision: Decision, into: Decision): boolean {
    const common = this.#common;
    if (common === undefined) return this.#decideAnew(request, into);
    this.#touch(request, decision, common);
    const { tierIndexes, winnerIndex } = decision;
    // At second price the minimum of the winner's tier can be what it pays.
    const isPriced =
      request.auctionType === 2 && winnerIndex >= 0 && common.differs[tierIndexes[winnerIndex]! + 1] === 1;
    if (this.touched.length === 0 && !isPriced) return false;
    const own = this.tierSet[compiled];
    own.profiles.resume(request);
    draws.resume(request.seed);
    if (common.mayMoveLimits && this.#movesLimits(request, decision)) return this.#decideAnew(request, into);
    if (!this.#select(request, decision, into, common) && !isPriced) return false;
    decideSelected(this.tierSet.tiers, own.levels, request, into);
    return true;
  }

  #decideAnew(request: AuctionRequest, into: Decision): true {
    decideAuction(this.tierSet, request, into);
    this.touched.length = 0;
    for (let index = 0; index < request.bids.length; index++) this.touched.push(index);
    return true;
  }

  #touch({ bids }: AuctionRequest, { netMicros, tierIndexes, highestNetMicros }: Decision, { reaches }: Common): void {
    const { touched } = this;
    const { tiers } = this.#present;
    touched.length = 0;
    for (let index = 0; index < bids.length; index++) {
      const { memberId } = bids[index]!;
      if (memberId === null) continue;
      const net = netMicros[index]!;
      const cost = highestNetMicros - net;
      for (const reach of reaches) {
        if (net < reach.leastNet || net >= reach.belowNet || cost <= reach.aboveCost || cost > reach.mostCost) continue;
        const chosen = tierIndexes[index]!;
        if (chosen >= 0 && tiers[chosen]!.priority > reach.mostPriority) continue;
        if (reach.buyers.find(memberId) === absent) continue;
        touched.push(index);
        break;
      }
    }
  }

  /** Whether the draft excludes other bids, limits aside. */
  #movesLimits({ bids }: AuctionRequest, { netMicros }: Decision): boolean {
    const isExcluded = (set: TierSet, index: number) =>
      levelOf(set[compiled].levels, tierAt(set, bids[index]!, netMicros[index]!, index, 0)) === excludedLevel;
    return this.touched.some((index) => isExcluded(this.#present, index) !== isExcluded(this.tierSet, index));
  }

  /** Writes the tiers and net prices of all bids, and what limits are compared with; whether any has another tier or level. */
  #select({ bids }: AuctionRequest, decision: Decision, into: Decision, { indexes }: Common): boolean {
    const { levels, highestLimit } = this.tierSet[compiled];
    const { levels: presentLevels } = this.#present[compiled];
    const { tierIndexes, netMicros } = decision;
    into.reserve(bids.length);
    for (let index = 0; index < bids.length; index++) {
      into.tierIndexes[index] = indexes[tierIndexes[index]! + 1]!;
      into.netMicros[index] = netMicros[index]!;
    }
    into.highestNetMicros = decision.highestNetMicros;
    const highestNet = highestLimit < 0 ? 0 : decision.highestNetMicros;
    let isOther = false;
    for (const index of this.touched) {
      const now = tierAt(this.tierSet, bids[index]!, netMicros[index]!, index, highestNet);
      const isMoved = now !== into.tierIndexes[index];
      isOther ||= isMoved || levelOf(levels, now) !== levelOf(presentLevels, tierIndexes[index]!);
      into.tierIndexes[index] = now;
    }
    return isOther;
  }
}

/** The draft with the index of the profiles of another set, which has the same ones. */
function withProfilesOf(present: TierSet, draft: TierSet): TierSet {
  const { profiles } = present[compiled];
  const withProfiles = (set: TierSet): TierSet => {
    const { unlimited, ...own } = set[compiled];
    return { ...set, [compiled]: { ...own, unlimited: unlimited && withProfiles(unlimited), profiles } };
  };
  return withProfiles(draft);
}

function commonOf(present: Compiled, draft: Compiled): Common | undefined {
  const sets = [present.tierSet, draft.tierSet] as const;
  const indexOf = new Map(draft.tierSet.tiers.map(({ id }, index) => [id, index]));
  const isAlike =
    present.source.profiles === draft.source.profiles &&
    sets[0].tiers.length === sets[1].tiers.length &&
    sets[0].tiers.every(({ id }) => indexOf.has(id));
  if (!isAlike) return undefined;
  const reaches = sets[0].tiers.map((tier) => reachOf(tier, sets[1].tiers[indexOf.get(tier.id)!]!));
  return {
    reaches: reaches.filter((reach) => reach !== undefined),
    indexes: Int32Array.from([-1, ...sets[0].tiers.map(({ id }) => indexOf.get(id)!)]),
    differs: Uint8Array.from([0, ...reaches.map((reach) => Number(reach !== undefined))]),
    mayMoveLimits:
      sets.some((set) => set[compiled].highestLimit >= 0) &&
      sets.some((set) => set[compiled].levels.includes(excludedLevel)),
  };
}

/** undefined: the tiers are equal. */
function reachOf(present: Tier, draft: Tier): Reach | undefined {
  const names = new Set([...Object.keys(present), ...Object.keys(draft)] as (keyof Tier)[]);
  const isSame = (name: keyof Tier) =>
    name === 'buyerMemberIds'
      ? buyersOfOne(present, draft).length === 0
      : (present[name] ?? null) === (draft[name] ?? null);
  const changed = [...names].filter((name) => !isSame(name));
  const [only] = changed;
  if (only === undefined) return undefined;
  const reach: Reach = {
    buyers: toIdMap([...present.buyerMemberIds, ...draft.buyerMemberIds]),
    leastNet: -Infinity,
    belowNet: Infinity,
    aboveCost: -Infinity,
    mostCost: Infinity,
    mostPriority: Infinity,
  };
  if (changed.length > 1) return reach;
  const [minimums, limits] = [[present, draft].map((tier) => tier.minPriceMicros ?? 0), [present, draft].map(limitOf)];
  switch (only) {
    case 'minPriceMicros':
      return { ...reach, leastNet: Math.min(...minimums), belowNet: Math.max(...minimums) };
    case 'maxForgoneMicros':
      return { ...reach, aboveCost: Math.min(...limits), mostCost: Math.max(...limits) };
    case 'priority':
      return { ...reach, mostPriority: Math.max(present.priority, draft.priority) };
    case 'buyerMemberIds':
      return { ...reach, buyers: toIdMap(buyersOfOne(present, draft)) };
    default:
      return reach;
  }
}

/** The buyers that one tier names and the other does not. */
function buyersOfOne({ buyerMemberIds: one }: Tier, { buyerMemberIds: other }: Tier): number[] {
  if (one === other) return [];
  const [named, namedByOther] = [new Set(one), new Set(other)];
  return [...one.filter((id) => !namedByOther.has(id)), ...other.filter((id) => !named.has(id))];
}

function toIdMap(ids: readonly number[]): IdMap {
  const map = new IdMap(ids.length);
  for (const id of new Set(ids)) map.add(id, 1);
  return map;
}
