import type { CompareReport } from '@auction-tiers/contract/compare-report';
import type { ReadCommitment } from '@auction-tiers/contract/tier-set';
import type { Tally } from '../../tally/tally.ts';
import type { Comparison } from '../measuring/comparison.ts';
import { round } from './effect.ts';
import type { Intervals } from './interval.ts';
import { judgeKeeping, microsPerUnit } from './keeping.ts';

type NameOf = (id: number) => string | undefined;

/** What the draft must keep: wanted, current and draft, per day, with the interval of the draft's figure, and on how many days. */
export function toCommitments(
  { current, draft, blocks, commitments: amounts, promiseHours }: Comparison,
  commitments: readonly ReadCommitment[],
  intervals: Intervals,
  share: number,
  names: Readonly<Record<ReadCommitment['subject'], NameOf>>,
): CompareReport['commitments'] {
  // A log with a share of all auctions has the same share of a day's auctions.
  const days = Math.max(1, intervals.logDays.days.length) * share;
  const currentNet = blocks.values('currentNet');
  const draftNet = blocks.values('netDifference').map((difference, index) => currentNet[index]! + difference);
  return commitments.map((commitment, at) => {
    const { subject, id, bound, figure, wanted } = commitment;
    const isShare = figure === 'share_of_net';
    const unit = figure === 'net' ? microsPerUnit : 1;
    // An estimate is per auction, and for a share per unit of net.
    const scale = isShare ? 1 : intervals.auctions / days / unit;
    const estimate = intervals.estimateWidest(amounts.values(at), isShare ? draftNet : undefined);
    const reached = { current: figureOf(current, commitment, days), draft: figureOf(draft, commitment, days) };
    const { isKept, keptDays } = judgeKeeping(promiseHours, at, reached, intervals.logDays, share);
    return {
      subject,
      id,
      name: names[subject](id) ?? null,
      bound,
      figure,
      wanted,
      current: round(reached.current, 6),
      draft: round(reached.draft, 6),
      interval: estimate === undefined ? null : toBounds(estimate, scale, isShare),
      is_kept: isKept,
      kept_days: keptDays,
    };
  });
}

/** No figure of a commitment is below 0, and no share above 1. */
function toBounds({ low, high }: { readonly low: number; readonly high: number }, scale: number, isShare: boolean) {
  const most = isShare ? 1 : Infinity;
  return { low: round(Math.max(0, low * scale), 6), high: round(Math.min(most, high * scale), 6) };
}

function figureOf(tally: Tally, { subject, id, figure }: ReadCommitment, days: number): number {
  const revenue = tally.rows(subject).find(({ key }) => key === id)?.revenue;
  if (revenue === undefined) return 0;
  if (figure === 'wins') return revenue.wins / days;
  const net = Number(revenue.netMicros);
  if (figure === 'net') return net / microsPerUnit / days;
  const all = Number(tally.totals().revenue.netMicros);
  return all === 0 ? 0 : net / all;
}
