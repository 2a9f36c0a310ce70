/** CPM micros summed over impressions, as units of the currency: a price for a thousand, and a millionth of it. */
export function toUnits(cpmMicros: bigint): string {
  const digits = String(cpmMicros < 0n ? -cpmMicros : cpmMicros).padStart(10, '0');
  return `${cpmMicros < 0n ? '-' : ''}${digits.slice(0, -9)}.${digits.slice(-9)}`;
}

/** `toUnits` of an estimate, which is no whole number of micros. */
export function roundToUnits(cpmMicros: number): string {
  return toUnits(BigInt(Math.round(cpmMicros)));
}
