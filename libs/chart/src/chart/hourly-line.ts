import type { ScaleLinear } from 'd3-scale';
import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { Html } from '../markup/html.ts';
import { html, pathParts } from '../markup/html.ts';
import type { Drawing } from '../mark/frame.ts';
import type { Flag } from '../mark/flag.ts';
import { drawFlags, flagKeyHtml, flagsPx } from '../mark/flag.ts';
import { hitHtml } from '../mark/hit.ts';
import { axisWidthPx, createScale, gridHtml } from '../scale/axis.ts';
import type { NamedHour } from '../scale/hour-axis.ts';
import { hourAxisHtml, hourAxisPx, hourMs } from '../scale/hour-axis.ts';

/** A figure of one hour; null: no figure, which is a gap in the line. */
export interface HourFigure extends NamedHour {
  readonly value: number | null;
  /** The figure of the same hour of an earlier day. */
  readonly earlier: number | null;
  /** The range in which the figure usually lies; absent: not known. */
  readonly usual?: { readonly low: number; readonly high: number } | null;
  /** The tooltip of the hour. */
  readonly title: string;
}

export interface HourlyLine {
  /** In the order of time. A missing hour is a gap too. */
  readonly hours: readonly HourFigure[];
  /** Marked times; those outside of the hours are left out. */
  readonly flags: readonly Flag[];
  /** Names the group of flags for a screen reader. */
  readonly flagsTitle: string;
  /** Labels a value of the vertical axis. */
  readonly word: (value: number) => string;
}

const [plotPx, gapPx, mostDots] = [180, 10, 48];

/** A figure by hour as a line over the whole width, with its usual range as a band, a thin dashed line for an earlier day, and flags above. */
export function drawHourlyLine({ hours, flags, flagsTitle, word }: HourlyLine, widthPx: number): Drawing {
  const topPx = flags.length === 0 ? gapPx : flagsPx + gapPx;
  const bottomPx = topPx + plotPx;
  const values = hours
    .flatMap(({ value, earlier, usual }) => [value, earlier, usual?.high ?? null])
    .filter((value) => value !== null);
  const y = createScale(values, [bottomPx, topPx]);
  const leftPx = axisWidthPx(y, word);
  const firstMs = hours.at(0)?.startsAtMs ?? 0;
  const x = scaleLinear()
    .domain([firstMs, (hours.at(-1)?.startsAtMs ?? firstMs) + hourMs])
    .range([leftPx, widthPx]);
  const body = html`<g aria-hidden="true">${gridHtml(y, word, [leftPx, widthPx])}
${hourAxisHtml(hours, x, bottomPx)}
${bandHtml(hours, x, y)}${lineHtml(hours, 'earlier', x, y)}${lineHtml(hours, 'value', x, y)}
${hours.map(({ startsAtMs, title }) => hitHtml(title, { fromX: x(startsAtMs), toX: x(startsAtMs + hourMs), middleX: x(startsAtMs + hourMs / 2), topY: topPx, bottomY: bottomPx }))}</g>
${drawFlags(flags, flagsTitle, x, bottomPx)}`;
  return { heightPx: bottomPx + hourAxisPx, body };
}

type Scale = ScaleLinear<number, number>;
type Point = readonly [x: number, y: number];

/** The usual range of each hour, with a gap where it is not known. */
function bandHtml(hours: readonly HourFigure[], x: Scale, y: Scale): Html | null {
  if (hours.every(({ usual = null }) => usual === null)) return null;
  const band = area<HourFigure>()
    .digits(1)
    .defined(({ usual = null }) => usual !== null)
    .x(({ startsAtMs }) => x(startsAtMs + hourMs / 2))
    .y0(({ usual }) => y(usual?.low ?? 0))
    .y1(({ usual }) => y(usual?.high ?? 0));
  return html`<path class="curve-band" d="${pathParts(band([...hours]))}"/>
`;
}

/** One path for each run of hours without a gap; dots if there are few hours, and for a run of one. */
function lineHtml(hours: readonly HourFigure[], side: 'value' | 'earlier', x: Scale, y: Scale): Html | null {
  const runs = runsOf(hours, side).map((run) =>
    run.map((hour): Point => [x(hour.startsAtMs + hourMs / 2), y(hour[side] ?? 0)]),
  );
  if (runs.length === 0) return null;
  const path = runs.map((run) => line().digits(1)(run.map((point): [number, number] => [...point]))).join('');
  const hasDots = side === 'value' && hours.length <= mostDots;
  const dots = side === 'value' ? runs.filter((run) => hasDots || run.length === 1).flat() : [];
  return html`<path class="level ${side === 'value' ? 'draft now' : 'current earlier'}" d="${pathParts(path)}"/>
${dots.map(([cx, cy]) => html`<circle class="mark draft dot" cx="${cx}" cy="${cy}" r="2.5"/>`)}
`;
}

function runsOf(hours: readonly HourFigure[], side: 'value' | 'earlier'): HourFigure[][] {
  const runs: HourFigure[][] = [];
  let previous: HourFigure | null = null;
  for (const hour of hours) {
    if (hour[side] === null) {
      previous = null;
      continue;
    }
    if (previous === null || hour.startsAtMs - previous.startsAtMs > hourMs) runs.push([hour]);
    else runs.at(-1)!.push(hour);
    previous = hour;
  }
  return runs;
}

/** A legend of the lines, band and flags; null entries are left out. */
export function hourlyLegendHtml(words: {
  readonly value: string;
  readonly earlier: string | null;
  readonly usual?: string | null;
  readonly flag: string | null;
}): Html {
  return html`<ul class="legend"><li>${lineKey('draft now')}${words.value}</li>${
    words.earlier === null ? null : html`<li>${lineKey('current earlier')}${words.earlier}</li>`
  }${words.usual ? html`<li>${bandKeyHtml}${words.usual}</li>` : null}${words.flag === null ? null : html`<li>${flagKeyHtml}${words.flag}</li>`}</ul>
`;
}

function lineKey(className: string): Html {
  return html`<svg class="key" aria-hidden="true"><line class="level ${className}" x1="0" x2="16" y1="6" y2="6"/></svg>`;
}

const bandKeyHtml = html`<svg class="key" aria-hidden="true"><rect class="curve-band" x="0" y="2" width="16" height="8"/></svg>`;
