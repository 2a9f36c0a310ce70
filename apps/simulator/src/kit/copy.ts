/**
 * A deep copy of plain data: objects, arrays, maps and what is not an object. Several times as fast as `structuredClone` for
 * an auction of 15 bids.
 */
export function copyPlain<Data>(value: Data): Data;
export function copyPlain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyEntry);
  if (value instanceof Map) return new Map(Array.from(value, ([key, entry]) => [key, copyPlain(entry)]));
  const copy: Record<string, unknown> = { ...value };
  // A loop over the keys of the copy: most values are no objects and stay.
  for (const key in copy) {
    const entry = copy[key];
    if (typeof entry === 'object' && entry !== null) copy[key] = copyPlain(entry);
  }
  return copy;
}

const copyEntry = (entry: unknown): unknown => copyPlain(entry);
