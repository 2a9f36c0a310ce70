import { extent } from 'd3-array';
import type { ScaleBand, ScaleLinear } from 'd3-scale';
import { scaleBand } from 'd3-scale';
import { line } from 'd3-shape';
import { compactMoney, count, counted, dayText, momentText, moneyFormat, timeText } from '../../figure/page.ts';
import type { Html } from '../kit/html.ts';
import { html } from '../kit/html.ts';
import { leadHtml, noDataHtml } from '../kit/part.ts';
import { tableHtml } from '../kit/table.ts';
import type { Label } from './axis.ts';
import { axisWidthPx, createScale, gridHtml, labelsHtml, spaceOut } from './axis.ts';
import type { Drawing } from './chart.ts';
import { chartHtml, legendHtml } from './chart.ts';

/** Net revenue of an hour, USD. Without `startsAt` it is that of all hours without a row of their own. */
export interface HourOfLog {
  readonly startsAt: string | null;
  readonly before: string;
  readonly after: string;
}

/** The hours of a month: more are too narrow to see. */
const mostHours = 744;
const mostListedHours = 200;

/** Revenue by hour, before and after, as a chart and as a table. */
export function hourSection(
  all: readonly HourOfLog[],
  words: Readonly<Record<'before' | 'after' | 'more' | 'less', string>>,
): Html {
  const known = all.flatMap(({ startsAt, before, after }): HourRevenue[] =>
    startsAt === null ? [] : [{ startsAt, before, after, difference: (Number(after) - Number(before)).toFixed(9) }],
  );
  const hours = known.slice(-mostHours);
  const first = hours.at(0);
  const last = hours.at(-1);
  if (first === undefined || last === undefined) return noDataHtml('The log has no hours with auctions.');
  const worse = hours.filter(({ difference }) => Number(difference) < 0).length;
  const better = hours.filter(({ difference }) => Number(difference) > 0).length;
  const left = all.length - hours.length;
  const levels = moneyFormat(hours.flatMap(({ before, after }) => [before, after]));
  const differences = moneyFormat(hours.map(({ difference }) => difference));
  const span = `${momentText(first.startsAt)} to ${momentText(last.startsAt)}`;
  return html`${leadHtml(
    `${counted(hours.length, 'hour')} with auctions: more revenue in ${count(better)}, less in ${count(worse)}.`,
    left > 0 ? ` Not in the chart: ${counted(left, 'earlier or unknown hour')} of the log.` : null,
  )}
${legendHtml([
  ['gain', words.more],
  ['loss', words.less],
  ['current', words.before],
  ['draft', words.after],
])}
<figure>
${chartHtml({
  id: 'hours',
  title: 'The difference in net revenue by hour, and net revenue below',
  description: `${span}. More in ${counted(better, 'hour')}, less in ${count(worse)}.`,
  draw: (widthPx) => drawHours(hours, widthPx),
})}
<figcaption>Above: the difference in net to the seller in an hour, USD. Below: the net itself, on a scale of its own. Hours without auctions are left out.</figcaption>
</figure>
<details class="figures"><summary>The figures of this chart</summary>
${tableHtml({
  caption: 'Net to the seller by hour',
  rows: hours,
  mostRows: mostListedHours,
  columns: [
    { head: 'Hour', kind: 'text', cell: ({ startsAt }) => momentText(startsAt) },
    { head: words.before, kind: 'figure', cell: ({ before }) => levels.plain(before) },
    { head: words.after, kind: 'figure', cell: ({ after }) => levels.plain(after) },
    { head: 'Difference', kind: 'figure', cell: ({ difference }) => differences.signed(difference) },
  ],
})}
</details>
`;
}

/** Net revenue of one hour, before and after, as exact decimal texts of USD. */
interface HourRevenue {
  /** ISO 8601. */
  readonly startsAt: string;
  readonly before: string;
  readonly after: string;
  readonly difference: string;
}

