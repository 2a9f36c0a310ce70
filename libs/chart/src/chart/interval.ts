import { scaleLinear } from 'd3-scale';
import { html } from '../markup/html.ts';
import type { Label } from '../scale/axis.ts';
import { domainWithZero, labelsHtml, spaceOut } from '../scale/axis.ts';
import type { Drawing } from '../mark/frame.ts';

export interface Estimate {
  readonly value: number;
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** Labels a value of the axis. */
  readonly word: (value: number) => string;
  /** The colour of the figure; `even`: the text colour, for a figure that is neither gain nor loss. */
  readonly tone: 'gain' | 'loss' | 'even';
}

const [heightPx, linePx, labelsPx, sidePx] = [76, 28, 66, 34];
const ticksWanted = 4;

/** A figure with its error bar, and a line at 0. */
export function drawInterval({ value, interval, word, tone }: Estimate, widthPx: number): Drawing {
  const values = interval === null ? [value] : [value, interval.low, interval.high];
  const scale = scaleLinear()
    .domain(domainWithZero(values))
    .range([sidePx, widthPx - sidePx])
    .nice(ticksWanted);
  const x = scale(value);
  const ends = interval === null ? [] : [scale(interval.low), scale(interval.high)];
  const labels: Label[] = scale.ticks(ticksWanted).map((tick) => ({ x: scale(tick), text: word(tick) }));
  const ticks = labels.map(
    ({ x: at }) => html`<line class="grid" x1="${at}" x2="${at}" y1="${linePx + 18}" y2="${linePx + 24}"/>`,
  );
  const body = html`<line class="grid" x1="${sidePx}" x2="${widthPx - sidePx}" y1="${linePx + 18}" y2="${linePx + 18}"/>${ticks}
<line class="zero" x1="${scale(0)}" x2="${scale(0)}" y1="4" y2="${linePx + 24}"/>
<line class="effect ${tone}" x1="${ends[0] ?? x}" x2="${ends[1] ?? x}" y1="${linePx}" y2="${linePx}"/>
${ends.map((end) => html`<line class="effect ${tone}" x1="${end}" x2="${end}" y1="${linePx - 9}" y2="${linePx + 9}"/>`)}
<circle class="mark ${tone}" cx="${x}" cy="${linePx}" r="6"/>
${labelsHtml(spaceOut(labels, widthPx), labelsPx)}`;
  return { heightPx, body };
}
