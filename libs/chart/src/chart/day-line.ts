import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { Drawing } from '../mark/frame.ts';
import { hitHtml } from '../mark/hit.ts';
import type { Html } from '../markup/html.ts';
import { html, pathParts } from '../markup/html.ts';
import { axisWidthPx, createScale, domainWithZero, gridHtml, keepApart, labelsHtml } from '../scale/axis.ts';

/** A figure of one day; null: no figure, which is a gap in the line. */
export interface DayFigure {
  readonly value: number | null;
  /** The range in which the figure usually lies; absent: not known. */
  readonly usual?: { readonly low: number; readonly high: number } | null;
  /** The day's name, below the plot. */
  readonly label: string;
  /** The tooltip of the day. */
  readonly title: string;
}

export interface DayLine {
  /** Every day from the first to the last. */
  readonly days: readonly DayFigure[];
  /** Labels a value of the vertical axis. */
  readonly word: (value: number) => string;
}

const [plotPx, gapPx, labelsPx, footPx, bandPx] = [56, 6, 16, 22, 8];

/** A figure by day in a small chart from 0 on, with a bar for what is usual on a day where that is known. */
export function drawDayLine({ days, word }: DayLine, widthPx: number): Drawing {
  const bottomPx = gapPx + plotPx;
  const known = days.flatMap(({ value, usual }) => [value, usual?.high ?? null]).filter((value) => value !== null);
  const y = createScale(known, [bottomPx, gapPx]);
  const leftPx = axisWidthPx(y, word);
  const x = scaleLinear()
    .domain([-0.5, days.length - 0.5])
    .range([leftPx, widthPx]);
  const isKnown = ({ value }: DayFigure) => value !== null;
  const path = line<DayFigure>()
    .digits(1)
    .defined(isKnown)
    .x((_, at) => x(at))
    .y(({ value }) => y(value ?? 0));
  // The last day first: it is the one that people look for.
  const labels = days
    .map(({ label }, at) => ({ x: Math.min(x(at), widthPx - 3.5 * label.length), text: label }))
    .toReversed();
  const body = html`<g aria-hidden="true">${gridHtml(y, word, [leftPx, widthPx])}
${days.map(({ usual = null }, at) => (usual === null ? null : html`<rect class="curve-band" x="${x(at) - bandPx / 2}" width="${bandPx}" y="${y(usual.high)}" height="${y(usual.low) - y(usual.high)}"/>`))}
<path class="level draft now" d="${pathParts(path([...days]))}"/>
${days.map(({ value }, at) => (value === null ? null : html`<circle class="mark draft dot" cx="${x(at)}" cy="${y(value)}" r="1.75"/>`))}
${days.map(({ title }, at) => hitHtml(title, { fromX: x(at - 0.5), toX: x(at + 0.5), middleX: x(at), topY: gapPx, bottomY: bottomPx }))}
${labelsHtml(keepApart(labels, widthPx), bottomPx + labelsPx)}</g>`;
  return { heightPx: bottomPx + footPx, body };
}

const [sparkPx, marginPx] = [20, 2];

/**
 * The course of a figure in a cell of a table, on a scale from 0 to its highest value. It fits any width; a null is a gap.
 * `label`: the message in words, for screen readers.
 */
export function sparkLineHtml(values: readonly (number | null)[], label: string): Html {
  const y = scaleLinear()
    .domain(domainWithZero(values.filter((value) => value !== null)))
    .range([sparkPx - marginPx, marginPx]);
  const path = line<number | null>()
    .digits(1)
    .defined((value) => value !== null)
    .x((_, at) => at)
    .y((value) => y(value ?? 0));
  return html`<svg class="track spark-line" role="img" aria-label="${label}" viewBox="0 0 ${Math.max(1, values.length - 1)} ${sparkPx}" preserveAspectRatio="none"><path class="level" vector-effect="non-scaling-stroke" d="${pathParts(path([...values]))}"/></svg>`;
}
