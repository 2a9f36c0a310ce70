import { scaleLinear } from 'd3-scale';
import type { Content, Html } from '../markup/html.ts';
import { html } from '../markup/html.ts';

/** One step of a funnel. */
export interface FunnelRow {
  readonly name: string;
  readonly count: number;
  /** The count as text. */
  readonly figure: string;
  /** The loss or the share of the step, in words. */
  readonly note: string | null;
  /** What the step counts, shown on hover and on focus. */
  readonly definition?: string;
}

const fullPercent = 100;
const mostSteps = 4;

/** The funnel of one tier, a line with a bar per step, all on the scale of the first step. Fits any width. */
export function tierFunnelHtml(label: string, rows: readonly FunnelRow[]): Html {
  const scale = scaleLinear()
    .domain([0, rows[0]?.count || 1])
    .range([0, fullPercent])
    .clamp(true);
  const lines = rows.map(({ name, count, figure, note, definition }, at) => {
    const tone = at === 0 ? 'current' : `step-${Math.min(at - 1, mostSteps)}`;
    const bar =
      count === 0 ? null : html`<rect class="mark ${tone}" x="0" y="15%" width="${scale(count)}%" height="70%"/>`;
    return html`<li>${nameHtml(name, definition)}<svg class="track" aria-hidden="true">${bar}</svg><b class="funnel-figure">${figure}</b>${note === null ? null : html`<span class="funnel-note">${note}</span>`}</li>
`;
  });
  return html`<ol class="funnel" aria-label="${label}">
${lines}</ol>
`;
}

const nameHtml = (name: string, definition: string | undefined): Html =>
  definition === undefined
    ? html`<span class="funnel-name">${name}</span>`
    : html`<span class="funnel-name" role="note" tabindex="0" data-definition="${definition}">${name}<span class="state-label">: ${definition}</span></span>`;

/** A bar behind a figure in a table cell; `share` is the part of the cell's width, null: no bar. */
export function sparkBarHtml(share: number | null, figure: Content): Html {
  const width = share !== null && share > 0 ? Math.min(share, 1) * fullPercent : null;
  const bar = width === null ? null : html`<rect class="mark" x="0" y="0" width="${width}%" height="100%"/>`;
  return html`<span class="spark"><svg class="spark-bar" aria-hidden="true">${bar}</svg><span>${figure}</span></span>`;
}
