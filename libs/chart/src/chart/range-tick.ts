import { scaleLinear } from 'd3-scale';
import type { Html } from '../markup/html.ts';
import { html } from '../markup/html.ts';
import { leastSpan } from '../scale/axis.ts';

export interface RangeTick {
  readonly value: number | null;
  /** The usual range of the figure; null: too little is known. */
  readonly usual: { readonly low: number; readonly high: number } | null;
  /** Whether more or less than the range is a gain; null: neither. */
  readonly better: 'more' | 'less' | null;
  /** The whole message in words, for screen readers. */
  readonly label: string;
}

/** Per cent of the width: the ends of the drawing and of the band, with room for half a mark. */
const [left, right] = [2, 98];
const [bandLeft, bandRight] = [33, 67];

/**
 * A thin band with a tick at the figure. A figure outside the range is a pointer away from the band: to the right above
 * it, to the left below it. Fits any width.
 */
export function rangeTickHtml({ value, usual, better, label }: RangeTick): Html {
  const x = scaleOf(usual);
  const band =
    usual === null
      ? null
      : html`<rect class="band" x="${bandLeft}%" y="35%" width="${bandRight - bandLeft}%" height="30%"/>`;
  const mark = value === null ? null : markHtml(value, usual, better, x(value));
  return html`<svg class="track range" role="img" aria-label="${label}"><line class="grid" x1="${left}%" x2="${right}%" y1="50%" y2="50%"/>${band}${mark}</svg>`;
}

/** The band is always the middle third. */
function scaleOf(usual: RangeTick['usual']): (value: number) => number {
  if (usual === null) return () => 50;
  const { low, high } = usual;
  if (high - low > leastSpan) {
    const scale = scaleLinear().domain([low, high]).range([bandLeft, bandRight]);
    return (value) => Math.min(right, Math.max(left, scale(value)));
  }
  return (value) => (value > high ? right : value < low ? left : 50);
}

function markHtml(value: number, usual: RangeTick['usual'], better: RangeTick['better'], x: number): Html {
  const side = usual === null ? 0 : value > usual.high ? 1 : value < usual.low ? -1 : 0;
  if (side === 0) return html`<line class="tick-line" x1="${x}%" x2="${x}%" y1="10%" y2="90%"/>`;
  const tone = better === null ? 'even' : (side === 1) === (better === 'more') ? 'gain' : 'loss';
  const shape = `M${-4 * side},-6L${5 * side},0L${-4 * side},6z`;
  return html`<svg x="${x}%" y="50%" aria-hidden="true" overflow="visible"><path class="mark pointer ${tone}" d="${shape}"/></svg>`;
}
