/** What chi-square stays under in 9,999 of 10,000 fair samples, by degrees of freedom. */
const limits: Record<number, number> = { 1: 15.137, 2: 18.421, 3: 21.108, 4: 23.513, 5: 25.745, 6: 27.856, 23: 58.613 };

/** How far counts are from being equal, as a share of what chance explains: over 1 they are not uniform. */
export function unevenness(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  const limit = limits[counts.length - 1];
  if (limit === undefined) throw new Error(`There is no chi-square limit for ${counts.length} kinds.`);
  return chiSquare / limit;
}

/** How often each of the expected kinds came; one that was not expected is a mistake. */
export function countKinds<Kind>(kinds: readonly Kind[], seen: Iterable<Kind>): number[] {
  const counts = new Map(kinds.map((kind) => [kind, 0]));
  for (const kind of seen) {
    const count = counts.get(kind);
    if (count === undefined) throw new Error(`${String(kind)} was not expected.`);
    counts.set(kind, count + 1);
  }
  return [...counts.values()];
}
