import type { AuctionRequest } from '../model/auction.ts';
import {
  absent,
  allows,
  entryAfter,
  isInexact,
  isLastOfBuyer,
  qualifies,
  reaches,
  tierIndexOf,
  toPriceWord,
} from '../set/tier-entries.ts';
import { firstFailure } from '../set/conditions.ts';
import type { TierSet } from '../set/tier-set.ts';
import { compiled, excludedLevel } from '../set/tier-set.ts';
import type { Decision } from './decide.ts';
import { highestNetOf, selectWithNets } from './select.ts';

/** How far bids came in a tier; each step counts only bids of the step before. */
export interface FunnelStages {
  /** Bids of buyers that the tier names, while it is active and in its flight. */
  readonly listed: number;
  /** Listed bids that reach the tier's minimum. */
  readonly pricedIn: number;
  /** Priced-in bids for an impression that the tier's profile matches. */
  readonly targeted: number;
  /** Targeted bids that the tier's limit does not keep out: the tier matches these bids. The others are too costly. */
  readonly withinLimit: number;
  /** Bids within the limit that this tier took, and no other tier. */
  readonly categorised: number;
}

const steps = 5;

/** By the first condition that a bid fails, the last step that it reached; -1: the tier is not running, so none. */
const stepsPassed = {
  inactive: -1,
  out_of_flight: -1,
  below_min_price: 0,
  profile_mismatch: 1,
  too_costly: 2,
  matched: 3,
};

/** The stages of all tiers of a set, by index into `TierSet.tiers`. */
export class Funnel {
  /** Bids by tier and the last step they reached. One cell per bid and tier is faster than one per step. */
  readonly lastSteps: Float64Array;

  constructor(tierCount: number) {
    this.lastSteps = new Float64Array(steps * tierCount);
  }

  stagesOf(tierIndex: number): FunnelStages {
    const [listed = 0, pricedIn = 0, tooCostly = 0, matched = 0, categorised = 0] = this.lastSteps.subarray(
      steps * tierIndex,
    );
    const withinLimit = matched + categorised;
    const targeted = tooCostly + withinLimit;
    return { listed: listed + pricedIn + targeted, pricedIn: pricedIn + targeted, targeted, withinLimit, categorised };
  }

  add(tierIndex: number, { listed, pricedIn, targeted, withinLimit, categorised }: FunnelStages): void {
    const last = [
      listed - pricedIn,
      pricedIn - targeted,
      targeted - withinLimit,
      withinLimit - categorised,
      categorised,
    ];
    for (const [step, bids] of last.entries()) this.lastSteps[steps * tierIndex + step]! += bids;
  }
}

/**
 * Adds the bids of an auction to a funnel of the same tier set. `decision` is what `decideAuction` wrote about the
 * request, also with other tiers; only its net prices and tiers are read. `indexes`: those of the bids that count, under a
 * decision with these tiers; undefined: all. `times`: how often they count; -1 takes them back.
 */
export function countFunnel(
  tierSet: TierSet,
  request: AuctionRequest,
  decision: Decision,
  { lastSteps }: Funnel,
  indexes?: readonly number[],
  times: 1 | -1 = 1,
): void {
  const { firstEntry, entries, profiles, limitWords } = tierSet[compiled];
  const { passing } = profiles;
  const highestNet = indexes === undefined ? highestNetUnder(tierSet, request, decision) : decision.highestNetMicros;
  profiles.resume(request);
  const count = indexes?.length ?? request.bids.length;
  for (let at = 0; at < count; at++) {
    const index = indexes?.[at] ?? at;
    const bid = request.bids[index]!;
    const { memberId } = bid;
    const first = memberId === null ? absent : firstEntry.find(memberId);
    if (first === absent) continue;
    const chosen = decision.tierIndexes[index]!;
    const net = decision.netMicros[index]!;
    const priceWord = toPriceWord(net);
    const costWord = toPriceWord(Math.max(highestNet - net, 0));
    for (let entry = first; ; entry = entryAfter(entry)) {
      const tierIndex = tierIndexOf(entries, entry);
      const isTargeted = qualifies(entries, entry, passing, priceWord);
      const isAllowed = isTargeted & allows(limitWords, entries, entry, costWord);
      let passed = reaches(entries, entry, priceWord) + isTargeted + isAllowed;
      if (isInexact(entries, entry)) {
        passed = stepsPassed[firstFailure(tierSet, entry, net, bid, highestNet) ?? 'matched'];
      }
      if (passed >= 0) lastSteps[steps * tierIndex + passed + isSame(tierIndex, chosen)]! += times;
      if (isLastOfBuyer(entries, entry)) break;
    }
  }
}

/** What the limits of a tier set are compared with in an auction, CPM micros; 0: none has one. */
function highestNetUnder(tierSet: TierSet, request: AuctionRequest, { netMicros }: Decision): number {
  const { highestLimit, levels } = tierSet[compiled];
  if (highestLimit < 0) return 0;
  if (!levels.includes(excludedLevel)) return highestAboveFloor(request, netMicros);
  const nets = new Float64Array(request.bids.length);
  const tierIndexes = new Int32Array(request.bids.length);
  selectWithNets(tierSet, request, tierIndexes, nets);
  return highestNetOf(levels, request, nets, tierIndexes);
}

/** The highest net price of the bids that reach the floor. */
function highestAboveFloor({ bids, bidFloorMicros }: AuctionRequest, nets: Float64Array): number {
  let highest = 0;
  for (let index = 0; index < bids.length; index++) {
    const { grossMicros, floorMicros = bidFloorMicros } = bids[index]!;
    if (grossMicros >= floorMicros && nets[index]! > highest) highest = nets[index]!;
  }
  return highest;
}

/** 1 where the indexes are equal, else 0. Without a branch, because the result is unpredictable. */
function isSame(index: number, other: number): number {
  const difference = index ^ other;
  return 1 - ((difference | -difference) >>> 31);
}
