import type { AdvicePromise, AdviceProposal } from '@auction-tiers/contract/advice-report';
import { round } from '../../compare/judging/effect.ts';
import { judgeKeeping } from '../../compare/judging/keeping.ts';
import type { LogDays } from '../../compare/judging/log-days.ts';
import type { PromiseHours } from '../../compare/measuring/promise-hours.ts';
import type { LoadedTierSet } from '../../tier-set/tier-set-file.ts';
import { roundToUnits } from '../../figure/text.ts';
import type { Variation } from '../measuring/variations.ts';
import type { Figures, Standing } from '../choosing/standing.ts';

/** What tiers bring to promises over some days, beside the present ones. */
interface Promised {
  readonly figures: Figures;
  readonly present: Figures;
  readonly promiseHours: PromiseHours;
  readonly logDays: LogDays;
  /** Share of all auctions that the log has. */
  readonly share: number;
}

/** The commitments, each with the figure that the tiers reach, in the unit of the commitment. */
export function toPromises(
  standing: Standing,
  { figures, present, promiseHours, logDays, share }: Promised,
  { buyerNames, tierNames }: Pick<LoadedTierSet, 'buyerNames' | 'tierNames'>,
): AdvicePromise[] {
  return standing.commitments.map(({ subject, id, bound, figure, wanted }, at) => {
    const reached = { current: standing.reached(present, at), draft: standing.reached(figures, at) };
    const { isKept, keptDays } = judgeKeeping(promiseHours, at, reached, logDays, share);
    return {
      subject,
      id,
      name: (subject === 'buyer' ? buyerNames : tierNames).get(id) ?? null,
      bound,
      figure,
      wanted,
      reached: round(reached.draft, 6),
      is_kept: isKept,
      kept_days: keptDays,
    };
  });
}

/** A larger share of what the promises cost now is not worth a sentence. */
const mostOfPrice = 0.99;

/**
 * What the promises cost with a proposal that keeps all of them for less: what preferring costs in the auctions that go to
 * those who were promised something. null: it does not, or nobody was promised anything.
 */
export function toPromisePrice(
  promises: readonly AdvicePromise[],
  { forgone, presentForgone }: Pick<Variation, 'forgone' | 'presentForgone'>,
  days: number,
): AdviceProposal['promise_price'] {
  const isKept = promises.every(({ is_kept: kept }) => kept);
  if (!isKept || forgone < 0 || presentForgone <= 0 || forgone > mostOfPrice * presentForgone) return null;
  const [present, proposed] = [presentForgone, forgone].map((micros) => roundToUnits(micros / days));
  return { present: present!, proposed: proposed!, share: round(forgone / presentForgone, 6) };
}
