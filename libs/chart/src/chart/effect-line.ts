import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import { html, pathParts } from '../markup/html.ts';
import type { Flag } from '../mark/flag.ts';
import { drawFlags, flagsPx } from '../mark/flag.ts';
import { hitHtml } from '../mark/hit.ts';
import type { Drawing } from '../mark/frame.ts';
import { axisWidthPx, createScale, gridHtml, keepApart, labelsHtml } from '../scale/axis.ts';

/** An estimate at a point in time; `low` and `high` are null while its interval was unknown. */
export interface EffectPoint {
  readonly timeMs: number;
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  /** The day's label, below the plot. */
  readonly label: string;
  /** The tooltip of the point. */
  readonly title: string;
}

export interface EffectLine {
  /** In the order of time. */
  readonly points: readonly EffectPoint[];
  /** Marked times, such as the start of a phase. */
  readonly flags: readonly Flag[];
  readonly flagsTitle: string;
  readonly word: (value: number) => string;
}

const [plotPx, gapPx, labelsPx, footPx] = [180, 10, 18, 28];

/** An estimate over time with its interval as a band and a line at no effect; flags above. */
export function drawEffectLine({ points, flags, flagsTitle, word }: EffectLine, widthPx: number): Drawing {
  const topPx = flags.length === 0 ? gapPx : flagsPx + gapPx;
  const bottomPx = topPx + plotPx;
  const ends = points.flatMap(({ value, low, high }) => [value, low, high]).filter((end) => end !== null);
  const y = createScale([0, ...ends], [bottomPx, topPx]);
  const leftPx = axisWidthPx(y, word);
  const [first = 0, last = 0] = [points.at(0)?.timeMs, points.at(-1)?.timeMs];
  const begin = Math.min(first, ...flags.map(({ timeMs }) => timeMs));
  const x = scaleLinear()
    .domain([begin, Math.max(last, begin + 1)])
    .range([leftPx + gapPx, widthPx - gapPx]);
  const banded = points.flatMap(({ timeMs, low, high }) =>
    low === null || high === null ? [] : [[x(timeMs), y(low), y(high)] as const],
  );
  const band = area<readonly [number, number, number]>()
    .digits(1)
    .x(([at]) => at)
    .y0(([, low]) => low)
    .y1(([, , high]) => high);
  const path = line().digits(1)(points.map(({ timeMs, value }): [number, number] => [x(timeMs), y(value)]));
  const labels = keepApart(
    points.map(({ timeMs, label }) => ({ x: x(timeMs), text: label })),
    widthPx,
  );
  const halfPx = points.length < 2 ? widthPx / 2 : (x(points[1]!.timeMs) - x(first)) / 2;
  // The first and the last day do not extend beyond the plot.
  const hitOf = (timeMs: number) => ({
    fromX: Math.max(leftPx, x(timeMs) - halfPx),
    toX: Math.min(widthPx, x(timeMs) + halfPx),
    middleX: x(timeMs),
    topY: topPx,
    bottomY: bottomPx,
  });
  const body = html`<g aria-hidden="true">${gridHtml(y, word, [leftPx, widthPx])}
${banded.length < 2 ? banded.map(([at, low, high]) => html`<line class="level current" x1="${at}" x2="${at}" y1="${low}" y2="${high}"/>`) : html`<path class="curve-band" d="${pathParts(band(banded))}"/>`}
<path class="level draft now" d="${pathParts(path)}"/>
${points.map(({ timeMs, value, title }) => html`<circle class="mark draft dot" cx="${x(timeMs)}" cy="${y(value)}" r="2.5"/>${hitHtml(title, hitOf(timeMs))}`)}
${labelsHtml(labels, bottomPx + labelsPx)}</g>
${drawFlags(flags, flagsTitle, x, bottomPx)}`;
  return { heightPx: bottomPx + footPx, body };
}
