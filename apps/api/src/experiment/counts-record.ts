import { randomBytes } from 'node:crypto';
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { ExperimentCounts, ExperimentCountsData } from '@auction-tiers/experiment';
import { contentOf, encodeDamage, encodeFrame, findFrames, type Frame } from '@auction-tiers/store';

/** Of counts of a second, the usual level takes four times as long and saves an eighth of the bytes. */
const level = constants.Z_BEST_SPEED;

/** Counts of a phase as one record of the store. */
export const toRecord = (data: ExperimentCountsData): Buffer =>
  encodeFrame(deflateRawSync(JSON.stringify(data), { level }), randomBytes(8));

/** A record that cannot be read, as it is kept beside the others, and why. */
export interface DamagedRecord {
  readonly record: Buffer;
  readonly why: string;
}

/** Adds the stored records of a phase to counts. Damaged ones are left out and returned. */
export function addRecords(bytes: Buffer, into: ExperimentCounts): readonly DamagedRecord[] {
  const { frames, damage } = findFrames(bytes);
  const damaged = damage.map(({ start, end, why, isWrapped }): DamagedRecord => {
    const record = bytes.subarray(start, end);
    return { record: isWrapped === true ? Buffer.from(record) : encodeDamage(record, randomBytes(8)), why };
  });
  for (const frame of frames) {
    const data = readContent(bytes, frame);
    if (data !== null) {
      into.merge(data);
      continue;
    }
    const record = encodeDamage(bytes.subarray(frame.start, frame.end), randomBytes(8));
    damaged.push({ record, why: `the counts of the record at byte ${frame.start} cannot be read` });
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
