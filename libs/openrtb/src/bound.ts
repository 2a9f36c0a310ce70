import type { Impression } from '@auction-tiers/tier-engine';
import { toInventoryId } from '@auction-tiers/tier-engine/name';
import { toId } from './loose.ts';

/*
 * The bounds of an auction's attributes. What is beyond them is left out and reported: an auction that was recorded with it
 * could not be read again.
 */

/** Most entries of a list, keys of key-values and values of a key. */
const mostEntries = 1000;
/** Most characters of a name of inventory. */
const longestName = 255;
/** Most characters of any other text. */
const longestText = 1000;

/** Reports what is wrong with a value, whose place is known. */
export type ReportValue = (message: string) => void;

/** What a publisher, site, placement or segment is called: an id, or a text of at most 255 characters as it is written. */
export function readInventoryName(value: unknown, report: ReportValue): number | string | undefined {
  if (typeof value !== 'string') return toId(value);
  if (value.length > longestName) {
    report(`has ${value.length} characters and is left out; allowed are at most ${longestName}`);
    return undefined;
  }
  return value.trim() === '' ? undefined : toInventoryId(value);
}

/** The first entries of a list, as many as it may have. `what`: what its entries are called, in the plural. */
export function firstEntries<Entry>(entries: readonly Entry[], what: string, report: ReportValue): readonly Entry[] {
  if (entries.length <= mostEntries) return entries;
  report(`has ${entries.length} ${what}, of which the first ${mostEntries} are used`);
  return entries.slice(0, mostEntries);
}

/** The entries whose texts are short enough. `what`: what they are called, in the plural. */
export function withoutLong<Entry extends string | readonly string[]>(
  entries: readonly Entry[],
  what: string,
  report: ReportValue,
): readonly Entry[] {
  const short = entries.filter((entry) => [entry].flat().every((text) => text.length <= longestText));
  const long = entries.length - short.length;
  if (long > 0) report(`has ${long} ${what} of more than ${longestText} characters; they are left out`);
  return short;
}

/** The impression without single texts that are too long, such as a city. */
export function withoutLongTexts(impression: Impression, report: ReportValue): Impression {
  const long = Object.entries(impression).filter(
    ([, value]) => typeof value === 'string' && value.length > longestText,
  );
  for (const [name] of long) report(`has a ${name} of more than ${longestText} characters; it is left out`);
  return long.length === 0
    ? impression
    : { ...impression, ...Object.fromEntries(long.map(([name]) => [name, undefined])) };
}
