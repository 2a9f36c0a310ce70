import { addDays, calendarOf, type Day, hourText } from '@auction-tiers/calendar';
import type { HourFigure } from '@auction-tiers/chart';
import type { UsualDay } from '@auction-tiers/contract';
import { clockColumn, msOf, shortDayText } from '../../../figure/date.ts';
import { earnedText, type Range } from '../../../figure/figures.ts';
import type { Sums } from './sums.ts';

/** The sums of an hour. */
export interface HourSums {
  readonly startsAtMs: number;
  readonly sums: Sums;
}

interface Asked {
  readonly from: Day;
  readonly to: Day;
  readonly timeZone: string;
  readonly currency: string;
  readonly hours: readonly HourSums[];
  /** The end of the counted time. An hour that is not over is a gap in the line, which would seem to fall. */
  readonly completeMs: number;
  /** What is usual in hours of these days. */
  readonly usual?: UsualDay['hours'] | undefined;
}

/**
 * An hour of the chosen days and the same hour a week before, as earned. An hour that is over without an auction has 0;
 * null: not over, or before the first auction that is known.
 */
export interface NetHour extends HourFigure {
  readonly soFar: boolean;
  readonly hasAuctions: boolean;
  readonly usual: Range | null;
}

/** Net by hour, with the same clock hour a week before; an hour that the clock shows twice has the sum of both. */
export function hourFigures({ from, to, timeZone, currency, hours, completeMs, usual = [] }: Asked): NetHour[] {
  const ranges = new Map(usual.map(({ hour, figures }) => [msOf(hour), figures.net]));
  const calendar = calendarOf(timeZone);
  const nets = new Map<number, number>();
  const byClock = new Map<string, number>();
  for (const { startsAtMs, sums } of hours) {
    const { startMs, day, hour } = calendar.hourAt(startsAtMs);
    const clock = `${day} ${hourText(hour)}`;
    nets.set(startMs, (nets.get(startMs) ?? 0) + sums.net);
    byClock.set(clock, (byClock.get(clock) ?? 0) + sums.net);
  }
  const firstMs = Math.min(...nets.keys());
  const figures: NetHour[] = [];
  const endMs = calendar.endOf(to);
  for (let next = calendar.hourAt(calendar.startOf(from)); next.startMs < endMs; next = calendar.hourAt(next.endMs)) {
    const { startMs: startsAtMs, day, hour } = next;
    const weekBefore = addDays(day, -7);
    const time = hourText(hour);
    const soFar = startsAtMs < completeMs && next.endMs > completeMs;
    const net = nets.get(startsAtMs) ?? null;
    const earlier = byClock.get(`${weekBefore} ${time}`) ?? null;
    const range = ranges.get(startsAtMs) ?? null;
    const titleOf = (before: string): string => {
      const said = net === null ? 'no auctions' : `${earnedText(net)} ${currency}${soFar ? ' so far' : ''}`;
      const usually = range === null ? '' : `, usual ${earnedText(range.low)} – ${earnedText(range.high)}`;
      const then = earlier === null ? '' : `\n${before} ${time}: ${earnedText(earlier)} ${currency}`;
      return `${shortDayText(day)} ${time}: ${said}${usually}${then}`;
    };
    figures.push({
      startsAtMs,
      day: shortDayText(day),
      time,
      value: soFar ? null : (net ?? (startsAtMs > firstMs && next.endMs <= completeMs ? 0 : null)),
      hasAuctions: net !== null,
      earlier,
      soFar,
      usual: range,
      title: titleOf(shortDayText(weekBefore)),
    });
  }
  return figures;
}

interface OutageAsked extends Pick<Asked, 'timeZone' | 'hours' | 'completeMs'> {
  readonly day: Day;
  readonly usual: UsualDay['hours'];
}

/** The longest run of hours that are over without the auctions that they usually have: `none since 18:00`; null: none. */
export function outageWords({ day, timeZone, hours, completeMs, usual }: OutageAsked): string | null {
  const calendar = calendarOf(timeZone);
  const known = new Set(hours.map(({ startsAtMs }) => calendar.hourAt(startsAtMs).startMs));
  let longest = { fromMs: 0, toMs: 0 };
  let run = longest;
  for (const { hour, figures } of usual) {
    const { startMs, endMs } = calendar.hourAt(msOf(hour));
    if (known.has(startMs) || endMs > completeMs || (figures.auctions?.low ?? 0) <= 0) continue;
    run = { fromMs: run.toMs === startMs ? run.fromMs : startMs, toMs: endMs };
    if (run.toMs - run.fromMs >= longest.toMs - longest.fromMs) longest = run;
  }
  const { fromMs, toMs } = longest;
  if (toMs === 0) return null;
  const isGoingOn = calendar.hourAt(completeMs).startMs === toMs && calendar.dayAt(completeMs) === day;
  const from = clockColumn(fromMs, timeZone);
  return isGoingOn && !known.has(toMs) ? `none since ${from}` : `none from ${from} to ${clockColumn(toMs, timeZone)}`;
}
