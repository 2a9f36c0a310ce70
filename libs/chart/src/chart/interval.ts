import { scaleLinear } from 'd3-scale';
import { html } from '../markup/html.ts';
import type { Label } from '../scale/axis.ts';
import { domainWithZero, isWithin, keepApart, labelsHtml, spreadOut } from '../scale/axis.ts';
import type { Drawing } from '../mark/frame.ts';

export interface Estimate {
  readonly value: number;
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** Labels 0, the figure and the ends of its interval. */
  readonly word: (value: number) => string;
  /** The colour of the figure; `even`: the text colour, for a figure that is neither gain nor loss. */
  readonly tone: 'gain' | 'loss' | 'even';
}

const [heightPx, labelsPx, linePx, zeroPx, sidePx] = [64, 16, 34, 60, 34];

/** A figure within its interval on an axis with 0. The figure and the ends of its interval carry their values. */
export function drawInterval({ value, interval, word, tone }: Estimate, widthPx: number): Drawing {
  const { low, high } = interval ?? { low: value, high: value };
  const x = scaleLinear()
    .domain(domainWithZero([value, low, high]))
    .range([sidePx, widthPx - sidePx]);
  const labelOf = (one: number): Label => ({ x: x(one), text: word(one) });
  const [first, own, last] = spreadOut([low, value, high].map(labelOf), widthPx) as [Label, Label, Label];
  const isWide = low < high;
  const ends = isWide ? keepApart([own, first, last], widthPx).filter((label) => label !== own) : [];
  const span = html`x1="${x(low)}" x2="${x(high)}" y1="${linePx}" y2="${linePx}"`;
  const figure = isWithin(own, widthPx)
    ? html`<text class="tick figure middle" x="${own.x}" y="${labelsPx}">${own.text}</text>`
    : null;
  const body = html`<line class="grid" x1="${sidePx / 2}" x2="${widthPx - sidePx / 2}" y1="${linePx}" y2="${linePx}"/>
<line class="zero" x1="${x(0)}" x2="${x(0)}" y1="${labelsPx + 4}" y2="${linePx + 12}"/>
<line class="effect ${tone}" ${span}/>
<line class="reach effect ${tone}" ${span}/>
<circle class="mark ${tone}" cx="${x(value)}" cy="${linePx}" r="6"/>
${figure}${labelsHtml(ends, labelsPx)}${labelsHtml([labelOf(0)], zeroPx)}`;
  return { heightPx, body };
}
