import type { ZoneCalendar } from '@auction-tiers/calendar';
import type { MovedAuction } from './moved-auction.ts';

const msPerHour = 3_600_000;

/**
 * A period by the clock of its time zone. An hour of the clock is counted from the beginning of the period; where the
 * clock is put back one hour comes twice, where it is put forward one is missing.
 */
export interface ClockPeriod {
  /** How far the clock has gone since the beginning of the period, milliseconds: the place of a moment in its period. */
  readonly offsetOf: (ms: number) => number;
  /** How long each hour of the clock lasts, milliseconds. */
  readonly hours: ClockHours;
}
export type ClockHours = ReadonlyMap<number, number>;

/** The hour of the clock at a place of a period, from 0. */
export const clockHourOf = (offsetMs: number): number => Math.floor(offsetMs / msPerHour);

/** `startMs` and `endMs`: where an hour of the zone's clock begins. A period that begins with a day begins at its midnight. */
export function clockPeriodOf(
  calendar: ZoneCalendar,
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
): ClockPeriod {
  const clockMs = (ms: number) => ms + calendar.spanAt(ms).offsetMs;
  const first = calendar.dayAt(startMs);
  const fromMs = calendar.startOf(first) === startMs ? Date.parse(`${first}T00:00:00Z`) : clockMs(startMs);
  const offsetOf = (ms: number) => clockMs(ms) - fromMs;
  const hours = new Map<number, number>();
  for (let hour = calendar.hourAt(startMs); hour.startMs < endMs; hour = calendar.hourAt(hour.endMs)) {
    const index = clockHourOf(offsetOf(hour.startMs));
    hours.set(index, (hours.get(index) ?? 0) + hour.endMs - hour.startMs);
  }
  return { offsetOf, hours };
}

/**
 * The auctions of a period as if none of its hours were longer than in the other period, and what is beyond that: half of
 * each auction of an hour that comes twice, all of an hour that the other period lacks.
 */
export function splitByHours(
  auctions: readonly MovedAuction[],
  own: ClockHours | undefined,
  other: ClockHours | undefined,
): { readonly alike: readonly MovedAuction[]; readonly beyond: readonly MovedAuction[] } {
  const parts = new Map<number, number>();
  for (const [hour, lengthMs] of own ?? []) {
    const otherMs = other?.get(hour) ?? 0;
    if (otherMs < lengthMs) parts.set(hour, otherMs / lengthMs);
  }
  if (parts.size === 0) return { alike: auctions, beyond: [] };
  const partOf = ({ offsetMs }: MovedAuction) => parts.get(clockHourOf(offsetMs)) ?? 1;
  const weighted = (weightFor: (part: number) => number) =>
    auctions.flatMap((auction) => {
      const weight = auction.weight * weightFor(partOf(auction));
      return weight > 0 ? [{ ...auction, weight }] : [];
    });
  return { alike: weighted((part) => part), beyond: weighted((part) => 1 - part) };
}
