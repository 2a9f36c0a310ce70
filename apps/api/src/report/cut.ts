import { calendarOf, type Day, type ZoneCalendar } from '@auction-tiers/calendar';
import { epochMsOf, type Member } from '@auction-tiers/contract';

const [minuteMs, hourMs] = [60_000, 3_600_000];
/** The minutes at which the pieces of a UTC hour begin: no zone's clock shows a full hour at another minute. */
const pieceMinutes = [0, 15, 30] as const;
/** A changed zone is known to every process after this. */
const knownMs = 5 * minuteMs;
/** The time zone of a member that has set none. */
const usualTimezone = 'UTC';

/** A piece of a UTC hour, in which auctions are counted. It is a part of one hour and one day of every zone. */
export interface Piece {
  readonly startMs: number;
  readonly endMs: number;
  /** The name of its UTC hour in the store. */
  readonly hour: string;
  /** Its number in the hour. */
  readonly piece: number;
}

/** The piece that a moment is in. */
export function pieceAt(ms: number): Piece {
  const startOfHour = Math.floor(ms / hourMs) * hourMs;
  const piece = pieceMinutes.findLastIndex((minute) => ms >= startOfHour + minute * minuteMs);
  const [startMs, endMs] = [pieceMinutes[piece]!, pieceMinutes[piece + 1] ?? 60].map(
    (minute) => startOfHour + minute * minuteMs,
  ) as [number, number];
  return { startMs, endMs, hour: new Date(startOfHour).toISOString().slice(0, 13), piece };
}

/** How days are cut from a moment on: by which zone's clock. */
export interface Cut {
  readonly zone: ZoneCalendar;
  readonly fromMs: number;
}

type Zoned = Pick<Member, 'timezone' | 'report_changes'>;

const known = new WeakMap<object, readonly Cut[]>();
const usualCuts: readonly Cut[] = [{ zone: calendarOf(usualTimezone), fromMs: Number.NEGATIVE_INFINITY }];

/**
 * How the days of a member are cut as they are counted, in the order of time; the last one is of its present zone. A
 * change of the zone takes effect with the next midnight of the new one.
 */
export function cutsOf(member: Partial<Zoned> | undefined): readonly Cut[] {
  if (member === undefined) return usualCuts;
  const found = known.get(member) ?? cutsIn(member);
  known.set(member, found);
  return found;
}

function cutsIn({ timezone, report_changes: changes }: Partial<Zoned>): readonly Cut[] {
  const cuts: Cut[] = [];
  let untilMs = Number.NEGATIVE_INFINITY;
  for (const one of [...(changes ?? []), { timezone: timezone ?? usualTimezone, until: null }]) {
    const zone = calendarOf(one.timezone);
    if (cuts.at(-1)?.zone !== zone) {
      const fromMs = cuts.length === 0 ? untilMs : zone.endOf(zone.dayAt(untilMs + knownMs));
      // A zone that was changed again before its first midnight cuts nothing.
      while (cuts.length > 1 && cuts.at(-1)!.fromMs >= fromMs) cuts.pop();
      if (cuts.at(-1)?.zone !== zone) cuts.push({ zone, fromMs });
    }
    untilMs = epochMsOf(one.until ?? '') ?? untilMs;
  }
  return cuts;
}

/** The cut of a moment. */
export const cutAt = (cuts: readonly Cut[], ms: number): Cut => cuts.findLast(({ fromMs }) => fromMs <= ms) ?? cuts[0]!;

/** The name of a counted day in the store. */
export const dayName = (day: Day, { timezone }: Pick<ZoneCalendar, 'timezone'>): string => `${day}@${timezone}`;

/** The name of a day that was cut from pieces after it was counted. */
export const recutName = (day: Day, zone: Pick<ZoneCalendar, 'timezone'>): string => `recut-${dayName(day, zone)}`;

/** The name in the store of the day that a piece is counted in. */
export function dayNameAt(cuts: readonly Cut[], ms: number): string {
  const { zone } = cutAt(cuts, ms);
  return dayName(zone.dayAt(ms), zone);
}
