import type { CallContext, Handlers, RecordedContent, RecordedHour } from '@auction-tiers/contract';
import { type FrameTotal, hourMs, readFrames, type RecordedAuctions, type Segment } from '@auction-tiers/recorded';
import type { Deps } from '../request/deps.ts';
import { sellerOf } from '../request/condition.ts';
import { notFound } from '../request/refusal.ts';
import { readCover } from './hour-cover.ts';

/** How long the report keeps hours. */
const keptHoursMs = 35 * 24 * hourMs;

/** The ym-profile whose recorded auctions are asked for. */
interface Asked {
  readonly ym_profile_id: number;
  readonly member_id?: number | undefined;
}

/** A segment with its totals. */
type Counted = Segment & FrameTotal;

/** The handlers that list and read recorded auctions. */
export function recordedHandlers(
  deps: Pick<Deps, 'mirror' | 'follower' | 'recorded' | 'clock' | 'liveReport'>,
): Handlers['recorded'] {
  const { recorded, clock } = deps;
  return {
    async list(call, asked) {
      const hours = new Map<number, Counted[]>();
      const memberId = await requireOwner(deps, call, asked);
      for await (const segment of recorded.segments(memberId, asked.ym_profile_id)) {
        const total = await recorded.totalOf(segment);
        if (total.lines === 0) continue;
        const counted = { ...segment, ...total };
        const others = hours.get(segment.startMs);
        if (others === undefined) hours.set(segment.startMs, [counted]);
        else others.push(counted);
      }
      const nowMs = clock.epochMs();
      // The report keeps no hours of before.
      const fromMs = Math.max(Math.min(nowMs, ...hours.keys()), nowMs - keptHoursMs);
      const subject = { memberId, ymProfileId: asked.ym_profile_id };
      const cover = await readCover(deps, subject, [...hours.values()].flat(), { fromMs, toMs: nowMs });
      const items = Array.from(hours, ([startMs, segments]) =>
        toHour(startMs, segments, nowMs, cover.get(startMs)?.isWhole ?? true),
      );
      return { count: items.length, items };
    },
    async content(call, { from, to, hours, after, part_bytes: partBytes, ...asked }): Promise<RecordedContent> {
      const chosen = hours && new Set(hours.map((hour) => Date.parse(hour)));
      const owner = await requireOwner(deps, call, asked);
      const [fromName = '', byte = '0'] = after?.split(':') ?? [];
      const period = { fromMs: Date.parse(from), beforeMs: Date.parse(to), fromName };
      const parts: Buffer[] = [];
      let byteCount = 0;
      let next: string | null = null;
      for await (const segment of recorded.segments(owner, asked.ym_profile_id, period)) {
        if (chosen?.has(segment.startMs) === false) continue;
        let start = segment.name === fromName ? Number(byte) : 0;
        while (byteCount < partBytes && start < segment.bytes) {
          const part = await readPart(recorded, segment, start, partBytes);
          if (part.length === 0) break;
          parts.push(part);
          byteCount += part.length;
          start += part.length;
          next = `${segment.name}:${start}`;
        }
        if (byteCount >= partBytes) break;
      }
      return { content: Buffer.concat(parts).toString('base64'), next: byteCount < partBytes ? null : next };
    },
  };
}

/** The owner of the ym-profile; throws `not_found` where it has none of this id. */
async function requireOwner(
  { mirror, follower }: Pick<Deps, 'mirror' | 'follower'>,
  call: CallContext,
  { ym_profile_id: id, member_id: asked }: Asked,
): Promise<number> {
  const owner = sellerOf(call, asked);
  await follower.fresh(owner);
  if (mirror.row('ym-profile', owner, id) === undefined) throw notFound('ym-profile', id, 'ym_profile_id');
  return owner;
}

/** Whole frames from a byte on: as many as fit a part, or else one; empty where there is none. */
async function readPart(
  recorded: RecordedAuctions,
  segment: Segment,
  start: number,
  partBytes: number,
): Promise<Buffer> {
  const most = await recorded.read(segment, start, Math.min(start + partBytes, segment.bytes));
  const found = readFrames(most, start);
  if (found.byteCount > 0) return most.subarray(0, found.byteCount);
  if (found.neededBytes <= most.length || start + found.neededBytes > segment.bytes) return Buffer.alloc(0);
  return recorded.read(segment, start, start + found.neededBytes);
}

/** The share may change during the hour and differ between processes: the hour's share is that of all its auctions. */
function toHour(startMs: number, segments: readonly Counted[], nowMs: number, is_whole: boolean): RecordedHour {
  const auctions = segments.reduce((sum, { lines }) => sum + lines, 0);
  const decided = segments.reduce((sum, { lines, share }) => sum + lines / share, 0);
  const least_share = Math.min(...segments.map(({ share }) => share));
  const share = Number((auctions / decided).toFixed(6));
  const hour = { hour: new Date(startMs).toISOString(), auctions, share, least_share, is_whole };
  return nowMs < startMs + hourMs && segments.some(({ seal }) => seal !== null)
    ? { ...hour, sealed_until: sealedUntil(segments) }
    : hour;
}

/** The time up to which the auctions of each process are sealed. */
function sealedUntil(segments: readonly Counted[]): Record<string, string> {
  const until = new Map<string, number>();
  for (const { writer, seal } of segments) {
    if (seal !== null) until.set(writer, Math.max(until.get(writer) ?? 0, seal.untilMs));
  }
  return Object.fromEntries(Array.from(until, ([writer, untilMs]) => [writer, new Date(untilMs).toISOString()]));
}
