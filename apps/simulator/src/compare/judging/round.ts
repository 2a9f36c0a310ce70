/** A number for reading, never -0: every machine writes it alike. */
export function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals)) + 0;
}
