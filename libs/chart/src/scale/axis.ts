import type { ScaleLinear } from 'd3-scale';
import { scaleLinear } from 'd3-scale';
import type { Html } from '../markup/html.ts';
import { html } from '../markup/html.ts';

/** Width of a digit, the widest character, at the font size that the style sheet gives charts. */
const letterPx = 7;
const gapPx = 10;
const pxATick = 45;

/** Writes a value of an axis, in one form with all values of the axis. */
type Word = (value: number, among?: readonly number[]) => string;

/** The width of the labels of a vertical axis. */
export function axisWidthPx(scale: ScaleLinear<number, number>, word: Word): number {
  return gapPx + Math.max(...ticksOf(scale).map((value, _, all) => widthOfPx(word(value, all))));
}

/** Horizontal grid lines with their values to the left. */
export function gridHtml(
  scale: ScaleLinear<number, number>,
  word: Word,
  [leftPx, rightPx]: readonly [number, number],
): Html {
  const lines = ticksOf(scale).map((value, _, all) => {
    const y = scale(value);
    return html`<line class="${value === 0 ? 'zero' : 'grid'}" x1="${leftPx}" x2="${rightPx}" y1="${y}" y2="${y}"/>
<text class="tick end" x="${leftPx - gapPx / 2}" y="${y + 4}">${word(value, all)}</text>
`;
  });
  return html`${lines}`;
}

/** A label of the horizontal axis. */
export interface Label {
  readonly x: number;
  readonly text: string;
}

/** All labels, or every second, third, ..., so that none overlaps or leaves the chart; keeps the one at `anchor`. */
export function spaceOut(labels: readonly Label[], widthPx: number, anchor = 0): Label[] {
  for (let stride = 1; stride < labels.length; stride++) {
    const shown = labels.filter((label, at) => (at - anchor) % stride === 0 && isWithin(label, widthPx));
    if (shown.every((label, at) => at === 0 || isApart(shown[at - 1]!, label))) return shown;
  }
  return labels.slice(anchor, anchor + 1);
}

export function isWithin({ x, text }: Label, widthPx: number): boolean {
  const half = widthOfPx(text) / 2;
  return x - half >= 0 && x + half <= widthPx;
}

export function isApart(left: Label, right: Label): boolean {
  return right.x - left.x >= (widthOfPx(left.text) + widthOfPx(right.text)) / 2 + gapPx;
}

/** The labels that fit beside those before them in the list. */
export function keepApart(labels: readonly Label[], widthPx: number): Label[] {
  return labels.reduce<Label[]>((kept, label) => {
    const hasRoom = kept.every((other) => (other.x < label.x ? isApart(other, label) : isApart(label, other)));
    return hasRoom && isWithin(label, widthPx) ? [...kept, label] : kept;
  }, []);
}

/** Labels in the order of the axis, moved so that they overlap and leave the chart as little as their width allows. */
export function spreadOut(labels: readonly Label[], widthPx: number): Label[] {
  const apart = (left: Label, right: Label) => (widthOfPx(left.text) + widthOfPx(right.text)) / 2 + gapPx;
  const moved = labels.map((label) => ({ ...label }));
  for (const [at, label] of moved.entries()) {
    const before = moved[at - 1];
    label.x = Math.max(label.x, before === undefined ? widthOfPx(label.text) / 2 : before.x + apart(before, label));
  }
  for (const [at, label] of [...moved.entries()].toReversed()) {
    const next = moved[at + 1];
    const most = next === undefined ? widthPx - widthOfPx(label.text) / 2 : next.x - apart(label, next);
    label.x = Math.min(label.x, most);
  }
  return moved;
}

export function labelsHtml(labels: readonly Label[], yPx: number): Html {
  return html`${labels.map(
    ({ x, text }) => html`<text class="tick middle" x="${x}" y="${yPx}">${text}</text>
`,
  )}`;
}

/** Ticks at least 45 pixels apart. */
function ticksOf(scale: ScaleLinear<number, number>): number[] {
  const [from = 0, to = 0] = scale.range();
  return scale.ticks(Math.max(2, Math.floor(Math.abs(to - from) / pxATick)));
}

/** The width of a label, or a little more. */
export function widthOfPx(text: string): number {
  return text.length * letterPx;
}

/** Money has nine decimals. Values that are nearer to each other than this count as equal. */
export const leastSpan = 1e-12;

/** From the least to the greatest value, with 0 between them; 0 to 1 where all values are 0. */
export function domainWithZero(values: Iterable<number>): [number, number] {
  let [least, greatest] = [0, 0];
  for (const value of values) {
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
  }
  return greatest - least < leastSpan ? [0, 1] : [least, greatest];
}

/** A scale from values to pixels that includes 0 and ends at round values. */
export function createScale(values: Iterable<number>, range: readonly [number, number]): ScaleLinear<number, number> {
  return scaleLinear().domain(domainWithZero(values)).range(range).nice(4);
}
