import { findFrames } from '../report/frame.ts';
import { findRecords } from '../report/record.ts';
import type { Connection } from './connection.ts';
import type { PartitionKey } from '../redis/layout/key.ts';

/** The keys of a partition whose counts have damaged records, each with what is wrong with the first. */
export async function findDamagedCounts(
  connection: Connection,
  keys: ReadonlyMap<string, PartitionKey>,
): Promise<string[]> {
  const damaged: string[] = [];
  for (const [name, key] of keys) {
    if (key.kind !== 'report') continue;
    const [bytes] = await connection.readBytes([name]);
    if (!bytes) continue;
    const { damage } = key.time === 'experiment' ? findFrames(bytes) : findRecords(bytes);
    if (damage[0] !== undefined) damaged.push(`${name} (${damage[0].why})`);
  }
  return damaged;
}
