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
import { priceOfLimit } from '../measuring/curve.ts';
import { Outcome } from '../measuring/outcome.ts';
import { type Figures, plus, type Standing } from './standing.ts';

/** What may be changed about tiers. Excludes stay: they are promises of their own. */
export interface Freedom extends Omit<OtherChanges, 'hasLimits'> {
  /** The minimums that each tier may have, CPM micros, by tier id; a tier without an entry keeps its minimum. */
  readonly minimums: ReadonlyMap<number, readonly number[]>;
  /** How far beyond each commitment a change has to stay, so that new days keep it. Default: not at all. */
  readonly reaches?: readonly number[];
  /** The limits of preference that each tier may have, CPM micros (null: none); a tier without an entry keeps its limit. */
  readonly limits: ReadonlyMap<number, readonly (number | null)[]>;
}

/** Tiers with one change, and what they bring over the auctions that were searched. */
export interface Found {
  readonly source: TierSetSource;
  /** The tier and the attribute that it changes, or the buyer that it leaves out: only one such change can be made. */
  readonly subject: string;
  readonly figures: Figures;
}

const highestPriority = 10;

/**
 * The changes that are better than the present tiers, each made alone, the best first: of every tier its best minimum,
 * its best limit, its best priority, each buyer left out, and the tier switched off. One look at the auctions tells what each brings.
 */
export function findChanges(
  source: TierSetSource,
  auctions: readonly AuctionRequest[],
  promised: Standing,
  freedom: Freedom,
): Found[] {
  const tierSet = toTierSet(source);
  const { present, alternatives } = lookAt(tierSet, auctions, promised, freedom);
  const standing = freedom.reaches === undefined ? promised : promised.beyond(present, freedom.reaches);
  const found = tierSet.tiers.flatMap((tier, at): Found[] => {
    if (tier.memberAction !== 'include' || tier.state === 'inactive') return [];
    const { curve, limits, priorities, without } = alternatives[at]!;
    const best = new Map<string, Found>();
    const offer = (subject: string, change: Partial<Tier>, difference: Figures) => {
      const figures = plus(present, difference);
      if (!standing.isBetter(figures, best.get(subject)?.figures ?? present)) return;
      best.set(subject, { source: withTier(source, tier.id, change), subject: `${tier.id} ${subject}`, figures });
    };
    for (const minPriceMicros of freedom.minimums.get(tier.id) ?? []) {
      offer('minimum', { minPriceMicros }, curve.at(minPriceMicros));
    }
    for (const maxForgoneMicros of freedom.limits.get(tier.id) ?? []) {
      offer('limit', { maxForgoneMicros }, limits.at(priceOfLimit(maxForgoneMicros)));
    }
    for (const [priority, change] of priorities) {
      if (isBetweenExcludes(tierSet.tiers, tier, priority)) offer('priority', { priority }, change);
    }
    for (const [memberId, change] of without) {
      if (memberId === null) offer('off', { state: 'inactive' }, change);
      // Without its only buyer the tier is as good as off.
      else if (tier.buyerMemberIds.length > 1)
        offer(`${memberId}`, { buyerMemberIds: tier.buyerMemberIds.filter((id) => id !== memberId) }, change);
    }
    return [...best.values()];
  });
  return found.toSorted((one, other) =>
    standing.isBetter(one.figures, other.figures) ? -1 : standing.isBetter(other.figures, one.figures) ? 1 : 0,
  );
}

/** What the tiers bring, and what each could be instead. */
function lookAt(tierSet: TierSet, auctions: readonly AuctionRequest[], { commitments }: Standing, freedom: Freedom) {
  const { tiers } = tierSet;
  const changes = { ...freedom, hasLimits: freedom.limits.size > 0 };
  const alternatives = tiers.map((_, index) => new TierAlternatives(tierSet, index, commitments, changes));
  const variations = new TierVariations(tierSet);
  const [decision, outcome] = [new Decision(), new Outcome(commitments)];
  const present = { net: 0, amounts: new Float64Array(commitments.length) };
  for (const request of auctions) {
    decideAuction(tierSet, request, decision);
    outcome.read(tiers, request, decision);
    outcome.addTo(present);
    variations.begin(request, decision);
    for (const at of variations.met) {
      if (tiers[at]!.memberAction === 'include') alternatives[at]!.add(variations, request, decision, outcome);
    }
  }
  return { present, alternatives };
}

/** The tier set with a change of one tier. */
export function withTier(source: TierSetSource, id: number, change: Partial<Tier>): TierSetSource {
  return { ...source, tiers: source.tiers.map((tier) => (tier.id === id ? { ...tier, ...change } : tier)) };
}

/** The ids of the include tiers. */
export function includesOf({ tiers }: Pick<TierSetSource, 'tiers'>): number[] {
  return tiers.filter(({ memberAction }) => memberAction === 'include').map(({ id }) => id);
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
