import type { AuctionRequest, Tier } from '../model/auction.ts';
import { firstFailure, limitOf, takesPrice } from '../set/conditions.ts';
import { absent, entryAfter, isLastOfBuyer, tierIndexOf } from '../set/tier-entries.ts';
import { compiled, excludedLevel, type TierLevels, type TierSet } from '../set/tier-set.ts';
import { compareByLot, Decision, decideSelected, levelOf } from './decide.ts';
import { draws, untiered } from './select.ts';
import { decideVaried, selectVaried, type Variation } from './select-varied.ts';

/** The highest priority of a tier. */
const highestPriority = 10;

/** A bid whose buyer and attributes a tier matches, whatever the bid's price and the tiers of higher priority. */
interface Candidate {
  readonly index: number;
  readonly net: number;
  /** The bid's tier if this tier were removed, and if this tier matched the bid at its present priority. */
  readonly without: number;
  readonly within: number;
  readonly reaches: boolean;
}

/** The values of one attribute of a tier, in an order in which bids only enter the tier and none leaves it by itself. */
interface Walk {
  readonly tierIndex: number;
  /** The tiers that decide the price. */
  readonly tiers: readonly Tier[];
  /** Those that the tier takes at some value, in the order in which they enter. */
  readonly candidates: readonly Candidate[];
  readonly first: number;
  /** The value at which a candidate enters. */
  readonly valueOf: (candidate: Candidate) => number;
  readonly variationAt: (value: number) => Varied;
}

type Varied = Omit<Variation, 'tierIndex'>;

/**
 * Decides an auction again as if one tier had another minimum, limit or priority, or one buyer fewer: every outcome that
 * changing this tier alone can have, at the cost of one decision per distinct outcome. Buffers are reused. Decisions do
 * not say reliably what became of the bids that do not win.
 */
export class TierVariations {
  readonly #tierSet: TierSet;
  /** Under limits every variation is decided anew. */
  readonly #isLimited: boolean;
  /** By tier, made when it is first varied: the set's tiers, this one without a minimum. */
  readonly #withoutMinimum: (readonly Tier[])[] = [];
  /** The levels of the tiers while the priority of one is varied; else the present ones. */
  readonly #levelsByPriority: TierLevels;
  /** By tier, the highest net price first. */
  readonly #candidates: readonly Candidate[][];
  /** How many bids of the present auction are in tiers of each priority; 0: in none. */
  readonly #bidsByPriority = new Int32Array(highestPriority + 1);
  /** The tiers with candidates in the present auction. */
  readonly #met: number[] = [];
  readonly #varied = new Decision();
  /** The candidates in which `#varied` may differ from the present decision; undefined: in everything. */
  #touched: readonly Candidate[] | undefined;
  #request: AuctionRequest | undefined;
  #decision: Decision | undefined;

  constructor(tierSet: TierSet) {
    this.#tierSet = tierSet;
    this.#isLimited = tierSet[compiled].highestLimit >= 0;
    this.#candidates = tierSet.tiers.map(() => []);
    this.#levelsByPriority = tierSet[compiled].levels.slice();
  }

