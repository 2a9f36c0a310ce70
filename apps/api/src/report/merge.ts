import { addRecordInSteps, findRecords, type Grouping, mostPairs, ReportCounts } from '@auction-tiers/store';

/** The sum of the records of an hour or day, in steps, with at most so many pairs as a report has. */
export function* mergeInSteps(records: Buffer): Generator<undefined, ReportCounts, undefined> {
  const counts = new ReportCounts();
  for (const place of findRecords(records)) yield* addRecordInSteps(records, place, counts);
  counts.pairs.bound();
  return counts;
}

/**
 * Adds the records of an hour or day to counts that are grouped by less than tier and buyer, in steps. Where there are more
 * pairs than a report has, those beyond are left out first: the sum must not depend on how far the records are compacted.
 */
export function* addGroupedInSteps(
  records: Buffer,
  into: ReportCounts,
  by: Grouping,
): Generator<undefined, void, undefined> {
  const places = findRecords(records);
  const pairCount = places.reduce((sum, place) => sum + place.pairCount, 0);
  if (pairCount <= mostPairs) {
    for (const place of places) yield* addRecordInSteps(records, place, into, by);
    return;
  }
  const merged = yield* mergeInSteps(records);
  into.add(merged, by);
}
