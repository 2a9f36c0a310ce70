import type { ScaleLinear } from 'd3-scale';
import type { Html } from '../markup/html.ts';
import { html } from '../markup/html.ts';
import type { Label } from './axis.ts';
import { isApart, isWithin, keepApart, labelsHtml } from './axis.ts';

/** An hour with its names in the time zone of the reader. */
export interface NamedHour {
  readonly startsAtMs: number;
  /** `16 Nov` */
  readonly day: string;
  /** `08:00` */
  readonly time: string;
}

export const hourMs = 3_600_000;
/** The height below the plot: times of the day, and dates below them. */
export const hourAxisPx = 42;
/** Intervals of the time labels, in hours: the first one at which all labels fit is used. */
const strides = [1, 2, 3, 6, 12];
const [timesPx, datesPx] = [18, 36];

/** Hours below a plot, with a line where each day begins and the dates named. `x` is from milliseconds to pixels. */
export function hourAxisHtml(hours: readonly NamedHour[], x: ScaleLinear<number, number>, bottomPx: number): Html {
  const [leftPx = 0, rightPx = 0] = x.range();
  const days = daysOf(hours);
  const begins = days.map(([first]) => x(first!.startsAtMs));
  const dates = days.map((day, at): Label => {
    const [from, to] = [begins[at]!, x(day.at(-1)!.startsAtMs + hourMs)];
    return { x: (from + to) / 2, text: day[0]!.day };
  });
  return html`${begins.map((at) => html`<line class="grid" x1="${at}" x2="${at}" y1="${bottomPx}" y2="${bottomPx + hourAxisPx}"/>`)}
<line class="zero" x1="${leftPx}" x2="${rightPx}" y1="${bottomPx}" y2="${bottomPx}"/>
${labelsHtml(timesOf(days, x, rightPx), bottomPx + timesPx)}${labelsHtml(keepApart(dates, rightPx), bottomPx + datesPx)}`;
}

function daysOf(hours: readonly NamedHour[]): NamedHour[][] {
  const days: NamedHour[][] = [];
  for (const hour of hours) {
    if (hour.day === days.at(-1)?.[0]?.day) days.at(-1)!.push(hour);
    else days.push([hour]);
  }
  return days;
}

/** Times at equal distances in every day; none if not even noon fits. */
function timesOf(days: readonly (readonly NamedHour[])[], x: ScaleLinear<number, number>, widthPx: number): Label[] {
  for (const stride of strides) {
    const labels = days
      .flat()
      .filter(({ time }) => Number.parseInt(time, 10) % stride === 0)
      .map(({ startsAtMs, time }) => ({ x: x(startsAtMs), text: time }))
      .filter((label) => isWithin(label, widthPx));
    if (labels.every((label, at) => at === 0 || isApart(labels[at - 1]!, label))) return labels;
  }
  return [];
}
