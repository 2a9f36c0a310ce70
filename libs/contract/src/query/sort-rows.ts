/** Rows that the engine sorts at once, and rows that are merged in one step. */
const [runLength, rowsPerStep] = [256, 1024];

/** The rows in the order of a comparator, as `toSorted` gives them: stable, and in steps, because one sort of 100,000 rows takes a tenth of a second. */
export function* sortInSteps<Row>(
  rows: readonly Row[],
  compare: (a: Row, b: Row) => number,
): Generator<undefined, Row[], undefined> {
  let sorted: Row[] = [];
  for (let start = 0; start < rows.length; start += runLength) {
    for (const row of rows.slice(start, start + runLength).toSorted(compare)) sorted.push(row);
    yield;
  }
  for (let length = runLength; length < rows.length; length *= 2) sorted = yield* mergeRuns(sorted, length, compare);
  return sorted;
}

/** Merges neighbouring runs of a length, two by two. */
function* mergeRuns<Row>(
  rows: readonly Row[],
  length: number,
  compare: (a: Row, b: Row) => number,
): Generator<undefined, Row[], undefined> {
  const merged: Row[] = [];
  for (let start = 0; start < rows.length; start += 2 * length) {
    const middle = Math.min(start + length, rows.length);
    const end = Math.min(start + 2 * length, rows.length);
    for (let left = start, right = middle; left < middle || right < end; ) {
      const isLeft = right === end || (left < middle && compare(rows[left]!, rows[right]!) <= 0);
      merged.push(isLeft ? rows[left++]! : rows[right++]!);
      if (merged.length % rowsPerStep === 0) yield;
    }
  }
  return merged;
}