const [topPx, differencesPx, betweenPx, levelsPx, belowPx] = [10, 210, 30, 100, 28];
const mostDots = 48;
/** With more hours the labels are days. */
const mostNamedHours = 36;
const widestBandPx = 64;

/** The difference as bars above, in the greater part of the height; revenue as two lines below, on a scale of its own. */
function drawHours(hours: readonly HourRevenue[], widthPx: number): Drawing {
  const bottomPx = topPx + differencesPx + betweenPx + levelsPx;
  const levels = createScale(
    hours.flatMap(({ before, after }) => [Number(before), Number(after)]),
    [bottomPx, bottomPx - levelsPx],
  );
  const differences = createScale(
    hours.map(({ difference }) => Number(difference)),
    [topPx + differencesPx, topPx],
  );
  const leftPx = Math.max(axisWidthPx(levels, compactMoney), axisWidthPx(differences, compactMoney));
  const bands = scaleBand<number>()
    .domain(hours.keys())
    .range([leftPx, Math.min(widthPx, leftPx + hours.length * widestBandPx)])
    .paddingInner(0.2)
    .paddingOuter(0.1);
  const across = [leftPx, widthPx] as const;
  const body = html`${gridHtml(differences, compactMoney, across)}${gridHtml(levels, compactMoney, across)}
${differenceBars(hours, bands, differences)}
${levelLine(hours, bands, levels, 'before')}${levelLine(hours, bands, levels, 'after')}
${labelsHtml(spaceOut(labelsOf(hours, bands), widthPx), bottomPx + belowPx - 8)}`;
  return { heightPx: bottomPx + belowPx, body };
}

function levelLine(
  hours: readonly HourRevenue[],
  bands: ScaleBand<number>,
  scale: ScaleLinear<number, number>,
  side: 'before' | 'after',
): Html {
  const tone = side === 'before' ? 'current' : 'draft';
  const points = hours.map((hour, at) => [centreOf(bands, at), scale(Number(hour[side]))] as const);
  const path = line().digits(1)(points.map(([x, y]): [number, number] => [x, y]));
  const dots = points.length > mostDots ? [] : points;
  return html`<path class="level ${tone}" d="${path}"/>
${dots.map(([x, y]) => html`<circle class="mark ${tone}" cx="${x}" cy="${y}" r="2.5"/>`)}
`;
}

function differenceBars(
  hours: readonly HourRevenue[],
  bands: ScaleBand<number>,
  scale: ScaleLinear<number, number>,
): Html {
  const money = moneyFormat(hours.map(({ difference }) => difference));
  const bars = hours.map(({ startsAt, difference }, at) => {
    const [top = 0, bottom = 0] = extent([scale(0), scale(Number(difference))]);
    return html`<rect class="mark ${Number(difference) < 0 ? 'loss' : 'gain'}" x="${bands(at) ?? 0}" y="${top}" width="${bands.bandwidth()}" height="${bottom - top}"><title>${momentText(startsAt)}: ${money.signed(difference)}</title></rect>
`;
  });
  return html`${bars}`;
}

/** A label for each hour; with many hours, one for each day at its first hour. */
function labelsOf(hours: readonly HourRevenue[], bands: ScaleBand<number>): Label[] {
  if (hours.length <= mostNamedHours) {
    const isOneDay = new Set(hours.map(({ startsAt }) => dayText(startsAt))).size === 1;
    return hours.map(({ startsAt }, at) => ({
      x: centreOf(bands, at),
      text: isOneDay ? timeText(startsAt) : `${dayText(startsAt)}, ${timeText(startsAt)}`,
    }));
  }
  return hours.flatMap(({ startsAt }, at) => {
    const text = dayText(startsAt);
    const isFirst = at === 0 || text !== dayText(hours[at - 1]!.startsAt);
    return isFirst ? [{ x: centreOf(bands, at), text }] : [];
  });
}

function centreOf(bands: ScaleBand<number>, at: number): number {
  return (bands(at) ?? 0) + bands.bandwidth() / 2;
}
