import type { AuctionRequest } from '../model/auction.ts';
import { grossNeededMicros, maxPriceMicros, netMicros } from '../money/money.ts';
import { entriesOf, tierIndexOf } from '../set/tier-entries.ts';
import { limitOf } from '../set/conditions.ts';
import type { TierSet } from '../set/tier-set.ts';
import { compiled, excludedLevel } from '../set/tier-set.ts';
import { compareBids, compareByLot, type Decision, levelOf } from './decide.ts';
import { draws, tierAt } from './select.ts';

/** Why no price wins: a tier excludes the bid, a bid is at a priority level it cannot reach, or no legal price nets enough. */
export type NoPriceWins = 'excluded' | 'outranked' | 'outbid';

/** The least gross price with which one bid would have won, all else equal, CPM micros, or why there is none. */
export type MinToWin =
  | { readonly grossMicros: number; readonly reason: null }
  | { readonly grossMicros: null; readonly reason: NoPriceWins };

/**
 * For each bid, the least gross price with which that bid would have won, all else equal. The tiers at that price count: a
 * higher price may move the bid into a higher tier or an exclude, and one above all others may move those out of tiers with
 * a limit. `decision` is what `decideAuction` wrote about the request. `nextPrice`: where a bid cannot have every price, the
 * least price from one on that it can have.
 */
export function minToWin(
  tierSet: TierSet,
  request: AuctionRequest,
  { netMicros: nets }: Decision,
  nextPrice?: NextPrice,
): MinToWin[] {
  const { bids } = request;
  const { firstEntry, entries, profiles, highestLimit, levels: tierLevels } = tierSet[compiled];
  profiles.resume(request);
  draws.resume(request.seed);
  const levelAt = (index: number, net: number, highestNet: number) =>
    levelOf(tierLevels, tierAt(tierSet, bids[index]!, net, index, highestNet));

  /** By index: the tiers that name the bid's buyer. */
  const tiersOf = bids.map(({ memberId }) =>
    entriesOf(firstEntry, entries, memberId).map((entry) => tierSet.tiers[tierIndexOf(entries, entry)]!),
  );

  /** By index: the bid's level under the highest net price that `setLevel` was last told for it. */
  const levels = new Int8Array(bids.length);
  const setLevel = (index: number, highestNet: number) => {
    const { grossMicros, floorMicros = request.bidFloorMicros } = bids[index]!;
    levels[index] = grossMicros < floorMicros ? excludedLevel : levelAt(index, nets[index]!, highestNet);
  };
  /** The first bid in the auction order beside this one; -1: there is none. */
  const findFirst = (beside: number) => {
    let first = -1;
    for (let index = 0; index < bids.length; index++) {
      if (index === beside || levels[index] === excludedLevel) continue;
      if (first < 0 || compareBids({ levels, netMicros: nets }, index, first) < 0) first = index;
    }
    return first;
  };

  let [top, topNet, secondNet] = [-1, 0, 0];
  // One bid's own price can lift the highest net price, past the limits of tiers that the others are in.
  const ends: [fromNet: number, place: number][] = [];
  for (let index = 0; index < bids.length; index++) {
    setLevel(index, 0);
    const net = nets[index]!;
    for (const tier of tiersOf[index]!) {
      if (limitOf(tier) < Infinity) ends.push([net + limitOf(tier) + 1, index]);
    }
    if (levels[index] === excludedLevel) continue;
    if (net > topNet) [top, topNet, secondNet] = [index, net, topNet];
    else if (net > secondNet) secondNet = net;
  }
  /** The two bids that lead, with their levels, from each highest net price on, ascending. */
  const leads: Lead[] = [];
  const addLead = (fromNet: number) => {
    const first = findFirst(-1);
    const second = findFirst(first);
    leads.push([fromNet, first, levels[first], second, levels[second]]);
  };
  addLead(0);
  for (const [fromNet, index] of ends.toSorted(([left], [right]) => left - right)) {
    const before = levels[index]!;
    setLevel(index, fromNet);
    const [, first, , second] = leads.at(-1)!;
    // A bid that falls behind the two that lead changes nothing.
    if (levels[index]! > before || index === first || index === second) addLead(fromNet);
  }

  return bids.map((bid, index) => {
    const { feePpm = request.feePpm, floorMicros = request.bidFloorMicros } = bid;
    const grossOf = (net: number) => grossNeededMicros(net, feePpm);
    const othersNet = index === top ? secondNet : topNet;
    // Between two of these prices the bid stays in one tier, and a higher price can only help it to win.
    const steps = new Set([floorMicros]);
    for (const tier of tiersOf[index]!) {
      for (const net of [tier.minPriceMicros ?? 0, othersNet - limitOf(tier)]) {
        if (grossOf(net) > floorMicros) steps.add(grossOf(net));
      }
    }
    const prices = [...steps, maxPriceMicros + 1].toSorted((left, right) => left - right);
    let reason: NoPriceWins = 'outranked';
    for (let at = 0; prices[at]! <= maxPriceMicros; at++) {
      const from = prices[at]!;
      const net = netMicros(from, feePpm);
      // What is excluded when limits are left aside is no highest net price.
      const free = levelAt(index, net, 0);
      const lifts = free !== excludedLevel;
      const level = highestLimit < 0 ? free : levelAt(index, net, lifts ? Math.max(net, othersNet) : othersNet);
      if (level === excludedLevel) {
        reason = 'excluded';
        continue;
      }
      /** The price from which the highest net price is at least this one. */
      const reach = (highestNet: number) => (highestNet <= othersNet ? 0 : lifts ? grossOf(highestNet) : Infinity);
      for (let lead = 0; lead < leads.length; lead++) {
        const [fromNet, first, firstLevel, second, secondLevel] = leads[lead]!;
        const start = Math.max(from, reach(fromNet));
        const until = Math.min(prices[at + 1]!, reach(leads[lead + 1]?.[0] ?? Infinity));
        if (start >= prices[at + 1]!) break;
        const [rival, rivalLevel = excludedLevel] = first === index ? [second, secondLevel] : [first, firstLevel];
        reason = level < rivalLevel ? 'outranked' : 'outbid';
        if (level < rivalLevel) continue;
        // On equal net prices the draw decides.
        const toBeat = level > rivalLevel ? 0 : nets[rival]! + (compareByLot(index, rival) < 0 ? 0 : 1);
        const needed = Math.max(start, grossOf(toBeat));
        const next = (needed < until && nextPrice?.(index, needed)) || needed;
        if (next < until) return { grossMicros: next, reason: null };
      }
    }
    return { grossMicros: null, reason };
  });
}

/** The least gross price that the bid at an index can have at or above one, CPM micros. */
export type NextPrice = (index: number, grossMicros: number) => number;

type Lead = readonly [
  fromNet: number,
  first: number,
  firstLevel: number | undefined,
  second: number,
  secondLevel: number | undefined,
];
