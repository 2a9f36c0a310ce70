import type { Html } from '../markup/html.ts';
import { html } from '../markup/html.ts';

/** Where a hit area stands: its sides and its height, and the place of its ruler. */
export interface HitArea {
  readonly fromX: number;
  readonly toX: number;
  readonly middleX: number;
  readonly topY: number;
  readonly bottomY: number;
}

/** An area over the whole height of a plot that says what is there. On hover the style sheet shows its ruler. */
export const hitHtml = (
  title: string,
  { fromX, toX, middleX, topY, bottomY }: HitArea,
): Html => html`<g class="hour"><rect class="hit" x="${fromX}" y="${topY}" width="${toX - fromX}" height="${bottomY - topY}"><title>${title}</title></rect><line class="ruler" x1="${middleX}" x2="${middleX}" y1="${topY}" y2="${bottomY}"/></g>
`;
