import type { Content, Html } from '../kit/html.ts';
import { html } from '../kit/html.ts';
import { domainWithZero } from './axis.ts';
import { scaleLinear } from 'd3-scale';

// Drawings in the cells of a table, whose rows are then read as one chart. Positions are per cent of the cell, so that they
// hold at any width. The figures are in the cells beside, so that screen readers skip the drawings.

export type Tone = 'current' | 'draft' | 'gain' | 'loss' | 'total';
export type TrackScale = (value: number) => number;

/** Per cent of the cell; leaves room for half a dot or line. */
const ends = [1.5, 98.5] as const;

/** A scale for all rows of a column, from the least to the greatest value and 0. */
export function createTrackScale(values: Iterable<number>): TrackScale {
  return scaleLinear().domain(domainWithZero(values)).range(ends);
}

export function trackHtml(...marks: readonly Content[]): Html {
  return html`<svg class="track" aria-hidden="true">${marks}</svg>`;
}

/** The tone of a difference. */
export function toneOf(value: number): Tone {
  return value < 0 ? 'loss' : 'gain';
}

/** A bar between two values. `lane` 0 is the upper half of the row, 1 the lower; without it the bar is in the middle. */
export function bar(scale: TrackScale, from: number, to: number, tone: Tone | `step-${number}`, lane?: 0 | 1): Html {
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
