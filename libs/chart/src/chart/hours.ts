import { extent } from 'd3-array';
import type { ScaleBand, ScaleLinear } from 'd3-scale';
import { scaleBand } from 'd3-scale';
import { line } from 'd3-shape';
import type { Html } from '../markup/html.ts';
import { html } from '../markup/html.ts';
import type { Drawing } from '../mark/frame.ts';
import type { Label } from '../scale/axis.ts';
import { axisWidthPx, createScale, gridHtml, labelsHtml, spaceOut } from '../scale/axis.ts';

/** A figure of one hour before and after a change. */
export interface HourPair {
  /** `16 Nov` */
  readonly day: string;
  /** `08:00` */
  readonly time: string;
  readonly before: number;
  readonly after: number;
  readonly difference: number;
  /** The tooltip of the difference's bar. */
  readonly title: string;
}

const [topPx, differencesPx, betweenPx, levelsPx, belowPx] = [10, 210, 30, 100, 28];
const mostDots = 48;
/** With more hours, only days are labelled. */
const mostNamedHours = 36;
const widestBandPx = 64;

/**
 * The difference as bars above, in most of the height; the figures before and after as two lines below, with a scale of
 * their own. `word` labels both scales.
 */
export function drawHourPairs(hours: readonly HourPair[], word: (value: number) => string, widthPx: number): Drawing {
  const bottomPx = topPx + differencesPx + betweenPx + levelsPx;
  const levels = createScale(
    hours.flatMap(({ before, after }) => [before, after]),
    [bottomPx, bottomPx - levelsPx],
  );
  const differences = createScale(
    hours.map(({ difference }) => difference),
    [topPx + differencesPx, topPx],
  );
  const leftPx = Math.max(axisWidthPx(levels, word), axisWidthPx(differences, word));
  const bands = scaleBand<number>()
    .domain(hours.keys())
    .range([leftPx, Math.min(widthPx, leftPx + hours.length * widestBandPx)])
    .paddingInner(0.2)
    .paddingOuter(0.1);
  const across = [leftPx, widthPx] as const;
  const body = html`${gridHtml(differences, word, across)}${gridHtml(levels, word, across)}
${differenceBars(hours, bands, differences)}
${levelLine(hours, bands, levels, 'before')}${levelLine(hours, bands, levels, 'after')}
${labelsHtml(spaceOut(labelsOf(hours, bands), widthPx), bottomPx + belowPx - 8)}`;
  return { heightPx: bottomPx + belowPx, body };
}

function levelLine(
  hours: readonly HourPair[],
  bands: ScaleBand<number>,
  scale: ScaleLinear<number, number>,
  side: 'before' | 'after',
): Html {
  const tone = side === 'before' ? 'current' : 'draft';
  const points = hours.map((hour, at) => [centreOf(bands, at), scale(hour[side])] as const);
  // Split into points, because a template cuts long texts.
  const path = line()
    .digits(1)(points.map(([x, y]): [number, number] => [x, y]))
    ?.split(/(?=[ML])/);
  const dots = points.length > mostDots ? [] : points;
  return html`<path class="level ${tone}" d="${path ?? null}"/>
${dots.map(([x, y]) => html`<circle class="mark ${tone}" cx="${x}" cy="${y}" r="2.5"/>`)}
`;
}

function differenceBars(
  hours: readonly HourPair[],
  bands: ScaleBand<number>,
  scale: ScaleLinear<number, number>,
): Html {
  const bars = hours.map(({ difference, title }, at) => {
    const [top = 0, bottom = 0] = extent([scale(0), scale(difference)]);
    return html`<rect class="mark ${difference < 0 ? 'loss' : 'gain'}" x="${bands(at) ?? 0}" y="${top}" width="${bands.bandwidth()}" height="${bottom - top}"><title>${title}</title></rect>
`;
  });
  return html`${bars}`;
}

/** A label for each hour; with many hours, for each day at its first hour. */
function labelsOf(hours: readonly HourPair[], bands: ScaleBand<number>): Label[] {
  if (hours.length <= mostNamedHours) {
    const isOneDay = new Set(hours.map(({ day }) => day)).size === 1;
    return hours.map(({ day, time }, at) => ({
      x: centreOf(bands, at),
      text: isOneDay ? time : `${day}, ${time}`,
    }));
  }
  return hours.flatMap(({ day }, at) => {
    const isFirst = at === 0 || day !== hours[at - 1]!.day;
    return isFirst ? [{ x: centreOf(bands, at), text: day }] : [];
  });
}

function centreOf(bands: ScaleBand<number>, at: number): number {
  return (bands(at) ?? 0) + bands.bandwidth() / 2;
}
