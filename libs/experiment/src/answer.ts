import { fixedReach, sequenceReachOfFew } from '@auction-tiers/inference';
import { formatMoney, type Tier } from '@auction-tiers/tier-engine';
import type { Elasticity, MeasuredAnswer } from './experiment-result.ts';
import type { BuyerEstimate, Estimated } from './split.ts';

/** A minimum under two tier sets, net CPM micros. */
export interface MovedMinimum {
  readonly from: number;
  readonly to: number;
}

/**
 * By buyer the lowest minimum under either tier set, of the tiers that include the buyer under both and whose minimum
 * differs. Tiers without a minimum are left out: from 0 there is no ratio.
 */
export function movedMinimums(current: readonly Tier[], draft: readonly Tier[]): ReadonlyMap<number, MovedMinimum> {
  const known = new Map(current.map((tier) => [tier.id, tier]));
  const moved = new Map<number, MovedMinimum>();
  for (const { id, memberAction, minPriceMicros: to, buyerMemberIds } of draft) {
    const before = known.get(id);
    const from = before?.minPriceMicros;
    if (memberAction !== 'include' || before?.memberAction !== 'include' || !from || !to || from === to) continue;
    for (const member of buyerMemberIds) {
      if (!before.buyerMemberIds.includes(member)) continue;
      const other = moved.get(member) ?? { from: Infinity, to: Infinity };
      moved.set(member, { from: Math.min(other.from, from), to: Math.min(other.to, to) });
    }
  }
  return moved;
}

/** The source of a measured answer, and the minimums that it is about. */
export interface AnswerOrigin extends Pick<MeasuredAnswer, 'experiment_id' | 'until'> {
  readonly minimums: ReadonlyMap<number, MovedMinimum>;
}

/** The answer of the watched buyers; null: none of their minimums changes, or too little is known of them. */
export function toAnswer(
  buyers: readonly BuyerEstimate[],
  { minimums, ...origin }: AnswerOrigin,
  { share, isAtEnd }: { readonly share: number; readonly isAtEnd: boolean },
): MeasuredAnswer | null {
  const answering = buyers.flatMap(({ member, meanBid, bidRate }) => {
    const minimum = minimums.get(member);
    if (minimum === undefined || minimum.from === minimum.to) return [];
    const perMinimum = (estimate: Estimated | null): Elasticity | null => {
      if (estimate === null) return null;
      const { mean, error, degreesOfFreedom: degrees } = estimate;
      const reach = error * (isAtEnd ? fixedReach(degrees) : sequenceReachOfFew(share, degrees));
      const ratio = Math.log(minimum.to / minimum.from);
      const [low, high] = [(mean - reach) / ratio, (mean + reach) / ratio].toSorted((one, other) => one - other);
      return { value: rounded(mean / ratio), interval: { low: rounded(low!), high: rounded(high!) } };
    };
    const [mean_bid, bid_rate] = [perMinimum(meanBid), perMinimum(bidRate)];
    if (mean_bid === null && bid_rate === null) return [];
    const [from, to] = [formatMoney(minimum.from), formatMoney(minimum.to)];
    return [{ member_id: member, minimum: { from, to }, mean_bid, bid_rate }];
  });
  return answering.length === 0 ? null : { ...origin, buyers: answering };
}

const rounded = (value: number) => Math.round(1e6 * value) / 1e6;
