import { addDays, type Day, dayOfNumber, isDay, numberOfDay, type ZoneCalendar } from '@auction-tiers/calendar';
import { dateText, invalid, mostMovementDays, type MovementInput } from '@auction-tiers/contract';

const [hourMs, dayMs] = [3_600_000, 86_400_000];
const hoursOfDay = 24;
const hoursOfWeek = 7 * hoursOfDay;

export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** Where a period begins or ends. */
interface Edge {
  readonly ms: number;
  /** What the zone's clock shows, in hours since 1970 as if each day had 24. */
  readonly clock: number;
}

/**
 * The two periods of a movement: as many whole local days, or as many hours. By default the earlier one is whole weeks
 * before, by the clock of the zone. Throws `invalid` for periods that are not comparable.
 */
export function resolvePeriods(
  { from, to, against_from: againstFrom, against_to: againstTo }: MovementInput,
  zone: ZoneCalendar,
  nowMs: number,
): { readonly from: Span; readonly against: Span } {
  const { startOf, endOf, edgeAt, endAt } = edgesIn(zone);
  const first = from ?? firstBefore(to) ?? addDays(zone.dayAt(nowMs), -1);
  const start = startOf('from', first);
  const asked = to === undefined && !isDay(first) ? endAt(start.ms + dayMs) : endOf('to', to ?? first);
  // A period that has not ended counts up to its last whole hour.
  const presentMs = zone.hourAt(nowMs).startMs;
  const end = asked.ms > presentMs ? endAt(presentMs) : asked;
  const [length, lengthMs] = [end.clock - start.clock, end.ms - start.ms];
  if (lengthMs <= 0 || length > mostMovementDays * hoursOfDay) {
    const message = `is ${dateText(end.ms)}, allowed: whole hours that are over, after from (${dateText(start.ms)}), by at most ${mostMovementDays} days`;
    throw invalid([{ path: 'to', message }]);
  }

  // From midnight on, hours are counted by the clock: a day has 24, whatever its length. Others are as long in both periods.
  const isByClock = isMidnight(start);
  const apart = Math.ceil(length / hoursOfWeek) * hoursOfWeek;
  const given = againstTo === undefined ? undefined : endOf('against_to', againstTo);
  const before = ({ clock, ms }: Edge) => (isByClock ? edgeAt(clock - length) : { ms: ms - lengthMs, clock });
  const earlier =
    againstFrom !== undefined
      ? startOf('against_from', againstFrom)
      : given === undefined
        ? edgeAt(start.clock - apart)
        : before(given);
  const earlierEnd =
    given ?? (isByClock && isMidnight(earlier) ? edgeAt(earlier.clock + length) : endAt(earlier.ms + lengthMs));
  const earlierMs = earlierEnd.ms - earlier.ms;
  const isAsMany = isByClock && isMidnight(earlier) && earlierEnd.clock - earlier.clock === length;
  if (earlierMs <= 0 || !(isAsMany || earlierMs === lengthMs)) {
    const hours = (ms: number) => `${ms / hourMs} hours`;
    const message = `makes the earlier period ${hours(earlierMs)} long, allowed: ${hours(lengthMs)} or as many whole days, as the later one`;
    throw invalid([{ path: 'against_to', message }]);
  }
  if (earlier.ms < end.ms && start.ms < earlierEnd.ms) {
    const message = `is ${dateText(earlier.ms)}, allowed: a period that does not overlap the later one`;
    throw invalid([{ path: 'against_from', message }]);
  }
  return {
    from: { startMs: start.ms, endMs: end.ms },
    against: { startMs: earlier.ms, endMs: earlierEnd.ms },
  };
}

const isMidnight = ({ clock }: Edge): boolean => clock % hoursOfDay === 0;

const firstHourOf = (day: Day): number => numberOfDay(day) * hoursOfDay;

/** Edges by the names of days or moments, and by the clock. */
function edgesIn(zone: ZoneCalendar) {
  const startAt = (ms: number): Edge => {
    const { day, hour } = zone.hourAt(ms);
    // The first hour of a day is not the clock's 0 where the clock skips midnight.
    return { ms, clock: firstHourOf(day) + (zone.startOf(day) === ms ? 0 : hour) };
  };
  // By the hour before, since the clock may be put back there.
  const endAt = (ms: number): Edge => {
    const { day, hour } = zone.hourAt(ms - 1);
    return { ms, clock: firstHourOf(day) + hour + 1 };
  };
  const momentOf = (path: string, text: string): number => {
    const ms = Date.parse(`${text.replace(' ', 'T')}Z`);
    if (zone.hourAt(ms).startMs === ms) return ms;
    throw invalid([{ path, message: `is ${text}, allowed: a day, or a moment on the hour` }]);
  };
  return {
    endAt,
    /** The first moment at which the clock shows an hour, or a later one where it skips this. */
    edgeAt: (clock: number): Edge => {
      const day = dayOfNumber(Math.floor(clock / hoursOfDay));
      const hour = clock % hoursOfDay;
      return { clock, ms: hour === 0 ? zone.startOf(day) : (zone.startOfHour(day, hour) ?? zone.endOf(day)) };
    },
    startOf: (path: string, text: string): Edge =>
      isDay(text) ? { ms: zone.startOf(text), clock: firstHourOf(text) } : startAt(momentOf(path, text)),
    endOf: (path: string, text: string): Edge =>
      isDay(text) ? { ms: zone.endOf(text), clock: firstHourOf(addDays(text, 1)) } : endAt(momentOf(path, text)),
  };
}

/** The start where only the end of a period is named: its day, or the 24 hours before. */
const firstBefore = (to: string | undefined): string | undefined =>
  to === undefined || isDay(to) ? to : dateText(Date.parse(`${to.replace(' ', 'T')}Z`) - dayMs);
