import type { ScaleLinear } from 'd3-scale';
import type { Html } from '../markup/html.ts';
import { html } from '../markup/html.ts';
import { widthOfPx } from '../scale/axis.ts';

/** A marked time on a time axis, with a link to the event. */
export interface Flag {
  readonly timeMs: number;
  /** `08:15 by Ada` */
  readonly label: string;
  readonly href: string;
}

/** The height of the flags above the plot. */
export const flagsPx = 20;
const [clothPx, textPx, betweenPx, hitPx] = [10, 14, 6, 24];

/**
 * A flag for each time within the scale, which maps milliseconds to pixels. Its label is beside it if there is room;
 * its accessible name is always the whole label.
 */
export function drawFlags(
  flags: readonly Flag[],
  title: string,
  x: ScaleLinear<number, number>,
  bottomPx: number,
): Html | null {
  const [fromMs = 0, toMs = 0] = x.domain();
  const [, rightPx = 0] = x.range();
  const within = flags
    .filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs)
    .toSorted((one, other) => one.timeMs - other.timeMs);
  const shown = gather(within, (flag) => x(flag.timeMs));
  if (shown.length === 0) return null;
  let freeFromPx = 0;
  const marks = shown.map((flag, at) => {
    const poleX = x(flag.timeMs);
    const next = shown[at + 1];
    const labelPx = textPx + widthOfPx(flag.label);
    const isLeft = poleX + labelPx > rightPx;
    const hasText = isLeft
      ? next === undefined && poleX - labelPx >= freeFromPx
      : next === undefined || poleX + labelPx <= x(next.timeMs) - clothPx - betweenPx;
    freeFromPx = poleX + (isLeft ? 0 : hasText ? labelPx : clothPx) + betweenPx;
    return flagHtml(flag, { poleX, bottomPx, isLeft, hasText });
  });
  return html`<g role="list" aria-label="${title}">
${marks}</g>`;
}

/** Combines overlapping flags into one, which links to the first and names all. */
function gather(flags: readonly Flag[], xOf: (flag: Flag) => number): Flag[] {
  const groups: Flag[][] = [];
  for (const flag of flags) {
    const [first] = groups.at(-1) ?? [];
    if (first !== undefined && xOf(flag) - xOf(first) < hitPx) groups.at(-1)!.push(flag);
    else groups.push([flag]);
  }
  return groups.map((group) =>
    group.length === 1
      ? group[0]!
      : { ...group[0]!, label: `${group.length} changes: ${group.map(({ label }) => label).join('; ')}` },
  );
}

interface Place {
  readonly poleX: number;
  readonly bottomPx: number;
  /** The flag and its label are to the left of the pole. */
  readonly isLeft: boolean;
  readonly hasText: boolean;
}

function flagHtml({ label, href }: Flag, { poleX, bottomPx, isLeft, hasText }: Place): Html {
  const textX = isLeft ? poleX - textPx : poleX + textPx;
  // A title would be read as a second label beside a visible one.
  const text = hasText
    ? html`<text class="${isLeft ? 'end' : 'start'}" x="${textX}" y="13">${label}</text>`
    : html`<title>${label}</title>`;
  return html`<g role="listitem"><a class="flag" href="${href}" aria-label="${label}"><rect class="hit" x="${poleX - hitPx / 2}" y="0" width="${hitPx}" height="${flagsPx}"/><line class="pole" x1="${poleX}" x2="${poleX}" y1="2" y2="${bottomPx}"/>${clothHtml(poleX, 2, isLeft ? -1 : 1)}${text}</a></g>
`;
}

/** A pennant with a notch, to the right (1) or to the left (-1) of its pole. */
function clothHtml(x: number, y: number, side: 1 | -1): Html {
  return html`<path class="cloth" d="M${x},${y}h${clothPx * side}l${-3 * side},4l${3 * side},4h${-clothPx * side}z"/>`;
}

/** A flag for a legend. */
export const flagKeyHtml: Html = html`<svg class="key" aria-hidden="true"><line class="pole" x1="3" x2="3" y1="1" y2="12"/>${clothHtml(3, 1, 1)}</svg>`;
