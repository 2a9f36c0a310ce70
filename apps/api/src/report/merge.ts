import { addRecord, findRecords } from '@auction-tiers/store';
import { type Grouping, mostPairs, ReportCounts } from '@auction-tiers/tally';

/** The sum of the records of an hour or day, with at most as many pairs as a report may have. */
export function merge(records: Buffer): ReportCounts {
  const counts = new ReportCounts();
  for (const place of findRecords(records)) addRecord(records, place, counts);
  counts.bound();
  return counts;
}

/**
 * Adds the records of an hour or day to counts that are grouped by less than tier and buyer. Pairs and values beyond
 * those that a report may have are left out first: the sum must not depend on how far the records are compacted.
 */
export function addGrouped(records: Buffer, into: ReportCounts, by: Grouping): void {
  const places = findRecords(records);
  const pairCount = places.reduce((sum, place) => sum + place.pairCount, 0);
  if (pairCount > mostPairs || by.breakdowns !== undefined) into.add(merge(records), by);
  else for (const place of places) addRecord(records, place, into, by);
}
