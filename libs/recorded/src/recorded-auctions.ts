import { Unavailable } from '@auction-tiers/contract';
import { FolderPlace } from './folder-place.ts';
import { type FrameTotal, readFrameTotal } from './frame.ts';
import { readFrames } from './line/frame-note.ts';
import { openPlace, type PlaceSettings } from './open-place.ts';
import type { PlacedObject, RecordPlace } from './place.ts';
import { hourName, ownFolder, readSegmentName, type SegmentName, segmentPrefix } from './segment.ts';

/** A segment of a ym-profile, in the place of recorded auctions. */
export interface Segment extends PlacedObject, SegmentName {
  readonly name: string;
}

/** Hours from one time on and before another, milliseconds since the epoch; `fromName`: the first segment's name. */
export interface Hours {
  readonly fromMs?: number;
  readonly beforeMs?: number;
  readonly fromName?: string;
}

/**
 * The recorded auctions of this host alone, or of all hosts that share a place, as far as they are sealed there. Every
 * method rejects with an `Unavailable` while the place does not answer.
 */
export class RecordedAuctions {
  /** Whether other hosts see the same recorded auctions. */
  readonly isShared: boolean;
  readonly #place: RecordPlace;

  /** `shared`: the place that several hosts share; null: this host keeps its own, in its data folder. */
  constructor(dataDir: string, shared: PlaceSettings | null) {
    this.isShared = shared !== null;
    this.#place = shared === null ? new FolderPlace(ownFolder(dataDir)) : openPlace(shared);
  }

  /** The segments of a ym-profile, by hour and name. */
  async *segments(
    memberId: number,
    ymProfileId: number,
    { fromMs, beforeMs = Infinity, fromName = '' }: Hours = {},
  ): AsyncIterable<Segment> {
    const prefix = segmentPrefix(memberId, ymProfileId);
    // Lists begin after a name. A name sorts after its hour, and after itself without its last character.
    const hour = fromMs === undefined ? '' : hourName(fromMs);
    const behind = fromName.slice(0, -1) > hour ? fromName.slice(0, -1) : hour;
    const objects = this.#place.list(prefix, prefix + behind)[Symbol.asyncIterator]();
    for (;;) {
      const { value, done } = await orUnavailable(() => objects.next());
      if (done === true) return;
      const name = value.key.slice(prefix.length);
      const said = readSegmentName(name);
      if (said === undefined || (this.isShared && said.seal === null)) continue;
      if (said.startMs >= beforeMs) return;
      yield { ...value, ...said, name };
    }
  }

  /** Bytes of a segment; none where it was removed meanwhile. */
  async read({ key }: Segment, start: number, end: number): Promise<Buffer> {
    return (await orUnavailable(() => this.#place.read(key, start, end))) ?? Buffer.alloc(0);
  }

  /** Whole frames of a segment from a byte on: as many as fit a part, or else one; empty where there is none. */
  async part(segment: Segment, start: number, partBytes: number): Promise<Buffer> {
    const most = await this.read(segment, start, Math.min(start + partBytes, segment.bytes));
    const found = readFrames(most, start);
    if (found.byteCount > 0) return most.subarray(0, found.byteCount);
    if (found.neededBytes <= most.length || start + found.neededBytes > segment.bytes) return Buffer.alloc(0);
    return this.read(segment, start, start + found.neededBytes);
  }

  /** The totals of a segment; of a segment that may grow, the totals so far. */
  async totalOf(segment: Segment): Promise<FrameTotal> {
    return segment.seal ?? readFrameTotal((start, end) => this.read(segment, start, end), segment.bytes);
  }

  /** Stores a segment of a ym-profile in the place. */
  async put(memberId: number, ymProfileId: number, name: string, content: Uint8Array): Promise<void> {
    await orUnavailable(() => this.#place.put(segmentPrefix(memberId, ymProfileId) + name, content));
  }
}

async function orUnavailable<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw new Unavailable('the place of recorded auctions does not answer', { cause: error });
  }
}
