import type { ScaleLinear } from 'd3-scale';
import { scaleLinear } from 'd3-scale';
import type { Html } from '../kit/html.ts';
import { html } from '../kit/html.ts';

/** As the style sheet sets the letters of charts; figures are the widest of them. */
const letterPx = 7;
const gapPx = 10;
const pxATick = 45;

/** The width that the words of a vertical axis take. */
export function axisWidthPx(scale: ScaleLinear<number, number>, word: (value: number) => string): number {
  return gapPx + Math.max(...ticksOf(scale).map((value) => widthOfPx(word(value))));
}

/** Lines across the chart with their values before them. */
export function gridHtml(
  scale: ScaleLinear<number, number>,
  word: (value: number) => string,
  [leftPx, rightPx]: readonly [number, number],
): Html {
  const lines = ticksOf(scale).map((value) => {
    const y = scale(value);
    return html`<line class="${value === 0 ? 'zero' : 'grid'}" x1="${leftPx}" x2="${rightPx}" y1="${y}" y2="${y}"/>
<text class="end" x="${leftPx - gapPx / 2}" y="${y + 4}">${word(value)}</text>
`;
  });
  return html`${lines}`;
}

/** A word below a place of the horizontal axis. */
export interface Label {
  readonly x: number;
  readonly text: string;
}

/** Every label, or every second, or third ... such that they stand apart within the chart; the one at `anchor` is of them. */
export function spaceOut(labels: readonly Label[], widthPx: number, anchor = 0): Label[] {
  for (let stride = 1; stride < labels.length; stride++) {
    const shown = labels.filter((label, at) => (at - anchor) % stride === 0 && isWithin(label, widthPx));
    if (shown.every((label, at) => at === 0 || isApart(shown[at - 1]!, label))) return shown;
  }
  return labels.slice(anchor, anchor + 1);
}

function isWithin({ x, text }: Label, widthPx: number): boolean {
  const half = widthOfPx(text) / 2;
  return x - half >= 0 && x + half <= widthPx;
}

function isApart(left: Label, right: Label): boolean {
  return right.x - left.x >= (widthOfPx(left.text) + widthOfPx(right.text)) / 2 + gapPx;
}

export function labelsHtml(labels: readonly Label[], yPx: number): Html {
  return html`${labels.map(
    ({ x, text }) => html`<text class="middle" x="${x}" y="${yPx}">${text}</text>
`,
  )}`;
}

/** As many as the height of the axis has room for. */
function ticksOf(scale: ScaleLinear<number, number>): number[] {
  const [from = 0, to = 0] = scale.range();
  return scale.ticks(Math.max(2, Math.floor(Math.abs(to - from) / pxATick)));
}

function widthOfPx(text: string): number {
  return text.length * letterPx;
}

/** From the least to the greatest value and 0; never of no width, whatever the values. */
export function domainWithZero(values: Iterable<number>): [number, number] {
  let [least, greatest] = [0, 0];
  for (const value of values) {
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
  }
  return least === greatest ? [0, 1] : [least, greatest];
}

/** Values to pixels, with 0 and round ends. */
export function createScale(values: Iterable<number>, range: readonly [number, number]): ScaleLinear<number, number> {
  return scaleLinear().domain(domainWithZero(values)).range(range).nice(4);
}
