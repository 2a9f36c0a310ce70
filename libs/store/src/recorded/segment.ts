import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** One segment has the auctions of one ym-profile and hour that one process recorded. */
export interface Segment {
  /** The name of its file. */
  readonly name: string;
  readonly path: string;
  /** When its hour begins, milliseconds since the epoch. */
  readonly startMs: number;
}

/** Length of the hours that auctions are recorded by, which are those of UTC. */
export const hourMs = 3_600_000;
export const startOfHour = (timeMs: number): number => Math.floor(timeMs / hourMs) * hourMs;

/** `2026-11-21T08.0f3a91c2-1.jsonl.zst`: the hour, the process, and a number from 1 that grows when a file is full. */
const namePattern = /^(\d{4}-\d{2}-\d{2}T\d{2})\.[0-9a-f]{8}-\d+\.jsonl\.zst$/;
const hourLength = '2026-11-21T08'.length;

/** The name of a segment's file. `writer`: eight hexadecimal digits, of one process only. */
export function segmentName(startMs: number, writer: string, part: number): string {
  return `${new Date(startMs).toISOString().slice(0, hourLength)}.${writer}-${part}.jsonl.zst`;
}

/** When the hour of a segment begins, by the name of its file; undefined for any other file. */
export function readSegmentName(name: string): number | undefined {
  const hour = namePattern.exec(name)?.[1];
  const startMs = hour === undefined ? Number.NaN : Date.parse(`${hour}:00:00Z`);
  return Number.isNaN(startMs) ? undefined : startMs;
}

/** The folder with the segments of a ym-profile. */
export function recordedFolder(dataDir: string, memberId: number, ymProfileId: number): string {
  return join(dataDir, 'logs', String(memberId), String(ymProfileId));
}

/**
 * The segments of a folder whose hour begins from one moment on and before another, by hour and name. None where there is
 * no such folder; throws what reading it throws.
 */
export async function findSegments(folder: string, fromMs: number, beforeMs: number): Promise<Segment[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  const segments = names
    .toSorted((one, other) => (one < other ? -1 : 1))
    .flatMap((name): Segment[] => {
      const startMs = readSegmentName(name);
      const isIn = startMs !== undefined && startMs >= fromMs && startMs < beforeMs;
      return isIn ? [{ name, path: join(folder, name), startMs }] : [];
    });
  return segments;
}
