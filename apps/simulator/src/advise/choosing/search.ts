import type { Random } from '@auction-tiers/chance';
import {
  type AuctionRequest,
  compile,
  Decision,
  decideAuction,
  type Tier,
  type TierSet,
  type TierSetSource,
} from '@auction-tiers/tier-engine';
import { TierVariations } from '@auction-tiers/tier-engine/measure';
import { type OtherChanges, TierAlternatives } from '../measuring/alternatives.ts';
import { Outcome } from '../measuring/outcome.ts';
import type { Figures, Standing } from './standing.ts';

/** What may be changed about tiers. Excludes stay: they are promises of their own. */
export interface Freedom extends OtherChanges {
  /** The minimums that each tier may have, CPM micros, by tier id; a tier without an entry keeps its minimum. */
  readonly minimums: ReadonlyMap<number, readonly number[]>;
}

/** Tiers, and what they bring over the auctions that were searched. */
export interface Found {
  readonly source: TierSetSource;
  readonly figures: Figures;
}

/** Up to this many combinations of minimums, all are tried. */
export const mostCombinations = 400;
/** Most passes over all tiers from each start. */
const mostSweeps = 2;
const highestPriority = 10;

/** Finds the tiers that bring the most under commitments, over auctions that are in memory. */
export class Search {
  readonly #auctions: readonly AuctionRequest[];
  readonly #standing: Standing;
  readonly #freedom: Freedom;
  /** By tier id: the auctions of which the tier matches some bid, whatever its minimum. No other can change with it. */
  #auctionsOf: ReadonlyMap<number, readonly AuctionRequest[]> = new Map();

  constructor(auctions: readonly AuctionRequest[], standing: Standing, freedom: Freedom) {
    this.#auctions = auctions;
    this.#standing = standing;
    this.#freedom = freedom;
  }

  /** What tiers bring, of all auctions or of these. */
  evaluate(source: TierSetSource, auctions = this.#auctions): Figures {
    const { commitments } = this.#standing;
    const tierSet = toTierSet(source);
    const [decision, outcome] = [new Decision(), new Outcome(commitments)];
    const figures = { net: 0, amounts: new Float64Array(commitments.length) };
    for (const request of auctions) {
      decideAuction(tierSet, request, decision);
      outcome.read(tierSet.tiers, request, decision);
      outcome.addTo(figures);
    }
    return figures;
  }