  /** Starts an auction. `decision` is what `decideAuction` just wrote about `request`; `only`: the one tier to vary. */
  begin(request: AuctionRequest, decision: Decision, only?: number): void {
    const { tiers, [compiled]: own } = this.#tierSet;
    const { profiles, firstEntry, entries } = own;
    this.#request = request;
    this.#decision = decision;
    this.#touched = undefined;
    profiles.resume(request);
    draws.resume(request.seed);
    for (const tierIndex of this.#met) this.#candidates[tierIndex]!.length = 0;
    this.#met.length = 0;
    const { bids } = request;
    this.#bidsByPriority.fill(0);
    for (let index = 0; index < bids.length; index++) {
      this.#bidsByPriority[priorityOf(tiers, decision.tierIndexes[index]!)]!++;
    }
    const buyers = only === undefined ? undefined : tiers[only]!.buyerMemberIds;
    const { netMicros } = decision;
    for (const index of [...bids.keys()].toSorted((left, right) => netMicros[right]! - netMicros[left]!)) {
      const bid = bids[index]!;
      const { memberId } = bid;
      if (memberId === null || buyers?.includes(memberId) === false) continue;
      const first = firstEntry.find(memberId);
      if (first === absent) continue;
      const net = netMicros[index]!;
      const chosen = decision.tierIndexes[index]!;
      const chosenPriority = priorityOf(tiers, chosen);
      for (let entry = first; ; entry = entryAfter(entry)) {
        const tierIndex = tierIndexOf(entries, entry);
        const tier = tiers[tierIndex]!;
        const isVaried = only === undefined || tierIndex === only;
        if (isVaried && firstFailure(this.#tierSet, entry, net, bid, 0, 0) === undefined) {
          const reaches = takesPrice(tier, net);
          const isBehind = tier.priority < chosenPriority;
          const without = reaches && !isBehind ? selectVaried(this.#tierSet, index, bid, net, tierIndex, 0) : chosen;
          const within =
            reaches || isBehind ? chosen : selectVaried(this.#tierSet, index, bid, net, tierIndex, tier.priority);
          const candidates = this.#candidates[tierIndex]!;
          if (candidates.length === 0) this.#met.push(tierIndex);
          candidates.push({ index, net, without, within, reaches });
        }
        if (isLastOfBuyer(entries, entry)) break;
      }
    }
  }

  /** The indexes of the tiers that match some bid of the present auction, whatever their minimums. */
  get met(): readonly number[] {
    return this.#met;
  }

  /** How many bids a decision about the present auction has in the tier. */
  countIn({ tierIndexes }: Decision, tierIndex: number): number {
    let count = 0;
    for (const { index } of this.#candidates[tierIndex]!) if (tierIndexes[index] === tierIndex) count++;
    return count;
  }

  /** Whether the tier matches some bid, whatever its minimum. */
  hasCandidates(tierIndex: number): boolean {
    return this.#candidates[tierIndex]!.length > 0;
  }

  /**
   * Calls `visit` with the decision for every minimum of the tier, from high to low: first for one above every bid
   * (`mostMicros` is Infinity), then for each net price that one more bid reaches. `entered`: how many more bids are in the
   * tier; under limits it may be negative. The second price is computed as if the tier had no minimum: where `isPriced`, the
   * winner is in the tier and the caller raises its net price to the minimum. Where not `isDecided`, winner and price are
   * those of the last visit, and in the first one those of the present decision. `decision` is valid until `visit` returns.
   */
  visitMinimums(
    tierIndex: number,
    visit: (mostMicros: number, decision: Decision, entered: number, isDecided: boolean, isPriced: boolean) => void,
  ): void {
    const candidates = this.#candidates[tierIndex]!;
    if (candidates.length === 0) return;
    const { auctionType } = this.#request!;
    const tiers = this.#tiersWithoutMinimum(tierIndex);
    const tier = tiers[tierIndex]!;
    const walk: Walk = {
      tierIndex,
      tiers,
      candidates,
      first: Infinity,
      valueOf: ({ net }) => net,
      variationAt: (most) => ({
        limitMicros: limitOf(tier),
        priorityOf: (index) => (candidates.some((one) => one.index === index && one.net >= most) ? tier.priority : 0),
      }),
    };
    this.#walk(walk, (most, varied, entered, isDecided) => {
      const { winnerIndex } = varied;
      const isWon = winnerIndex >= 0 && varied.tierIndexes[winnerIndex] === tierIndex;
      visit(most, varied, entered, isDecided, isWon && auctionType === 2);
    });
  }

  /**
   * Calls `visit` with the decision for every limit of preference of an include tier, from low to high: first for 0, then
   * for each that one more bid needs. The highest net price is the same under every limit. No call: every limit decides as
   * the present one. `entered`: how many more bids are in the tier. Where not `isDecided`, winner and price are those of the
   * last visit, and in the first one those of the present decision. `decision` is valid until `visit` returns.
   */
  visitLimits(
    tierIndex: number,
    visit: (limitMicros: number, decision: Decision, entered: number, isDecided: boolean) => void,
  ): void {
    const { highestNetMicros } = this.#decision!;
    const costOf = ({ net }: Candidate) => Math.max(0, highestNetMicros - net);
    const candidates = this.#candidates[tierIndex]!.filter(({ reaches }) => reaches);
    if (!this.#isLimited && candidates.every((one) => costOf(one) === 0)) return;
    const { tiers } = this.#tierSet;
    const { priority } = tiers[tierIndex]!;
    const priorityOf = (index: number) => (candidates.some((one) => one.index === index) ? priority : 0);
    const walk: Walk = {
      tierIndex,
      tiers,
      candidates,
      first: 0,
      valueOf: costOf,
      variationAt: (limitMicros) => ({ limitMicros, priorityOf }),
    };
    this.#walk(walk, visit);
  }

  /** Calls `visit` at the first value of an attribute, then at each value at which one more bid enters the tier. */
  #walk(
    { tierIndex, tiers, candidates, first, valueOf, variationAt }: Walk,
    visit: (value: number, decision: Decision, entered: number, isDecided: boolean) => void,
  ): void {
    const varied = this.#copy(tierIndex);
    const { levels } = this.#tierSet[compiled];
    const isLimited = this.#isLimited;
    const decide = (value: number) => this.#decide(tierIndex, tiers, levels, varied, variationAt(value));
    // Bids that enter an include can only rise, so that at first price the winner is the one before or the one that rises.
    const canOnlyRise = !isLimited && this.#request!.auctionType === 1 && levels[tierIndex + 1] !== excludedLevel;
    let at = 0;
    let inside = 0;
    let isAlike = !isLimited;
    for (const candidate of candidates) {
      const { index, without, within } = candidate;
      const enters = valueOf(candidate) === first;
      const before = varied.tierIndexes[index]!;
      const after = enters ? within : without;
      varied.tierIndexes[index] = after;
      isAlike &&= before === after || !this.#mayMatter(varied, index, levelOf(levels, before), levelOf(levels, after));
      if (enters) at++;
      if (enters && within === tierIndex) inside++;
    }
    if (!isAlike) decide(first);
    if (isLimited) inside = this.countIn(varied, tierIndex);
    visit(first, varied, inside, !isAlike);
    while (at < candidates.length) {
      const value = valueOf(candidates[at]!);
      let isOther = isLimited;
      let mayMatter = isLimited;
      let isRanked = canOnlyRise;
      let entered = 0;
      for (; at < candidates.length && valueOf(candidates[at]!) === value; at++) {
        const { index, without, within } = candidates[at]!;
        varied.tierIndexes[index] = within;
        isOther ||= without !== within;
        const [before, after] = [levelOf(levels, without), levelOf(levels, within)];
        isRanked &&= before !== excludedLevel;
        if (isRanked) mayMatter = this.#raise(varied, index, after) || mayMatter;
        else mayMatter ||= this.#mayMatter(varied, index, before, after);
        if (within === tierIndex) entered++;
      }
      if (mayMatter && !isRanked) decide(value);
      if (isLimited) {
        // What enters may put other bids of the tier beyond its limit.
        const before = inside;
        inside = this.countIn(varied, tierIndex);
        entered = inside - before;
      }
      if (isOther) visit(value, varied, entered, mayMatter);
    }
  }

  /**
   * Calls `visit` with the decision for each other priority of the tier. `alike`: whether winner and price are the present
   * ones, or those of the last visit, which also had as many bids in the tier; null: neither is known.
   */
  visitPriorities(
    tierIndex: number,
    visit: (priority: number, decision: Decision, alike: 'present' | 'last' | null) => void,
  ): void {
    const reaching = this.#candidates[tierIndex]!.filter(({ reaches }) => reaches);
    if (reaching.length === 0) return;
    const { bids } = this.#request!;
    const {
      tiers,
      [compiled]: { levels: ownLevels },
    } = this.#tierSet;
    const { priority: own, memberAction } = tiers[tierIndex]!;
    const levels = this.#levels(reaching);
    const withPriority = this.#levelsByPriority;
    const varied = this.#varied;
    let decided = 0;
    /** Whether `varied` differs from the present decision in more than the tiers of the bids that the tier reaches. */
    let isOther = true;
    for (let priority = 1; priority <= highestPriority; priority++) {
      if (priority === own) continue;
      // Moving the tier between two priorities without passing another bid's priority changes no order.
      const passed = (2 << priority) - (1 << decided);
      if (decided > 0 && (levels & passed) === 0 && !this.#isLimited) {
        visit(priority, varied, isOther ? 'last' : 'present');
        continue;
      }
      decided = priority;
      if (isOther) this.#copy(tierIndex);
      isOther = false;
      if (memberAction === 'include') withPriority[tierIndex + 1] = priority;
      for (const { index, net, without } of reaching) {
        // Beside the tier the bid has one of another priority, or none: only tiers of one priority draw lots.
        const other = priorityOf(tiers, without);
        const selected =
          other === priority
            ? selectVaried(this.#tierSet, index, bids[index]!, net, tierIndex, priority)
            : other > priority
              ? without
              : tierIndex;
        const before = levelOf(ownLevels, this.#decision!.tierIndexes[index]!);
        isOther ||= this.#mayMatter(varied, index, before, levelOf(withPriority, selected));
        varied.tierIndexes[index] = selected;
      }
      isOther ||= this.#isLimited;
      if (isOther)
        this.#decide(tierIndex, tiers, withPriority, varied, {
          limitMicros: limitOf(tiers[tierIndex]!),
          priorityOf: (index) => (reaching.some((one) => one.index === index) ? priority : 0),
        });
      visit(priority, varied, isOther ? null : 'present');
    }
    withPriority[tierIndex + 1] = ownLevels[tierIndex + 1]!;
  }

  /** Calls `visit` with the decision without the tier (null), then without each buyer, if any bid changes its tier. */
  visitWithout(tierIndex: number, visit: (memberId: number | null, decision: Decision) => void): void {
    const { bids } = this.#request!;
    const moved = this.#candidates[tierIndex]!.filter(
      ({ reaches, without, within }) => reaches && (without !== within || this.#isLimited),
    );
    if (moved.length === 0) return;
    const {
      tiers,
      [compiled]: { levels },
    } = this.#tierSet;
    const decide = (memberId: number | null) => {
      const varied = this.#copy(tierIndex);
      let mayMatter = this.#isLimited;
      for (const { index, without } of moved) {
        if (memberId !== null && bids[index]!.memberId !== memberId) continue;
        const before = levelOf(levels, varied.tierIndexes[index]!);
        mayMatter ||= this.#mayMatter(varied, index, before, levelOf(levels, without));
        varied.tierIndexes[index] = without;
      }
      if (mayMatter)
        this.#decide(tierIndex, tiers, levels, varied, {
          limitMicros: limitOf(tiers[tierIndex]!),
          priorityOf: (index) => {
            const isLeft = memberId !== null && bids[index]!.memberId !== memberId;
            return isLeft && moved.some((one) => one.index === index) ? tiers[tierIndex]!.priority : 0;
          },
        });
      visit(memberId, varied);
    };
    decide(null);
    const members = new Set(moved.map(({ index }) => bids[index]!.memberId));
    if (members.size > 1) for (const memberId of members) decide(memberId);
    // Removing the only buyer has the same effect as removing the tier.
    else visit(bids[moved[0]!.index]!.memberId, this.#varied);
  }

  /** Decides `varied`, which holds the tiers of the bids; `variation` is what decides them anew where the set has limits. */
  #decide(tierIndex: number, tiers: readonly Tier[], levels: TierLevels, varied: Decision, variation: Varied): void {
    const request = this.#request!;
    if (this.#isLimited) decideVaried(this.#tierSet, tiers, levels, request, { ...variation, tierIndex }, varied);
    else if (request.auctionType === 2) decideSelected(tiers, levels, request, varied);
    else this.#findWinner(levels, varied);
  }

  /** Decides at first price, but for what becomes of the bids that do not win. */
  #findWinner(tierLevels: TierLevels, varied: Decision): void {
    const { bids, bidFloorMicros } = this.#request!;
    const { tierIndexes, netMicros, levels } = varied;
    let [winner, winnerLevel, winnerNet, highestNet] = [-1, 0, 0, 0];
    for (let index = 0; index < bids.length; index++) {
      const level = levelOf(tierLevels, tierIndexes[index]!);
      levels[index] = level;
      if (level === excludedLevel) continue;
      const net = netMicros[index]!;
      if (level < winnerLevel && net <= highestNet) continue;
      const { grossMicros, floorMicros = bidFloorMicros } = bids[index]!;
      if (grossMicros < floorMicros) continue;
      if (net > highestNet) highestNet = net;
      if (level < winnerLevel || (level === winnerLevel && winner >= 0 && net < winnerNet)) continue;
      const isBehind = winner >= 0 && level === winnerLevel && net === winnerNet && compareByLot(index, winner) > 0;
      if (!isBehind) [winner, winnerLevel, winnerNet] = [index, level, net];
    }
    varied.winnerIndex = winner;
    varied.highestNetMicros = highestNet;
    varied.clearingMicros = winner < 0 ? 0 : bids[winner]!.grossMicros;
  }

  #tiersWithoutMinimum(tierIndex: number): readonly Tier[] {
    const { tiers } = this.#tierSet;
    return (this.#withoutMinimum[tierIndex] ??= tiers.with(tierIndex, { ...tiers[tierIndex]!, minPriceMicros: null }));
  }

  /** The priorities of the tiers that the bids are in, or would be in without this one, as bits. */
  #levels(reaching: readonly Candidate[]): number {
    const { tiers } = this.#tierSet;
    const { tierIndexes } = this.#decision!;
    const counts = this.#bidsByPriority;
    let levels = 0;
    for (const { index } of reaching) counts[priorityOf(tiers, tierIndexes[index]!)]!--;
    for (let priority = 1; priority <= highestPriority; priority++) if (counts[priority]! > 0) levels |= 1 << priority;
    for (const { index, without } of reaching) {
      counts[priorityOf(tiers, tierIndexes[index]!)]!++;
      if (without !== untiered) levels |= 1 << tiers[without]!.priority;
    }
    return levels;
  }

