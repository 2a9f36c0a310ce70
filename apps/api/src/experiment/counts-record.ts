import { randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ExperimentCounts, type ExperimentCountsData } from '@auction-tiers/experiment';
import { contentOf, encodeFrame, findRecords } from '@auction-tiers/store';

/** Counts of a phase as one record of the store. */
export const toRecord = (data: ExperimentCountsData): Buffer =>
  encodeFrame(deflateRawSync(JSON.stringify(data)), randomBytes(8));

/** Adds the stored records of a phase to counts. */
export function addRecords(bytes: Buffer, into: ExperimentCounts): void {
  for (const place of findRecords(bytes)) {
    into.merge(JSON.parse(inflateRawSync(contentOf(bytes, place)).toString()) as ExperimentCountsData);
  }
}

/** The sum of the records of a phase as one. */
export function mergeRecords(bytes: Buffer): Buffer {
  const counts = new ExperimentCounts();
  addRecords(bytes, counts);
  return toRecord(counts.toData());
}
