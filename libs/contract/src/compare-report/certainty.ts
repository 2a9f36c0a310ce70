import type { CompareReport } from './compare-report.ts';
import type { ReportFigures } from './report-figures.ts';
import { type Warning, type WarningKey, warningKeyOf } from './warning.ts';

// What a reader must know about a report's certainty, in words that the terminal and every page share.

/** Warnings that are always shown with the verdict. */
const firstKeys: ReadonlySet<WarningKey> = new Set<WarningKey>([
  'no_units',
  'several_tries',
  'sampled',
  'repeats',
  'odd_times',
  'unusable.buyers',
  'stopped',
]);

const isFirst = (warning: Warning): boolean => firstKeys.has(warningKeyOf(warning));

/** The warnings that the verdict's reasons do not tell already: those that are shown with it, and the others. */
export function toldWarnings({ support, verdict: { reasons } }: Pick<CompareReport, 'support' | 'verdict'>): {
  readonly first: Warning[];
  readonly others: Warning[];
} {
  const told = new Set<string>(reasons.flatMap(({ code, message }) => [code, message]));
  // Users whose ids stand in one auction only are users that are not known.
  if (told.has('units_once')) told.add('no_units');
  const untold = support.warnings.filter(({ code, message }) => !told.has(code) && !told.has(message));
  return { first: untold.filter(isFirst), others: untold.filter((warning) => !isFirst(warning)) };
}

/** A sentence about how many days would settle the difference. */
export function enoughDaysText(
  { enough_days: { days, reason } }: CompareReport['method'],
  figures: ReportFigures,
): string {
  return days === null
    ? `How many days would be enough cannot be told: ${reason}`
    : `For a difference of this size, ${figures.counted(days, 'day')} like these would be enough in four of five cases.`;
}

/** A sentence about how many auctions name their user or session, and the largest one's share; null: none names one. */
export function unitsText(
  { named_share: named, largest_share: largest }: CompareReport['units'],
  figures: ReportFigures,
): string | null {
  if (largest === null) return null;
  return `${figures.part(named)} of the auctions name their user or session; none of these has more than ${figures.part(largest)} of all auctions.`;
}

/** The difference by halves and thirds of the log, in words; null: the log has too few days. */
export function partsText({ halves, thirds }: CompareReport['stability'], figures: ReportFigures): string | null {
  const money = (amount: string) => figures.gain(Number(amount));
  const said = (parts: typeof halves) =>
    parts
      .map(({ from, days, difference, interval }) => {
        const range = interval === null ? '' : ` (${money(interval.low)} to ${money(interval.high)})`;
        return `${money(difference)}${range} in ${figures.counted(days, 'day')} from ${from}`;
      })
      .join(', ');
  if (halves.length === 0) return null;
  return `The difference by halves: ${said(halves)}.${thirds.length === 0 ? '' : ` By thirds: ${said(thirds)}.`}`;
}
