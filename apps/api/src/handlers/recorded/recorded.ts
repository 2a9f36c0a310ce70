import { type FileHandle, open } from 'node:fs/promises';
import type { CallContext, Handlers, RecordedContent, RecordedHour } from '@auction-tiers/contract';
import {
  findSegments,
  type FrameTotal,
  readFrames,
  readFrameTotal,
  recordedFolder,
  type Segment,
} from '@auction-tiers/store/recorded';
import type { Deps } from '../request/deps.ts';
import { sellerOf } from '../request/condition.ts';
import { notFound } from '../request/refusal.ts';

/** Whose recorded auctions are asked for. */
interface Asked {
  readonly ym_profile_id: number;
  readonly member_id?: number | undefined;
}

/** What was recorded on this host, as files. */
export function recordedHandlers(deps: Pick<Deps, 'mirror' | 'follower' | 'simulations'>): Handlers['recorded'] {
  async function segmentsOf(call: CallContext, asked: Asked, fromMs = -Infinity, beforeMs = Infinity) {
    const folder = await requireFolder(deps, call, asked);
    return findSegments(folder, fromMs, beforeMs);
  }

  return {
    async list(call, asked) {
      const hours = new Map<number, FrameTotal[]>();
      for (const segment of await segmentsOf(call, asked)) {
        const total = await withFile(segment, (file, size) => readFrameTotal(file, size));
        if (total === undefined || total.lines === 0) continue;
        const totals = hours.get(segment.startMs);
        if (totals === undefined) hours.set(segment.startMs, [total]);
        else totals.push(total);
      }
      const items = Array.from(hours, ([startMs, totals]) => toHour(startMs, totals));
      return { count: items.length, items };
    },
    async content(call, { from, to, hours, after, part_bytes: partBytes, ...asked }): Promise<RecordedContent> {
      const chosen = hours && new Set(hours.map((hour) => Date.parse(hour)));
      const segments = await segmentsOf(call, asked, Date.parse(from), Date.parse(to));
      return readContent(
        segments.filter(({ startMs }) => chosen?.has(startMs) ?? true),
        after,
        partBytes,
      );
    },
  };
}

/** The folder of a ym-profile that the caller has; throws `not_found` where it has none of this id. */
export async function requireFolder(
  { mirror, follower, simulations }: Pick<Deps, 'mirror' | 'follower' | 'simulations'>,
  call: CallContext,
  { ym_profile_id: id, member_id: asked }: Asked,
): Promise<string> {
  const owner = sellerOf(call, asked);
  await follower.fresh(owner);
  if (mirror.row('ym-profile', owner, id) === undefined) throw notFound('ym-profile', id, 'ym_profile_id');
  return recordedFolder(simulations.dataDir, owner, id);
}

/** What `use` gives of a segment and its size; undefined where it was removed meanwhile. */
async function withFile<T>({ path }: Segment, use: (file: FileHandle, size: number) => Promise<T>) {
  let file: FileHandle;
  try {
    file = await open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return await use(file, (await file.stat()).size);
  } finally {
    await file.close();
  }
}

/**
 * The next frames of segments, behind those that were given before: at least `partBytes` unless they are the last, and at
 * most twice as many, unless one frame has more.
 */
async function readContent(
  segments: readonly Segment[],
  after: string | undefined,
  partBytes: number,
): Promise<RecordedContent> {
  const [afterName = '', afterByte = '0'] = after?.split(':') ?? [];
  const parts: Buffer[] = [];
  let byteCount = 0;
  let next: string | null = null;
  for (const segment of segments) {
    if (segment.name < afterName) continue;
    let start = segment.name === afterName ? Number(afterByte) : 0;
    while (byteCount < partBytes) {
      const part = await withFile(segment, (file, size) => readPart(file, start, size, partBytes));
      if (part === undefined || part.length === 0) break;
      parts.push(part);
      byteCount += part.length;
      start += part.length;
      next = `${segment.name}:${start}`;
    }
    if (byteCount >= partBytes) break;
  }
  return { content: Buffer.concat(parts).toString('base64'), next: byteCount < partBytes ? null : next };
}

/** Whole frames from a byte on: as many as a part may have, or one; empty where there is none. */
async function readPart(file: FileHandle, start: number, size: number, partBytes: number): Promise<Buffer> {
  const most = await readAt(file, start, Math.min(partBytes, size - start));
  const found = readFrames(most, start);
  if (found.byteCount > 0) return most.subarray(0, found.byteCount);
  if (found.neededBytes <= most.length || start + found.neededBytes > size) return Buffer.alloc(0);
  return readAt(file, start, found.neededBytes);
}

async function readAt(file: FileHandle, start: number, length: number): Promise<Buffer> {
  if (length <= 0) return Buffer.alloc(0);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
}

/** The share may have changed in the hour, and between processes: that of the hour is of all its auctions. */
function toHour(startMs: number, totals: readonly FrameTotal[]): RecordedHour {
  const auctions = totals.reduce((sum, { lines }) => sum + lines, 0);
  const decided = totals.reduce((sum, { lines, share }) => sum + lines / share, 0);
  const least_share = Math.min(...totals.map(({ share }) => share));
  const share = Number((auctions / decided).toFixed(6));
  return { hour: new Date(startMs).toISOString(), auctions, share, least_share };
}
