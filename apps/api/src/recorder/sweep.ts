import { readdirSync, statSync, unlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { addDays, calendarOf } from '@auction-tiers/calendar';
import { hourMs, ownFolder, type PlacedObject, readSegmentName, type RecordPlace } from '@auction-tiers/recorded';

/** How much is kept. */
export interface Bounds {
  /** Whole local days besides today; 0: any age. */
  readonly days: number;
  /** The time zones of members; of any other as many hours are kept as its zone may need. */
  readonly timezones?: Timezones | undefined;
  /** 0: any size. */
  readonly bytes: number;
}

/** Time zones by member. */
export type Timezones = ReadonlyMap<number, string>;

/** What a sweep found and did. */
export interface Swept {
  readonly removedFiles: number;
  readonly removedBytes: number;
  readonly keptBytes: number;
  /** What could not be done; empty: all was. */
  readonly problems: readonly string[];
}

interface Found {
  /** null: of no one member. */
  readonly memberId: number | null;
  readonly path: string;
  readonly startMs: number;
  readonly bytes: number;
  readonly changedMs: number;
}

const dayMs = 24 * hourMs;
/** A file that was appended to within this time may be appended to again. */
const restMs = 60_000;
const idPattern = /^[1-9]\d*$/;
/** A packed file of another name was not made by `simulate pack`, and is left alone. */
const packedDay = /(?:^|\/)(\d{4}-\d{2}-\d{2})\.parquet$/;
const keyPattern = /^[1-9]\d*\/[1-9]\d*\/[^/]+$/;

/**
 * Removes recorded auctions that are too old, and then the oldest while there are too many bytes, over all members of a
 * data folder. Skips files written within the last minute, and all files of other kinds. Waits for the disk.
 */
export function sweep(dataDir: string, bounds: Bounds, nowMs: number): Swept {
  const problems: string[] = [];
  const found = findAll(ownFolder(dataDir), problems).toSorted(
    (one, other) => one.startMs - other.startMs || one.changedMs - other.changedMs,
  );
  let keptBytes = found.reduce((sum, file) => sum + file.bytes, 0);
  let [removedFiles, removedBytes] = [0, 0];
  for (const file of found) {
    if (!isTooMuch(file, keptBytes, bounds, nowMs) || file.changedMs > nowMs - restMs) continue;
    try {
      unlinkSync(file.path);
    } catch (error) {
      problems.push(messageOf(error));
      continue;
    }
    keptBytes -= file.bytes;
    removedBytes += file.bytes;
    removedFiles++;
  }
  return { removedFiles, removedBytes, keptBytes, problems };
}

/**
 * Removes sealed auctions from a shared place, as `sweep` does from a disk, by hours and by packed days. Rejects where the place
 * does not answer.
 */
export async function sweepPlace(place: RecordPlace, bounds: Bounds, nowMs: number): Promise<Swept> {
  const found: (PlacedObject & Pick<Found, 'startMs' | 'memberId'>)[] = [];
  for await (const object of place.list('')) {
    const startMs = placedStartMs(object.key);
    const memberId = packedDay.test(object.key) ? null : Number.parseInt(object.key, 10);
    if (startMs !== undefined) found.push({ ...object, startMs, memberId });
  }
  let keptBytes = found.reduce((sum, { bytes }) => sum + bytes, 0);
  let [removedFiles, removedBytes] = [0, 0];
  for (const object of found.toSorted((one, other) => one.startMs - other.startMs)) {
    if (!isTooMuch(object, keptBytes, bounds, nowMs)) continue;
    await place.remove(object.key);
    keptBytes -= object.bytes;
    removedBytes += object.bytes;
    removedFiles++;
  }
  return { removedFiles, removedBytes, keptBytes, problems: [] };
}

/** When the last hour of an object begins, where it is a sealed segment or a day that `simulate pack` has packed. */
function placedStartMs(key: string): number | undefined {
  const said = keyPattern.test(key) ? readSegmentName(basename(key)) : undefined;
  if (said?.seal) return said.startMs;
  const day = Date.parse(packedDay.exec(key)?.[1] ?? '');
  return Number.isNaN(day) ? undefined : day + dayMs - hourMs;
}

/** Whether a segment is to be removed while `kept` bytes are left. */
function isTooMuch(
  { startMs, memberId }: Pick<Found, 'startMs' | 'memberId'>,
  kept: number,
  { days, bytes, timezones }: Bounds,
  nowMs: number,
): boolean {
  const timezone = memberId === null ? 'UTC' : timezones?.get(memberId);
  return (days > 0 && startMs + hourMs <= keptFromMs(days, timezone, nowMs)) || (bytes > 0 && kept > bytes);
}

/** When the first of the whole local days besides today begins; in an unknown zone, the earliest that it may begin. */
function keptFromMs(days: number, timezone: string | undefined, nowMs: number): number {
  // One of the days may have 25 hours.
  if (timezone === undefined) return nowMs - (days + 1) * dayMs - hourMs;
  const zone = calendarOf(timezone);
  return zone.startOf(addDays(zone.dayAt(nowMs), -days));
}

const findAll = (logs: string, problems: string[]): Found[] =>
  idsIn(logs, problems).flatMap((member) => {
    const folder = join(logs, member);
    return idsIn(folder, problems).flatMap((ymProfile) => findIn(join(folder, ymProfile), Number(member), problems));
  });

const idsIn = (folder: string, problems: string[]): string[] =>
  list(folder, problems).filter((name) => idPattern.test(name));

const findIn = (folder: string, memberId: number, problems: string[]): Found[] =>
  list(folder, problems).flatMap((name) => {
    const startMs = readSegmentName(name)?.startMs;
    if (startMs === undefined) return [];
    const path = join(folder, name);
    const file = statSync(path, { throwIfNoEntry: false });
    return file === undefined ? [] : [{ path, memberId, startMs, bytes: file.size, changedMs: file.mtimeMs }];
  });

/** The names in a folder; none where it does not exist or is a file. */
function list(folder: string, problems: string[]): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') problems.push(messageOf(error));
    return [];
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
