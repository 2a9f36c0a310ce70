import { randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ExperimentCounts, type ExperimentCountsData } from '@auction-tiers/experiment';
import { contentOf, encodeDamage, encodeFrame, findFrames, type Frame } from '@auction-tiers/store';

/** Counts of a phase as one record of the store. */
export const toRecord = (data: ExperimentCountsData): Buffer =>
  encodeFrame(deflateRawSync(JSON.stringify(data)), randomBytes(8));

/** Adds the stored records of a phase to counts. Damaged ones are left out and returned. */
export function addRecords(bytes: Buffer, into: ExperimentCounts): readonly Buffer[] {
  const { frames, damage } = findFrames(bytes);
  const damaged = damage.map(({ start, end }) => bytes.subarray(start, end));
  for (const frame of frames) {
    const data = readContent(bytes, frame);
    if (data === null) damaged.push(bytes.subarray(frame.start, frame.end));
    else into.merge(data);
  }
  return damaged;
}

/** Null: it cannot be read. */
function readContent(bytes: Buffer, frame: Frame): ExperimentCountsData | null {
  try {
    return JSON.parse(inflateRawSync(contentOf(bytes, frame)).toString()) as ExperimentCountsData;
  } catch {
    return null;
  }
}

/** The sum of the records of a phase as one, and after it those that are damaged. */
export function mergeRecords(bytes: Buffer): Buffer {
  const counts = new ExperimentCounts();
  const damaged = addRecords(bytes, counts).map((one) => encodeDamage(one, randomBytes(8)));
  return Buffer.concat([toRecord(counts.toData()), ...damaged]);
}
