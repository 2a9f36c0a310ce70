import type { FrameTotal } from './frame.ts';
import { hourMs } from './segment.ts';

/** What is recorded of an hour. */
export interface HourCover {
  /** When the hour begins, milliseconds since the epoch; an hour of UTC. */
  readonly startMs: number;
  /** Auctions that are recorded. */
  readonly auctions: number;
  /** Whether all auctions of the hour that should be recorded are, as far as a sample can show it. */
  readonly isWhole: boolean;
}

/** A segment's hour, and its totals. */
export interface CountedSegment extends FrameTotal {
  readonly startMs: number;
}

/** Lines that an hour may lack, as a share: what a kill loses, and auctions that are decided around the hour's end. */
const tolerance = 0.01;
/** Fewer lines than expected by this many standard deviations come from no sample. */
const mostDeviations = 4;
/** A sample in which this many auctions are expected has none once in a thousand times. */
const leastExpected = 7;

/**
 * What is recorded of each hour that has segments or decided auctions. `decided`: the auctions of each hour, as the
 * report has counted them. An hour that is not over at `nowMs` is not whole.
 */
export function coverOf(
  segments: Iterable<CountedSegment>,
  decided: ReadonlyMap<number, number>,
  nowMs: number,
): ReadonlyMap<number, HourCover> {
  const found = new Map<number, { lines: number; standsFor: number }>();
  let share = 1;
  for (const { startMs, lines, share: own } of segments) {
    if (lines === 0) continue;
    const sum = found.get(startMs) ?? { lines: 0, standsFor: 0 };
    found.set(startMs, { lines: sum.lines + lines, standsFor: sum.standsFor + lines / own });
    share = Math.min(share, own);
  }
  const cover = new Map<number, HourCover>();
  for (const startMs of new Set([...found.keys(), ...decided.keys()])) {
    const { lines, standsFor } = found.get(startMs) ?? { lines: 0, standsFor: 0 };
    const own = lines === 0 ? share : lines / standsFor;
    const expected = (decided.get(startMs) ?? 0) * own;
    const isOver = startMs + hourMs <= nowMs;
    cover.set(startMs, { startMs, auctions: lines, isWhole: isOver && isEnough(lines, expected, own) });
  }
  return cover;
}

function isEnough(lines: number, expected: number, share: number): boolean {
  if (lines === 0) return expected === 0 || (share < 1 && expected < leastExpected);
  return lines >= (1 - tolerance) * expected - mostDeviations * Math.sqrt(expected * (1 - share));
}
