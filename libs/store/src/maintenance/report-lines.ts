import { findFrames } from '../report/frame.ts';
import { findRecords } from '../report/record.ts';
import type { ReportLine } from './backup-line.ts';
import type { Connection } from './connection.ts';
import { parseKey, type PartitionKey } from '../redis/layout/key.ts';

/** Results: the number of hours and days, and the keys of those that cannot be read. */
interface Found {
  reportTimes: number;
  readonly leftOut: string[];
}

/** Hours, and days, that may still grow while they are read: the present one and the one before it. */
const mostOpen = 2;

/**
 * The keys of the live report's counts, in groups. Each finished hour, day or experiment phase is a group of its own;
 * those of a ym-profile that still grow are one group, so that one command reads them at one moment.
 */
export async function reportKeys(connection: Connection): Promise<string[][]> {
  return [...(await listTimes(connection)).values()].flatMap(({ hour, day, experiment }) => {
    const open = [...newest(hour), ...newest(day)];
    const ended = [...hour, ...day, ...experiment].filter((key) => !open.includes(key));
    return [open, ...ended.map((key) => [key])];
  });
}

const newest = (keys: readonly string[]) => keys.toSorted().slice(-mostOpen);

/** The keys of hours, of days and of phases of experiments, by ym-profile. */
async function listTimes(connection: Connection) {
  const found = new Map<string, Record<'hour' | 'day' | 'experiment', string[]>>();
  for await (const names of connection.scan('at:{p*}:member:*:report:*')) {
    for (const name of names) {
      const key = parseKey(name)?.key;
      if (key?.kind !== 'report') continue;
      const of = `${key.owner} ${key.ymProfileId}`;
      const times = found.get(of) ?? { hour: [], day: [], experiment: [] };
      found.set(of, times);
      times[key.time].push(name);
    }
  }
  return found;
}

/** A line for each of some keys, read in one command. Unreadable counts are left out and listed in `found`. */
export async function reportLines(
  connection: Connection,
  keys: readonly string[],
  found: Found,
): Promise<ReportLine[]> {
  const lines: ReportLine[] = [];
  const values = await connection.readBytes(keys);
  for (const [at, bytes] of values.entries()) {
    const key = keys[at]!;
    const expiresMs = Number(await connection.run('PEXPIRETIME', key));
    // The key has expired since it was listed.
    if (expiresMs === -2) continue;
    if (bytes === null || expiresMs < 0 || findCountsProblem(bytes) !== null) {
      found.leftOut.push(key);
      continue;
    }
    found.reportTimes += 1;
    lines.push({ kind: 'report', key, expires_ms: expiresMs, counts: bytes.toString('base64') });
  }
  return lines;
}

/** Why bytes have no record of counts that could be read; null: they have one. Damaged ones beside it are kept. */
export function findCountsProblem(bytes: Buffer): string | null {
  const { frames, damage } = findFrames(bytes);
  return frames.length > 0 ? null : (damage[0]?.why ?? 'it is empty');
}

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
