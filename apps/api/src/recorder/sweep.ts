import { readdirSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { hourMs, readSegmentName } from '@auction-tiers/store/recorded';

/** How much is kept. */
export interface Bounds {
  /** 0: any age. */
  readonly days: number;
  /** 0: any size. */
  readonly bytes: number;
}

/** What a sweep found and did. */
export interface Swept {
  readonly removedFiles: number;
  readonly removedBytes: number;
  readonly keptBytes: number;
  /** What could not be done; empty: all was. */
  readonly problems: readonly string[];
}

interface Found {
  readonly path: string;
  readonly startMs: number;
  readonly bytes: number;
  readonly changedMs: number;
}

const dayMs = 24 * hourMs;
/** A file that was appended to this recently may be again. */
const restMs = 60_000;
const idPattern = /^[1-9]\d*$/;

/**
 * Removes recorded auctions that are too old, and then the oldest while there are too many bytes, over all members of a
 * data folder. Leaves alone what was written within the last minute, and every other file. Waits for the disk.
 */
export function sweep(dataDir: string, { days, bytes }: Bounds, nowMs: number): Swept {
  const problems: string[] = [];
  const found = [...findAll(join(dataDir, 'logs'), problems)].toSorted(
    (one, other) => one.startMs - other.startMs || one.changedMs - other.changedMs,
  );
  let keptBytes = found.reduce((sum, file) => sum + file.bytes, 0);
  let [removedFiles, removedBytes] = [0, 0];
  for (const file of found) {
    const isOld = days > 0 && file.startMs + hourMs <= nowMs - days * dayMs;
    if (!isOld && (bytes === 0 || keptBytes <= bytes)) continue;
    if (file.changedMs > nowMs - restMs) continue;
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

function* findAll(logs: string, problems: string[]): Generator<Found> {
  for (const member of idsIn(logs, problems)) {
    const folder = join(logs, member);
    for (const ymProfile of idsIn(folder, problems)) yield* findIn(join(folder, ymProfile), problems);
  }
}

const idsIn = (folder: string, problems: string[]): string[] =>
  list(folder, problems).filter((name) => idPattern.test(name));

function* findIn(folder: string, problems: string[]): Generator<Found> {
  for (const name of list(folder, problems)) {
    const startMs = readSegmentName(name);
    if (startMs === undefined) continue;
    const path = join(folder, name);
    const { size, mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { size: -1, mtimeMs: 0 };
    if (size >= 0) yield { path, startMs, bytes: size, changedMs: mtimeMs };
  }
}

/** The names in a folder; none where it is no folder. */
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