  /** Puts a bid that takes part at a higher level, or the same, at first price; whether it is the winner then. */
  #raise(varied: Decision, index: number, level: number): boolean {
    const { winnerIndex: winner, levels, netMicros } = varied;
    const { bids, bidFloorMicros } = this.#request!;
    const { grossMicros, floorMicros = bidFloorMicros } = bids[index]!;
    levels[index] = level;
    if (index === winner) return true;
    if (winner < 0 || grossMicros < floorMicros || level < levels[winner]!) return false;
    const more = netMicros[index]! - netMicros[winner]!;
    if (level === levels[winner]! && (more < 0 || (more === 0 && compareByLot(index, winner) > 0))) return false;
    varied.winnerIndex = index;
    varied.clearingMicros = grossMicros;
    return true;
  }

  /** Whether a bid of a decided auction that goes to another level may change the winner, its price, or what takes part. */
  #mayMatter({ winnerIndex, levels, netMicros }: Decision, index: number, before: number, after: number): boolean {
    if (before === after && index !== winnerIndex) return false;
    if (winnerIndex < 0 || index === winnerIndex || before === excludedLevel || after === excludedLevel) return true;
    const winnerLevel = levels[winnerIndex]!;
    if (after > winnerLevel) return true;
    if (this.#request!.auctionType === 2) return before === winnerLevel || after === winnerLevel;
    return after === winnerLevel && netMicros[index]! >= netMicros[winnerIndex]!;
  }

  /** The present decision, to be varied by the candidates of a tier. */
  #copy(tierIndex: number): Decision {
    const varied = this.#varied;
    const decision = this.#decision!;
    varied.winnerIndex = decision.winnerIndex;
    varied.clearingMicros = decision.clearingMicros;
    varied.highestNetMicros = decision.highestNetMicros;
    const touched = this.#touched;
    if (touched === undefined || this.#isLimited) {
      varied.reserve(decision.bidCount);
      for (let index = 0; index < decision.bidCount; index++) {
        varied.netMicros[index] = decision.netMicros[index]!;
        this.#restore(index);
      }
    } else for (const { index } of touched) this.#restore(index);
    this.#touched = this.#candidates[tierIndex];
    return varied;
  }

  #restore(index: number): void {
    const varied = this.#varied;
    const decision = this.#decision!;
    varied.tierIndexes[index] = decision.tierIndexes[index]!;
    varied.levels[index] = decision.levels[index]!;
    varied.outcomes[index] = decision.outcomes[index]!;
  }
}

/** 0: untiered. */
const priorityOf = (tiers: readonly Tier[], tierIndex: number) =>
  tierIndex === untiered ? 0 : tiers[tierIndex]!.priority;