  /** How many combinations of minimums there are. */
  combinations(): number {
    return [...this.#freedom.minimums.values()].reduce((product, { length }) => product * Math.max(1, length), 1);
  }

  /** The best of all combinations of minimums; of equal ones, the first. */
  tryAll(start: TierSetSource): Found {
    let best: Found = { source: start, figures: this.evaluate(start) };
    const visit = (source: TierSetSource, left: readonly (readonly [number, readonly number[]])[]): void => {
      const [first, ...others] = left;
      if (first === undefined) {
        const figures = this.evaluate(source);
        if (this.#standing.isBetter(figures, best.figures)) best = { source, figures };
        return;
      }
      for (const minPriceMicros of first[1]) visit(withTier(source, first[0], { minPriceMicros }), others);
    };
    visit(start, [...this.#freedom.minimums]);
    return best;
  }

  /**
   * Coordinate ascent: gives one tier after the other the best change of that tier alone, until no change is better or
   * after `mostSweeps` passes. One look at all tiers together tells which of them a change could make better, and only
   * those are tried.
   */
  ascend(start: TierSetSource, random: Random): Found {
    let best: Found = { source: start, figures: this.evaluate(start) };
    for (let sweep = 0; sweep < mostSweeps; sweep++) {
      const promising = this.#findPromising(best);
      let isChanged = false;
      for (const id of shuffled(includesOf(start), random)) {
        if (!promising.has(id)) continue;
        const better = this.#improve(best, id);
        if (better === undefined) continue;
        best = better;
        isChanged = true;
      }
      if (!isChanged) break;
    }
    return best;
  }

  /** The ids of the tiers that a change of this tier alone makes better. Also notes the auctions of each tier. */
  #findPromising(present: Found): ReadonlySet<number> {
    const { commitments } = this.#standing;
    const tierSet = toTierSet(present.source);
    const { tiers } = tierSet;
    const alternatives = tiers.map((_, index) => new TierAlternatives(tierSet, index, commitments, this.#freedom));
    const index = new Map<number, AuctionRequest[]>(tiers.map(({ id }) => [id, []]));
    const variations = new TierVariations(tierSet);
    const [decision, outcome] = [new Decision(), new Outcome(commitments)];
    for (const request of this.#auctions) {
      decideAuction(tierSet, request, decision);
      outcome.read(tiers, request, decision);
      variations.begin(request, decision);
      for (const at of variations.met) {
        index.get(tiers[at]!.id)!.push(request);
        if (tiers[at]!.memberAction === 'include') alternatives[at]!.add(variations, request, decision, outcome);
      }
    }
    this.#auctionsOf = index;
    return new Set(
      tiers.flatMap(({ id }, at) =>
        this.#bestChange(present, tierSet, at, alternatives[at]!) === undefined ? [] : [id],
      ),
    );
  }

  /** The best change of one tier; undefined: none is better. */
  #improve(present: Found, id: number): Found | undefined {
    const { source } = present;
    const tierSet = toTierSet(source);
    const index = tierSet.tiers.findIndex((tier) => tier.id === id);
    if (index < 0 || tierSet.tiers[index]!.state === 'inactive') return undefined;
    const auctions = this.#auctionsOf.get(id) ?? [];
    const { alternatives, own } = this.#alternativesOf(tierSet, index, auctions);
    const best = this.#bestChange(present, tierSet, index, alternatives);
    if (best === undefined) return undefined;
    // At second price a curve only estimates a commitment about net, so the auctions are decided again.
    const figures = plus(minus(present.figures, own), this.evaluate(best, auctions));
    return this.#standing.isBetter(figures, present.figures) ? { source: best, figures } : undefined;
  }

  /** The tiers with the best change of one of them; undefined: none is better. */
  #bestChange(
    present: Found,
    tierSet: TierSet,
    index: number,
    alternatives: TierAlternatives,
  ): TierSetSource | undefined {
    const tier = tierSet.tiers[index]!;
    const { id } = tier;
    let best: { readonly change: Partial<Tier>; readonly figures: Figures } | undefined;
    const offer = (change: Partial<Tier>, difference: Figures) => {
      const figures = plus(present.figures, difference);
      if (this.#standing.isBetter(figures, (best ?? present).figures)) best = { change, figures };
    };
    for (const minPriceMicros of this.#freedom.minimums.get(id) ?? []) {
      offer({ minPriceMicros }, alternatives.curve.at(minPriceMicros));
    }
    for (const [priority, change] of alternatives.priorities) {
      if (isBetweenExcludes(tierSet.tiers, tier, priority)) offer({ priority }, change);
    }
    for (const [memberId, change] of alternatives.without) {
      if (memberId === null) offer({ state: 'inactive' }, change);
      else offer({ buyerMemberIds: tier.buyerMemberIds.filter((one) => one !== memberId) }, change);
    }
    return best && withTier(present.source, id, best.change);
  }

  /** What the tier could be instead; `own`: what these auctions bring as it is. */
  #alternativesOf(tierSet: TierSet, index: number, auctions: readonly AuctionRequest[]) {
    const { commitments } = this.#standing;
    const variations = new TierVariations(tierSet);
    const alternatives = new TierAlternatives(tierSet, index, commitments, this.#freedom);
    const [decision, present] = [new Decision(), new Outcome(commitments)];
    const own = { net: 0, amounts: new Float64Array(commitments.length) };
    for (const request of auctions) {
      decideAuction(tierSet, request, decision);
      present.read(tierSet.tiers, request, decision);
      present.addTo(own);
      variations.begin(request, decision, index);
      alternatives.add(variations, request, decision, present);
    }
    return { alternatives, own };
  }
}

/** Sums are whole numbers, so that no order of adding changes them. */
const plus = (one: Figures, other: Figures): Figures => combine(one, other, 1);
const minus = (one: Figures, other: Figures): Figures => combine(one, other, -1);
const combine = (one: Figures, other: Figures, sign: 1 | -1): Figures => ({
  net: one.net + sign * other.net,
  amounts: one.amounts.map((amount, at) => amount + sign * other.amounts[at]!),
});

/** The tier set with a change of one tier. */
export function withTier(source: TierSetSource, id: number, change: Partial<Tier>): TierSetSource {
  return { ...source, tiers: source.tiers.map((tier) => (tier.id === id ? { ...tier, ...change } : tier)) };
}

/** The ids of the include tiers. */
export function includesOf({ tiers }: Pick<TierSetSource, 'tiers'>): number[] {
  return tiers.filter(({ memberAction }) => memberAction === 'include').map(({ id }) => id);
}

/** Starts of the ascent: the present tiers, no preference at all, and random minimums. */
export function startsOf(source: TierSetSource, { minimums }: Freedom, random: Random, count: number): TierSetSource[] {
  const withMinimums = (choose: (prices: readonly number[]) => number | undefined) =>
    [...minimums].reduce((changed, [id, prices]) => {
      const minPriceMicros = choose(prices);
      return minPriceMicros === undefined ? changed : withTier(changed, id, { minPriceMicros });
    }, source);
  const starts = [source, withMinimums((prices) => prices.at(-1))];
  while (starts.length < count) {
    starts.push(withMinimums((prices) => prices[random.below(prices.length)]));
  }
  return starts;
}

/** Whether the priority is valid and on the same side of each exclude tier, so that excluded bids stay out. */
function isBetweenExcludes(tiers: readonly Tier[], { priority: own }: Tier, priority: number): boolean {
  if (priority < 1 || priority > highestPriority) return false;
  return tiers.every(
    ({ memberAction, priority: other }) =>
      memberAction === 'include' || Math.sign(other - own) === Math.sign(other - priority),
  );
}

export function toTierSet(source: TierSetSource): TierSet {
  const compiled = compile(source);
  if (!compiled.ok) throw new TypeError('Tiers that were changed do not compile.');
  return compiled.tierSet;
}

function shuffled<Value>(values: readonly Value[], random: Random): Value[] {
  const rest = [...values];
  for (let left = rest.length; left > 1; left--) {
    const at = random.below(left);
    [rest[at], rest[left - 1]] = [rest[left - 1]!, rest[at]!];
  }
  return rest;
}
