import type { CallContext, RecordedHour } from '@auction-tiers/contract';
import { type FrameTotal, hourMs, type Hours, type RecordedAuctions, type Segment } from '@auction-tiers/recorded';
import { sellerOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import { notFound } from '../request/refusal.ts';

/** The ym-profile whose recorded auctions are asked for. */
interface Asked {
  readonly ym_profile_id: number;
  readonly member_id?: number | undefined;
}

/** A segment with its totals. */
export type Counted = Segment & FrameTotal;

/** The owner of the ym-profile; throws `not_found` where it has none of this id. */
export async function requireOwner(
  { mirror, follower }: Pick<Deps, 'mirror' | 'follower'>,
  call: CallContext,
  { ym_profile_id: id, member_id: asked }: Asked,
): Promise<number> {
  const owner = sellerOf(call, asked);
  await follower.fresh(owner);
  if (mirror.row('ym-profile', owner, id) === undefined) throw notFound('ym-profile', id, 'ym_profile_id');
  return owner;
}

/** The segments of a ym-profile that have auctions, by the beginning of their hour, in the order of time. */
export async function segmentsByHour(
  recorded: RecordedAuctions,
  memberId: number,
  ymProfileId: number,
  period: Hours = {},
): Promise<ReadonlyMap<number, readonly Counted[]>> {
  const hours = new Map<number, Counted[]>();
  for await (const segment of recorded.segments(memberId, ymProfileId, period)) {
    const total = await recorded.totalOf(segment);
    if (total.lines === 0) continue;
    const counted = { ...segment, ...total };
    const others = hours.get(segment.startMs);
    if (others === undefined) hours.set(segment.startMs, [counted]);
    else others.push(counted);
  }
  return hours;
}

/** The share may change during the hour and differ between processes: the hour's share is that of all its auctions. */
export function toHour(startMs: number, segments: readonly Counted[], nowMs: number, is_whole: boolean): RecordedHour {
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
