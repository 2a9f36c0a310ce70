import { keepingOf, keptDaysText, wantedText } from '../compare-report/commitment-text.ts';
import { figureText } from '../compare-report/promise-text.ts';
import type { ReportFigures } from '../compare-report/report-figures.ts';
import type { AdvicePromise, AdviceProposal } from './advice-report.ts';

// What there is to know of a proposal, in sentences that the terminal, the file and the page share.

type Judged = Pick<AdviceProposal, 'state' | 'interval' | 'verdict' | 'commitments' | 'days_needed'>;

const areKept = ({ commitments }: Judged): boolean => commitments.every(({ is_kept: isKept }) => isKept);

/** What its judgement says of a proposal. */
export function judgedText(proposal: Judged): string {
  const { state, interval, verdict } = proposal;
  const chosenApart = 'It brings more on days that it was not chosen from';
  if (state === 'dominated') return 'It brings nothing, breaks a commitment, or another value is better: leave it.';
  if (state === 'certified') return `${chosenApart}, and a try on all days says launch.`;
  if (verdict !== null) return `${chosenApart}, but a try on all days says: ${verdict.summary}`;
  const isAbove = interval !== null && Number(interval.low) > 0;
  const brought = isAbove ? 'It brought more on the days that judged it, which' : 'The days that judged it';
  if (!areKept(proposal)) return `${brought} do not show that it keeps what was promised.`;
  return isAbove ? `${brought} are too few to be sure.` : `${brought} do not show whether it brings more.`;
}

/** How many days would settle it; null: it is settled, or a try or a commitment stands in its way. */
export function settlingText(proposal: Judged, figures: ReportFigures): string | null {
  const { state, verdict, days_needed: needed } = proposal;
  if (state !== 'unresolved' || verdict !== null || !areKept(proposal)) return null;
  if (needed === null) return 'To settle it, more than a year of days would have to judge it.';
  // One half of the days chooses, the other judges.
  return `To settle it, ${figures.counted(needed, 'day')} have to judge it: ask for advice on ${figures.counted(2 * needed, 'day')}.`;
}

const keepingWords = { kept: 'kept', unsure: 'not surely kept', broken: 'broken' } as const;

/** `buyer 107 Saffron Travel at least 1,000 wins a day: kept, 1,200 wins a day, on 24 of 28 days (26 at present)`. */
export const promiseText = (promise: AdvicePromise, currency: string, figures: ReportFigures): string =>
  `${wantedText(promise, currency, figures)}: ${keepingWords[keepingOf(promise, promise.reached)]}, ${figureText(promise.figure, promise.reached, currency, figures)}${keptDaysText(promise)}`;

/** Below this, two decimals would hide what differs. */
const smallAmount = 0.1;

/** Of which buyers a proposal brings less, what it does to the promises, and what these cost with it. */
export function proposalNotes(
  { losers, commitments, promise_price: price }: Pick<AdviceProposal, 'losers' | 'commitments' | 'promise_price'>,
  currency: string,
  figures: ReportFigures,
): string[] {
  const money = (amount: string) => {
    const value = Number(amount);
    return Math.abs(value) < smallAmount ? figures.significant(value, 2) : figures.decimal(value, 2);
  };
  return [
    ...losers.map(
      ({ id, name, net, per_cent: perCent }) =>
        `buyer ${id}${name === null ? '' : ` ${name}`} brings ${perCent === null ? '' : `${figures.part(-perCent / 100)} `}less: ${money(net)} ${currency} a day`,
    ),
    ...commitments.map((one) => promiseText(one, currency, figures)),
    ...(price === null
      ? []
      : [
          `All promises are kept at ${figures.percent(price.share, 0, 0)} of their price: ${money(price.proposed)} instead of ${money(price.present)} ${currency} forgone a day`,
        ]),
  ];
}
