/** A figure with three significant digits and no exponent: 0.0123, 4.56, 789, 12,300. */
export function formatFigure(value: number): string {
  return value.toLocaleString('en-US', { maximumSignificantDigits: 3 });
}

/** A duration in the unit that suits it. */
export function formatNs(ns: number): string {
  if (ns < 1e3) return `${formatFigure(ns)} ns`;
  if (ns < 1e6) return `${formatFigure(ns / 1e3)} µs`;
  return ns < 1e9 ? `${formatFigure(ns / 1e6)} ms` : `${formatFigure(ns / 1e9)} s`;
}

/** How many times the base something is: "12 x". */
export function formatRatio(ratio: number): string {
  return `${formatFigure(ratio)}x`;
}

/** A part as per cent: "12 %". */
export function formatPercent(part: number): string {
  return `${formatFigure(100 * part)} %`;
}
