import type { HourFigure } from '@auction-tiers/chart';
import { addDays, type Day, dayOf, shortDayText, startOfDay } from '../../../figure/date.ts';
import { earnedText } from '../../../figure/money.ts';
import { clockHourOf, type HourSums, hourStarts } from './same-hours.ts';

const hourMs = 3_600_000;

interface Asked {
  readonly from: Day;
  readonly to: Day;
  readonly timeZone: string;
  readonly currency: string;
  readonly hours: readonly HourSums[];
  /** The end of the counted time. An hour that is not over is a gap in the line, which would seem to fall. */
  readonly completeMs: number;
}

/** An hour of the chosen days and the same hour a week before, as earned; null: no auction, or not over. */
export interface NetHour extends HourFigure {
  readonly soFar: boolean;
}

/** Net by hour, with the same clock hour a week before; an hour that the clock shows twice has the sum of both. */
export function hourFigures({ from, to, timeZone, currency, hours, completeMs }: Asked): NetHour[] {
  const nets = new Map(hours.map(({ startsAtMs, sums: { net } }) => [startsAtMs, net]));
  const byClock = new Map<string, number>();
  for (const { startsAtMs, sums } of hours) {
    const clock = clockName(startsAtMs, timeZone);
    byClock.set(clock, (byClock.get(clock) ?? 0) + sums.net);
  }
  const figures: NetHour[] = [];
  const endMs = startOfDay(addDays(to, 1), timeZone);
  for (const startsAtMs of hourStarts(startOfDay(from, timeZone), endMs, timeZone)) {
    const day = dayOf(startsAtMs, timeZone);
    const weekBefore = addDays(day, -7);
    const time = timeOf(startsAtMs, timeZone);
    const soFar = startsAtMs < completeMs && startsAtMs + hourMs > completeMs;
    const net = nets.get(startsAtMs) ?? null;
    const earlier = byClock.get(`${weekBefore} ${time}`) ?? null;
    figures.push({
      startsAtMs,
      day: shortDayText(day),
      time,
      value: soFar ? null : net,
      earlier,
      soFar,
      title: titleOf({
        day: shortDayText(day),
        time,
        net,
        earlier,
        soFar,
        weekBefore: shortDayText(weekBefore),
        currency,
      }),
    });
  }
  return figures;
}

const timeOf = (ms: number, timeZone: string): string => `${String(clockHourOf(ms, timeZone)).padStart(2, '0')}:00`;
const clockName = (ms: number, timeZone: string): string => `${dayOf(ms, timeZone)} ${timeOf(ms, timeZone)}`;

interface Titled {
  readonly day: string;
  readonly time: string;
  readonly net: number | null;
  readonly earlier: number | null;
  readonly soFar: boolean;
  readonly weekBefore: string;
  readonly currency: string;
}

function titleOf({ day, time, net, earlier, soFar, weekBefore, currency }: Titled): string {
  const now = net === null ? 'no auctions' : `${earnedText(net)} ${currency}${soFar ? ' so far' : ''}`;
  return `${day} ${time}: ${now}${earlier === null ? '' : `\n${weekBefore} ${time}: ${earnedText(earlier)} ${currency}`}`;
}
