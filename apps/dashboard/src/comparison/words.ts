import { range } from '@auction-tiers/figure';
import { percentText } from '../figure/count.ts';
import { earnedColumn, earnedText, figures, type Range, signedText } from '../figure/figures.ts';
import { type CommitmentRow, figureText, type Recommendation } from '@auction-tiers/contract/compare-report';
import { rangeText, zoneShown } from '../figure/date.ts';
import type { ComparisonReport } from './report.ts';

interface Said {
  readonly word: string;
  /** A shape, so that the colour is not all that tells. */
  readonly sign: string;
  readonly tone: 'gain' | 'loss' | 'warn' | 'muted';
  /** The sentence around the difference; without `after` it names none. */
  readonly before: string;
  readonly after?: string;
}

/** What a comparison recommends, as the page says it. */
export const verdictWords: Readonly<Record<Recommendation, Said>> = {
  launch: { word: 'Launch', sign: '▲', tone: 'gain', before: '', after: ', beyond chance.' },
  test_first: { word: 'Test first', sign: '◆', tone: 'warn', before: 'Probably ', after: ', not proven.' },
  hold: { word: 'Hold', sign: '▼', tone: 'loss', before: '', after: '.' },
  no_effect: { word: 'No effect', sign: '＝', tone: 'muted', before: 'No auction would have ended differently.' },
  cannot_say: {
    word: 'Cannot say',
    sign: '?',
    tone: 'warn',
    before: 'Perhaps ',
    after: ': these auctions do not answer the question.',
  },
};

/** `+0.31 EUR`, and where there is one, its interval: `+0.31 EUR (95 %: +0.12 to +0.50)`. */
export function differenceText(difference: number, interval: Range | null, currency: string): string {
  const figure = `${signedText(difference, earnedText)} ${currency}`;
  return interval === null ? figure : `${figure} (95 %: ${intervalText(interval)})`;
}

export const intervalText = ({ low, high }: Range): string => range(low, high, earnedText);

/** The ends of a range that the service writes, in a column: `−0.12 to +0.50`; empty: there is none. */
export const rangeColumn = (texts: { readonly low: string; readonly high: string } | null): string =>
  texts === null ? '' : range(Number(texts.low), Number(texts.high), earnedColumn);

/** What a comparison whose whole interval is below zero says before the draft is published; null: it is another one. */
export function lossText({ perDay, net }: Pick<ComparisonReport, 'perDay' | 'net'>, currency: string): string | null {
  const { difference, interval } = perDay ?? net;
  if (toneOf(interval) !== 'loss') return null;
  return `It loses net in its try${perDay === null ? '' : ', a day'}: ${differenceText(difference, interval, currency)}.`;
}

/** A change in per cent with its sign: `+2.1 %`. */
export const perCentText = (perCent: number): string => signedText(perCent / 100, percentText);

/** What is reached of a promise: `1,000 wins a day`. */
export const promisedText = (figure: CommitmentRow['figure'], value: number, currency: string): string =>
  figureText(figure, value, currency, figures);

/** The colour of a difference; none if it may be chance, because its interval holds zero or is not known. */
export function toneOf(interval: Range | null): 'gain' | 'loss' | 'even' {
  if (interval === null) return 'even';
  return interval.low > 0 ? 'gain' : interval.high < 0 ? 'loss' : 'even';
}

/** A zone that is not the one that the line above the room names: the seller has chosen another one since. */
export const zoneText = (timeZone: string): string => (timeZone === zoneShown() ? '' : ` (${timeZone})`);

/** The days of the comparison, which may not be those that are chosen now. */
export function daysText({ days, timeZone }: Pick<ComparisonReport, 'days' | 'timeZone'>): string {
  const dates = days.map(({ date }) => date).toSorted();
  const [first, last] = [dates[0], dates.at(-1)];
  return first === undefined || last === undefined ? '' : `, ${rangeText(first, last)}${zoneText(timeZone)}`;
}
