import type { Content, Html } from '../markup/html.ts';
import { html } from '../markup/html.ts';
import { domainWithZero, widthOfPx } from '../scale/axis.ts';
import type { ScaleLinear } from 'd3-scale';
import { scaleLinear } from 'd3-scale';

// Drawings in the cells of a table, whose rows are then read as one chart. Positions are per cent of the cell, so that they
// hold at any width. The figures are in the cells beside, so that screen readers skip the drawings.

/** A step of a funnel; if both tier sets are shown, the current tiers' steps have colours of their own. */
export type Step = `step-${number}` | `step-${number} of-current`;
export type Tone = 'current' | 'draft' | 'gain' | 'loss' | 'total';
export type TrackScale = ScaleLinear<number, number>;

/** Per cent of the cell; leaves room for half a dot or line. */
const ends = [1.5, 98.5] as const;

/** A scale for all rows of a column, from the least to the greatest value and 0. */
export function createTrackScale(values: Iterable<number>): TrackScale {
  return scaleLinear().domain(domainWithZero(values)).range(ends);
}

export function trackHtml(...marks: readonly Content[]): Html {
  return html`<svg class="track" aria-hidden="true">${marks}</svg>`;
}

/** The least widths of a column of tracks: on a phone, beside many other columns, and as the chart of a wide window. */
const widthsPx = { few: 88, some: 150, many: 320 } as const;
const mostTicks = 6;
const tickGapPx = 6;

/** The axis of a column of tracks, for its header, drawn for each width. The style sheet shows the one that fits. */
export function axisHtml(scale: TrackScale, word: (value: number) => string): Html {
  return html`${(['few', 'some', 'many'] as const).map(
    (name) =>
      html`<svg class="axis ${name}" aria-hidden="true">${ticksOf(scale, word, widthsPx[name]).map(tickHtml)}</svg>`,
  )}`;
}

interface Tick {
  /** Per cent of the cell. */
  readonly x: number;
  readonly text: string;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly fromPx: number;
  readonly toPx: number;
}

/** As many ticks with labels as fit; if no two fit, 0 and any others that do. */
function ticksOf(scale: TrackScale, word: (value: number) => string, widthPx: number): Tick[] {
  const place = (value: number) => placeTick(scale(value), word(value), widthPx);
  for (let wanted = mostTicks; wanted > 1; wanted--) {
    const ticks = scale.ticks(wanted).map(place);
    if (ticks.length > 1 && ticks.every((tick, at) => ticks.slice(at + 1).every((other) => isApart(tick, other)))) {
      return ticks;
    }
  }
  const outermostFirst = scale.ticks(mostTicks).toSorted((left, right) => Math.abs(right) - Math.abs(left));
  return [0, ...outermostFirst.filter((value) => value !== 0)].map(place).reduce<Tick[]>((kept, tick) => {
    return kept.every((other) => isApart(tick, other)) ? [...kept, tick] : kept;
  }, []);
}

/** A tick whose label stays within the column. */
function placeTick(x: number, text: string, widthPx: number): Tick {
  const px = widthOfPx(text);
  const at = (x / 100) * widthPx;
  const anchor = at < px / 2 ? 'start' : at > widthPx - px / 2 ? 'end' : 'middle';
  const fromPx = at - { start: 0, middle: px / 2, end: px }[anchor];
  return { x, text, anchor, fromPx, toPx: fromPx + px };
}

function isApart(tick: Tick, other: Tick): boolean {
  return tick.fromPx >= other.toPx + tickGapPx || other.fromPx >= tick.toPx + tickGapPx;
}

function tickHtml({ x, text, anchor }: Tick): Html {
  return html`<line class="zero" x1="${x}%" x2="${x}%" y1="14" y2="18"/><text class="tick ${anchor}" x="${x}%" y="11">${text}</text>`;
}

/** The tone of a difference. */
export function toneOf(value: number): Tone {
  return value < 0 ? 'loss' : 'gain';
}

/** A bar between two values. `lane` 0 is the upper half of the row, 1 the lower; without it the bar is in the middle. */
export function bar(scale: TrackScale, from: number, to: number, tone: Tone | Step, lane?: 0 | 1): Html {
  const [start, end] = [scale(Math.min(from, to)), scale(Math.max(from, to))];
  const [y, height] = lane === undefined ? ['25%', '50%'] : [lane === 0 ? '12%' : '54%', '34%'];
  return html`<rect class="mark ${tone}" x="${start}%" y="${y}" width="${end - start}%" height="${height}"/>`;
}

/** A 95 % interval. */
export function whisker(scale: TrackScale, low: number, high: number): Html {
  const [from, to] = [scale(low), scale(high)];
  return html`<line class="whisker" x1="${from}%" x2="${to}%" y1="50%" y2="50%"/>${[from, to].map(
    (x) => html`<line class="whisker" x1="${x}%" x2="${x}%" y1="36%" y2="64%"/>`,
  )}`;
}

export function dot(scale: TrackScale, value: number, tone: Tone): Html {
  return html`<circle class="mark ${tone}" cx="${scale(value)}%" cy="50%" r="4.5"/>`;
}

/** A line from the top to the bottom of the row. */
export function rule(scale: TrackScale, value: number, kind: 'zero' | 'link'): Html {
  const x = scale(value);
  return html`<line class="${kind}" x1="${x}%" x2="${x}%" y1="0" y2="100%"/>`;
}
