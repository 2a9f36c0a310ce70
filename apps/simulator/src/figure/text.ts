import type { CompareReport } from '@auction-tiers/contract/compare-report';
import { english, figuresIn, range } from '@auction-tiers/figure';
import { formatEarned } from '@auction-tiers/tier-engine';

// Figures as sentences and tables of a terminal have them, and amounts of money as reports have them.

/** Figures of a terminal: a hyphen can be copied. */
export const figures = figuresIn('en-US', { minus: '-' });

/** `1,234` */
export const count = (value: number): string => figures.decimal(value, 0, 3);

/** `1 auction`, `2,000 auctions`. */
export function counted(value: number, noun: string, plural = `${noun}s`): string {
  return `${count(value)} ${value === 1 ? noun : plural}`;
}

/** `tiers`, `countries` */
export function pluralOf(noun: string): string {
  return noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/** `1,234.50` */
export const twoDecimals = (value: number): string => figures.decimal(value, 2);

/** Money within a sentence, with its sign; an amount that rounds to 0 has none. */
export const signedMoney = (money: string): string => english.gain(Number(money));

const inSentence = (value: number): string => english.decimal(value, 2);

/** ` (−1.20 to +3.40)`; empty: there is no interval. */
export function rangeOf(interval: { readonly low: string; readonly high: string } | null): string {
  return interval === null ? '' : ` (${range(Number(interval.low), Number(interval.high), inSentence)})`;
}

/** A number within a sentence, with a true minus sign. */
export function trueMinus(value: number | string): string {
  return String(value).replace('-', '\u2212');
}

/** A share from 0 to 1 in per cent: `13.66 %`. Only 0 is shown as 0.00 %, and only 1 as 100.00 %. */
export const percent = figures.part;

/** How sure the intervals of a report are: `95 %`, or more where several drafts were tried. */
export function confidenceOf({ method: { confidence } }: Pick<CompareReport, 'method'>): string {
  return figures.percent(confidence, 0, 2);
}

/** How many of a report's intervals miss by chance: `one in 20`. */
export function missesOf({ method: { confidence } }: Pick<CompareReport, 'method'>): string {
  return `one in ${count(Math.round(1 / (1 - confidence)))} misses by chance`;
}

const listedFiles = 5;

/** `a.jsonl, b.jsonl`; of many files the first five, and how many more there are. */
export function fileList(files: readonly string[]): string {
  const more = files.length - listedFiles;
  return `${files.slice(0, listedFiles).join(', ')}${more > 0 ? ` and ${count(more)} more` : ''}`;
}

/** Reads a sum of CPM prices that `formatEarned` has written, as micros. */
export function toMicros(units: string): bigint {
  return BigInt(units.replace('.', ''));
}

/** `formatEarned` of an estimate, rounded to whole CPM micros. */
export function roundToUnits(cpmMicros: number): string {
  return formatEarned(BigInt(Math.round(cpmMicros)));
}

/** With its first letter in upper case. */
export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
