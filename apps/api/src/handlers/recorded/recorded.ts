import type { Handlers, RecordedContent } from '@auction-tiers/contract';
import { hourMs } from '@auction-tiers/recorded';
import type { Deps } from '../request/deps.ts';
import { readCover } from './hour-cover.ts';
import { requireOwner, segmentsByHour, toHour } from './hours.ts';

/** How long the report keeps hours. */
const keptHoursMs = 35 * 24 * hourMs;

/** The handlers that list and read recorded auctions. */
export function recordedHandlers(
  deps: Pick<Deps, 'mirror' | 'follower' | 'recorded' | 'clock' | 'liveReport'>,
): Omit<Handlers['recorded'], 'ask'> {
  const { recorded, clock } = deps;
  return {
    async list(call, asked) {
      const memberId = await requireOwner(deps, call, asked);
      const hours = await segmentsByHour(recorded, memberId, asked.ym_profile_id);
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
          const part = await recorded.part(segment, start, partBytes);
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
