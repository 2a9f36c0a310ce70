import type { Html } from '../html.ts';
import { html } from '../html.ts';

/** How marks, axes and rows of charts look. */
export const chartStyle: Html = html`
svg { display: block; overflow: visible; }
.chart { width: 100%; height: auto; font-size: 12px; font-variant-numeric: tabular-nums; }
.chart text { fill: var(--muted); }
.chart .end { text-anchor: end; } .chart .middle { text-anchor: middle; }
.chart.middle, .chart.narrow { display: none; }
.effect-card .chart { max-width: 26rem; }
.grid { stroke: var(--line); }
.zero { stroke: var(--muted); }
.link { stroke: var(--current); stroke-dasharray: 2 2; }
.mark.current { fill: var(--current); } .mark.draft, .mark.total { fill: var(--accent); }
.mark.gain { fill: var(--gain); } .mark.loss { fill: var(--loss); }
.level { fill: none; stroke-width: 1.75; stroke-linejoin: round; }
.level.current { stroke: var(--current); stroke-width: 1.25; } .level.draft { stroke: var(--accent); }
.effect { stroke-width: 2.5; } .effect.gain { stroke: var(--gain); } .effect.loss { stroke: var(--loss); }
.whisker { stroke: var(--ink); stroke-width: 1.25; }
svg.track { width: 100%; height: 1.25rem; }
rect.mark { stroke-width: 0.75; stroke: transparent; }
.track rect.gain { stroke: var(--gain); } .track rect.loss { stroke: var(--loss); } .track rect.total, .track rect.draft { stroke: var(--accent); } .track rect.current { stroke: var(--current); }
[class*='step-'] { fill: color-mix(in oklab, var(--accent) var(--depth), var(--card)); stroke: var(--accent); stroke-opacity: 0.35; }
.step-0 { --depth: 12%; } .step-1 { --depth: 30%; } .step-2 { --depth: 50%; } .step-3 { --depth: 72%; }
.step-4 { fill: var(--ink); stroke: var(--ink); stroke-opacity: 1; }
.key { width: 16px; height: 12px; flex: none; }
.legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; font-size: 0.8125rem; margin: 0.5rem 0 0.75rem; }
.legend li { display: flex; align-items: center; gap: 0.4375rem; }
table.rows { table-layout: fixed; }
.rows th, .rows td { border-bottom: 0; padding-top: 0; padding-bottom: 0; vertical-align: middle; }
.rows thead th { padding-bottom: 0.375rem; }
.rows tbody th { height: 1.75rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; min-width: 0; }
.rows .text { width: 26%; min-width: 0; } .rows .figure { width: 11rem; } .rows th.track, .rows td.track { width: auto; min-width: 0; }
.rows svg.track { height: 1.75rem; }
table .side-current { color: var(--muted); }
.rows .side-current, .rows .side-draft { line-height: 1.1rem; font-size: 0.8125rem; }
.rows:has(.side-draft) svg.track { height: 2.5rem; }
@media (max-width: 60rem) { .chart.wide { display: none; } .chart.middle { display: block; } }
@media (max-width: 36rem) { .chart.middle { display: none; } .chart.narrow { display: block; } }
@media (max-width: 47rem) {
  .rows .text { width: 34%; } .rows .figure { width: 30%; white-space: normal; }
  .rows tbody th { font-size: 0.8125rem; } .rows th .id:not(:only-child) { display: none; }
  .rows th, .rows td { padding-left: 0.25rem; padding-right: 0.25rem; } .rows .text { padding-left: 0; }
}
`;
