import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { hourMs, packFrame, recordedFolder, type SegmentName, segmentName, startOfHour } from '@auction-tiers/recorded';
import { forEachLine, type LineOwner } from './line-buffer.ts';

/** A larger file is followed by another one, so that the oldest part of an hour can be removed during the hour. */
const mostFileBytes = 32 * 1024 * 1024;
const [fileMode, folderMode] = [0o600, 0o700];

/** The result of writing a buffer's lines. */
export interface Written {
  /** Lines that were not written. */
  readonly dropped: number;
  /** Why not; null: all were written. */
  readonly problem: string | null;
}

/** Lines of one ym-profile, hour and share; `places` has the start and the end of each in the buffer. */
interface Group extends Omit<LineOwner, 'timeMs'> {
  readonly startMs: number;
  readonly places: number[];
  byteCount: number;
}

/** The file that a group is appended to. */
interface OpenSegment {
  readonly startMs: number;
  /** The share of the present part's lines: a file has one share, which its end states. */
  share: number;
  part: number;
  lines: number;
  bytes: number;
  /** When the present part was begun, milliseconds since the epoch. */
  sinceMs: number;
}

/**
 * Writes recorded auctions into their files, one frame per file and call. It waits for the disk, so it runs in a thread of
 * its own. A file is open only while it is appended to, however many ym-profiles there are.
 */
export class SegmentWriter {
  readonly #dataDir: string;
  readonly #mostBytes: number;
  readonly writer: string;
  readonly #segments = new Map<string, OpenSegment>();

  /** `writer`: eight hexadecimal digits, unique to this process among all that have used the data folder. */
  constructor(dataDir: string, mostBytes = mostFileBytes, writer: string = randomBytes(4).toString('hex')) {
    this.#dataDir = dataDir;
    this.#mostBytes = mostBytes;
    this.writer = writer;
  }

  /** Writes the lines of a buffer. Never throws: what cannot be written is counted. */
  write(memory: ArrayBuffer, byteCount: number): Written {
    let dropped = 0;
    let problem: string | null = null;
    for (const group of toGroups(memory, byteCount)) {
      const lines = group.places.length / 2;
      const key = `${group.memberId}/${group.ymProfileId}/${group.startMs}`;
      try {
        this.#append(key, group, contentOf(memory, group), lines);
      } catch (error) {
        dropped += lines;
        // The folder was removed: the next lines create it again.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') this.#segments.delete(key);
        problem = error instanceof Error ? error.message : String(error);
      }
    }
    return { dropped, problem };
  }

  /** Ends the part of each hour that is over, and each part that was begun before a time. */
  endParts(beganBeforeMs: number): void {
    const thisHourMs = startOfHour(Date.now());
    for (const segment of this.#segments.values()) {
      if (segment.bytes > 0 && (segment.startMs < thisHourMs || segment.sinceMs <= beganBeforeMs)) this.#next(segment);
    }
  }

  /** Whether lines may still be appended to a part of this writer. */
  isOpen(memberId: string, ymProfileId: string, { startMs, part }: SegmentName): boolean {
    return this.#segments.get(`${memberId}/${ymProfileId}/${startMs}`)?.part === part;
  }

  #append(key: string, { memberId, ymProfileId, startMs, share }: Group, content: Uint8Array, lines: number): void {
    const folder = recordedFolder(this.#dataDir, memberId, ymProfileId);
    const segment = this.#segments.get(key) ?? this.#begin(key, folder, startMs, share);
    if (segment.bytes >= this.#mostBytes || segment.share !== share) this.#next(segment);
    segment.share = share;
    const path = () => join(folder, segmentName(startMs, this.writer, segment.part));
    let file = openSync(path(), 'a', fileMode);
    try {
      const { size } = fstatSync(file);
      // The file was removed, and has just been created again.
      if (size === 0) segment.lines = segment.bytes = 0;
      else if (size !== segment.bytes) {
        closeSync(file);
        this.#next(segment);
        file = openSync(path(), 'a', fileMode);
      }
      const frame = packFrame(content, lines, segment.lines, share);
      this.#writeWhole(file, frame, segment.bytes);
      if (segment.bytes === 0) segment.sinceMs = Date.now();
      segment.lines += lines;
      segment.bytes += frame.length;
    } finally {
      closeSync(file);
    }
  }

  #begin(key: string, folder: string, startMs: number, share: number): OpenSegment {
    mkdirSync(folder, { recursive: true, mode: folderMode });
    for (const [other, { startMs: otherMs }] of this.#segments) {
      if (otherMs < startMs - hourMs) this.#segments.delete(other);
    }
    const segment = { startMs, share, part: 1, lines: 0, bytes: 0, sinceMs: 0 };
    this.#segments.set(key, segment);
    return segment;
  }

  #next(segment: OpenSegment): void {
    segment.part++;
    segment.lines = 0;
    segment.bytes = 0;
  }

  /** Appends a whole frame or nothing: an incomplete frame would hide the frames after it. */
  #writeWhole(file: number, frame: Buffer, sizeBefore: number): void {
    try {
      for (let at = 0; at < frame.length; ) at += writeSync(file, frame, at);
    } catch (error) {
      ftruncateSync(file, sizeBefore);
      throw error;
    }
  }
}

function toGroups(memory: ArrayBuffer, byteCount: number): readonly Group[] {
  const groups: Group[] = [];
  // Most lines are of the same group as the one before.
  let last: Group | undefined;
  const isOf = (group: Group, { memberId, ymProfileId, share }: LineOwner, startMs: number) =>
    group.ymProfileId === ymProfileId &&
    group.startMs === startMs &&
    group.memberId === memberId &&
    group.share === share;
  const byYmProfile = new Map<number, Group[]>();
  forEachLine(memory, byteCount, (owner, start, end) => {
    const { memberId, ymProfileId, timeMs, share } = owner;
    const startMs = startOfHour(timeMs);
    if (last === undefined || !isOf(last, owner, startMs)) {
      const same = byYmProfile.get(ymProfileId) ?? [];
      last = same.find((group) => isOf(group, owner, startMs));
      if (last === undefined) {
        last = { memberId, ymProfileId, startMs, share, places: [], byteCount: 0 };
        groups.push(last);
        byYmProfile.set(ymProfileId, [...same, last]);
      }
    }
    last.places.push(start, end);
    last.byteCount += end - start;
  });
  return groups;
}

/** The lines of a group, consecutively. */
function contentOf(memory: ArrayBuffer, { places, byteCount }: Group): Uint8Array {
  const bytes = new Uint8Array(memory);
  const content = new Uint8Array(byteCount);
  let at = 0;
  for (let index = 0; index < places.length; index += 2) {
    const [start, end] = [places[index]!, places[index + 1]!];
    content.set(bytes.subarray(start, end), at);
    at += end - start;
  }
  return content;
}
