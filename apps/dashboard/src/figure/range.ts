/** The range in which a figure usually lies. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** A range whose bounds the service writes as texts. */
export const toRange = (texts: { readonly low: string; readonly high: string } | null): Range | null =>
  texts && { low: Number(texts.low), high: Number(texts.high) };

/** The side of a figure: 1 above its range, -1 below, 0 within it or without a range. */
export const sideOf = (value: number | null, range: Range | null): -1 | 0 | 1 =>
  value === null || range === null ? 0 : value > range.high ? 1 : value < range.low ? -1 : 0;
