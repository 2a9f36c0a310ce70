import { findRecords } from '../report/record.ts';
import type { ReportLine } from './backup-line.ts';
import type { Connection } from './connection.ts';
import { parseKey } from '../redis/layout/key.ts';
import { scan } from './scan.ts';

/** What became of the counts: how many hours and days there are, and the keys of the hours and days that cannot be read. */
interface Found {
  reportTimes: number;
  readonly leftOut: string[];
}

/** Hours, and days, that may still be added to while they are read: the present one and the one before it. */
const mostOpen = 2;

/**
 * What the live report has counted, a line for each hour, day and phase of an experiment of a ym-profile. The hours and days that are still
 * added to are read in one command, so that they are of one moment; the others no longer change. Counts that cannot be read
 * are left out and named in `found`.
 */
export async function* reportLines(connection: Connection, found: Found): AsyncGenerator<ReportLine> {
  for (const { hour, day, experiment } of (await listTimes(connection)).values()) {
    const open = [...newest(hour), ...newest(day)];
    const ended = [...hour, ...day, ...experiment].filter((key) => !open.includes(key));
    for (const keys of [open, ...ended.map((key) => [key])]) yield* linesOf(connection, keys, found);
  }
}

const newest = (keys: readonly string[]) => keys.toSorted().slice(-mostOpen);

/** The keys of hours, of days and of phases of experiments, by ym-profile. */
async function listTimes(connection: Connection) {
  const found = new Map<string, Record<'hour' | 'day' | 'experiment', string[]>>();
  for await (const names of scan(connection, 'at:{p*}:member:*:report:*')) {
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

async function* linesOf(connection: Connection, keys: readonly string[], found: Found): AsyncGenerator<ReportLine> {
  const values = await connection.readBytes(keys);
  for (const [at, bytes] of values.entries()) {
    const key = keys[at]!;
    const expiresMs = Number(await connection.run('PEXPIRETIME', key));
    // It has expired since it was listed.
    if (expiresMs === -2) continue;
    if (bytes === null || expiresMs < 0 || findCountsProblem(bytes) !== null) {
      found.leftOut.push(key);
      continue;
    }
    found.reportTimes += 1;
    yield { kind: 'report', key, expires_ms: expiresMs, counts: bytes.toString('base64') };
  }
}

/** Why bytes are no records of counts; null: they are. */
export function findCountsProblem(bytes: Buffer): string | null {
  try {
    findRecords(bytes);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
