import { join } from 'node:path';

/** The properties of a sealed segment, from its name: it is complete and does not change. */
export interface Seal {
  readonly lines: number;
  /** Share of auctions that was recorded. */
  readonly share: number;
  readonly bytes: number;
  /** All auctions of the process up to this time are in this or an earlier segment, milliseconds since the epoch. */
  readonly untilMs: number;
}

/** A parsed segment name. One segment has the auctions of one ym-profile and hour that one process recorded. */
export interface SegmentName {
  /** When its hour begins, milliseconds since the epoch. */
  readonly startMs: number;
  /** Eight hexadecimal digits, of one process only. */
  readonly writer: string;
  /** From 1; raised when a file is full or sealed. */
  readonly part: number;
  /** Null: the segment may still grow. */
  readonly seal: Seal | null;
}

/** The length of a recorded hour, which is an hour of UTC. */
export const hourMs = 3_600_000;
export const startOfHour = (timeMs: number): number => Math.floor(timeMs / hourMs) * hourMs;

const [ppm, msPerS] = [1_000_000, 1000];

/**
 * `2026-11-21T08.0f3a91c2-1.jsonl.zst`: the hour, the process, and the part. A sealed one also has lines, share in
 * parts per million, bytes, seconds since the epoch: `2026-11-21T08.0f3a91c2-1.1804-10000-393472-1795248900.jsonl.zst`.
 */
const namePattern =
  /^(?<hour>\d{4}-\d{2}-\d{2}T\d{2})\.(?<writer>[0-9a-f]{8})-(?<part>\d+)(?:\.(?<seal>\d+-\d+-\d+-\d+))?\.jsonl\.zst$/;
const hourLength = '2026-11-21T08'.length;

/** The prefix of the names of an hour's segments. */
export const hourName = (startMs: number): string => new Date(startMs).toISOString().slice(0, hourLength);

/** The name of a segment that may grow. `writer`: eight hexadecimal digits, of one process only. */
export function segmentName(startMs: number, writer: string, part: number): string {
  return `${hourName(startMs)}.${writer}-${part}.jsonl.zst`;
}

/** The name of a segment once it is sealed. */
export function sealedName(
  { startMs, writer, part }: Omit<SegmentName, 'seal'>,
  { lines, share, bytes, untilMs }: Seal,
): string {
  const seal = [lines, Math.round(share * ppm), bytes, Math.floor(untilMs / msPerS)].join('-');
  return `${hourName(startMs)}.${writer}-${part}.${seal}.jsonl.zst`;
}

/** Parses the name of a segment; undefined for any other file. */
export function readSegmentName(name: string): SegmentName | undefined {
  const { hour, writer = '', part, seal } = namePattern.exec(name)?.groups ?? {};
  const startMs = hour === undefined ? Number.NaN : Date.parse(`${hour}:00:00Z`);
  if (Number.isNaN(startMs)) return undefined;
  return { startMs, writer, part: Number(part), seal: seal === undefined ? null : readSeal(seal) };
}

function readSeal(text: string): Seal {
  const [lines, share, bytes, until] = text.split('-').map(Number);
  return { lines: lines!, share: share! / ppm, bytes: bytes!, untilMs: until! * msPerS };
}

/** The folder of a host's own recorded auctions. */
export const ownFolder = (dataDir: string): string => join(dataDir, 'logs');

/** The folder with the segments of a ym-profile that this host keeps. */
export function recordedFolder(dataDir: string, memberId: number, ymProfileId: number): string {
  return join(ownFolder(dataDir), String(memberId), String(ymProfileId));
}

/** The prefix of the keys of a ym-profile's segments in a place. */
export const segmentPrefix = (memberId: number, ymProfileId: number): string => `${memberId}/${ymProfileId}/`;
