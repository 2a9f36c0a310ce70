/**
 * Writes the figures in sentences about a report. The caller brings it, so that a sentence has figures in the locale and
 * with the marks of where it stands.
 */
export interface ReportFigures {
  /** A number with from `least` to `most` decimals. */
  readonly decimal: (value: number, least?: number, most?: number) => string;
  /** A number to so many significant digits. */
  readonly significant: (value: number, digits?: number) => string;
  /** A whole number and its noun, which gets an `s` unless it is one: `12 days`. */
  readonly counted: (value: number, noun: string) => string;
  /** A share from 0 to 1 in per cent. */
  readonly percent: (share: number, least?: number, most?: number) => string;
  /** A part of a whole, from 0 to 1, in per cent: only nothing is shown as 0, and only all as 100. */
  readonly part: (share: number) => string;
  /** An amount of money with its sign and two decimals; one that is shown as zero has no sign. */
  readonly gain: (amount: number) => string;
}
