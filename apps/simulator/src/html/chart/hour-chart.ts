import { extent } from 'd3-array';
import type { ScaleBand, ScaleLinear } from 'd3-scale';
import { scaleBand } from 'd3-scale';
import { line } from 'd3-shape';
import { dayText, momentText, timeText } from '../date-text.ts';
import { compactMoney, moneyFormat } from '../figure.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import type { Label } from './axis.ts';
import { axisWidthPx, gridHtml, labelsHtml, spaceOut } from './axis.ts';
import type { Drawing } from './chart.ts';
import { createScale } from './scale.ts';

/** Net revenue of one hour both ways, in exact units of USD. */
export interface HourRevenue {
  /** ISO 8601. */
  readonly startsAt: string;
  readonly before: string;
  readonly after: string;
  readonly difference: string;
}

const [topPx, levelsPx, betweenPx, differencesPx, belowPx] = [10, 190, 34, 100, 28];
const mostDots = 48;
/** With more hours they are named by their days. */
const mostNamedHours = 36;
const widestBandPx = 64;

/** Above the levels of both, below what lies between them, where a small difference shows as well. */
export function drawHours(hours: readonly HourRevenue[], widthPx: number): Drawing {
  const levels = createScale(
    hours.flatMap(({ before, after }) => [Number(before), Number(after)]),
    [topPx + levelsPx, topPx],
  );
  const bottomPx = topPx + levelsPx + betweenPx + differencesPx;
  const differences = createScale(
    hours.map(({ difference }) => Number(difference)),
    [bottomPx, bottomPx - differencesPx],
  );
  const leftPx = Math.max(axisWidthPx(levels, compactMoney), axisWidthPx(differences, compactMoney));
  const bands = scaleBand<number>()
    .domain(hours.keys())
    .range([leftPx, Math.min(widthPx, leftPx + hours.length * widestBandPx)])
    .paddingInner(0.2)
    .paddingOuter(0.1);
  const across = [leftPx, widthPx] as const;
  const body = html`${gridHtml(levels, compactMoney, across)}${gridHtml(differences, compactMoney, across)}
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

/** Hours by their time; where they are many, days where they begin. */
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
