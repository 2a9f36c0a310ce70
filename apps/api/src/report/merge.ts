import { randomBytes } from 'node:crypto';
import {
  addRecord,
  type Damage,
  encodeDamage,
  encodeRecord,
  findRecords,
  type Frame,
  hasUnknown,
  presentVersion,
} from '@auction-tiers/store';
import { type Grouping, mostPairs, ReportCounts } from '@auction-tiers/tally';

/** The sum of records of one piece, with at most as many pairs as a report may have. */
function merge(bytes: Buffer, records: readonly Frame[]): ReportCounts {
  const counts = new ReportCounts();
  for (const record of records) addRecord(bytes, record, counts);
  counts.bound();
  return counts;
}

/** Whether a record of a piece is wanted. */
export type IsWanted = (piece: number) => boolean;

/**
 * Adds the records of an hour or day, if it has any, to counts that are grouped by less than tier and buyer; gives what is
 * damaged and was left out. Pairs and values beyond those that a report may have are left out first: the sum must not depend on how
 * far the records are compacted.
 */
export function addGrouped(
  bytes: Buffer,
  into: () => ReportCounts,
  by: Grouping,
  isWanted: IsWanted = () => true,
): readonly Damage[] {
  const { records, damage } = findRecords(bytes);
  const wanted = records.filter(({ piece }) => isWanted(piece));
  for (const some of Map.groupBy(wanted, ({ piece }) => piece).values()) {
    const pairCount = some.reduce((sum, one) => sum + one.pairCount, 0);
    if (some.length > 1 && (pairCount > mostPairs || by.breakdowns !== undefined)) into().add(merge(bytes, some), by);
    else for (const record of some) addRecord(bytes, record, into(), by);
  }
  return damage;
}

/**
 * The records of an hour or day as one for each piece, in the present form; null: they are already. Damaged ones, which
 * are also named, and those with counts that this version does not know stay as they are.
 */
export function compactRecords(bytes: Buffer): {
  readonly record: Buffer | null;
  readonly damage: readonly Damage[];
} {
  const { records, damage } = findRecords(bytes);
  const kept = records.filter((record) => hasUnknown(bytes, record));
  const merged = Map.groupBy(
    records.filter((record) => !kept.includes(record)),
    ({ piece }) => piece,
  );
  const written = [...merged].map(([piece, some]) => encodeRecord(merge(bytes, some), randomBytes(8), piece));
  const rest = kept.map(({ start, end }) => bytes.subarray(start, end));
  const wrapped = damage.map(({ start, end, isWrapped }) => {
    const damaged = bytes.subarray(start, end);
    return isWrapped ? damaged : encodeDamage(damaged, randomBytes(8));
  });
  const isCompact =
    [...merged.values()].every(([first, ...more]) => first!.version === presentVersion && more.length === 0) &&
    damage.every(({ isWrapped }) => isWrapped);
  return { record: isCompact ? null : Buffer.concat([...written, ...rest, ...wrapped]), damage };
}
