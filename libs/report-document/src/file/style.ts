import type { Html } from '@auction-tiers/chart';
import { chartStyle, colours, html } from '@auction-tiers/chart';

/** Where charts stand in a report, and the rows of tables that are read as one chart. */
const rowStyle: Html = html`
.effect-card .chart { max-width: 26rem; }
.axis.few, .rows .axis.some, table:not(.rows) .axis.many, .opening .rows .axis.many { display: none; } .opening .rows .axis.some { display: block; }
table.rows { table-layout: fixed; }
.rows th, .rows td { border-bottom: 0; padding-top: 0; padding-bottom: 0; vertical-align: middle; }
.rows thead th { padding-bottom: 0.375rem; }
.rows tbody th { height: 1.75rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; min-width: 0; }
.rows .text { width: 26%; min-width: 0; } .rows .figure { width: 11rem; } .rows th.track, .rows td.track { width: auto; min-width: 0; }
.rows svg.track { height: 1.75rem; }
table .side-current { color: var(--muted); }
.rows .side-current, .rows .side-draft { line-height: 1.1rem; font-size: 0.8125rem; }
.rows:has(.side-draft) svg.track { height: 2.5rem; }
@media (max-width: 47rem) {
  .axis.few { display: block; } .axis.some, .opening .rows .axis.some, table.rows .axis.many { display: none; }
  .rows .text { width: 34%; } .rows .figure { width: 30%; white-space: normal; overflow-wrap: anywhere; }
  .rows tbody th { font-size: 0.8125rem; line-height: 1.2; white-space: normal; padding-top: 0.125rem; padding-bottom: 0.125rem; } .rows th .id:not(:only-child) { display: none; }
  .rows th, .rows td { padding-left: 0.25rem; padding-right: 0.25rem; } .rows .text { padding-left: 0; }
}
`;

/** The style sheet of every report. */
export const style: Html = html`
:root {
  color-scheme: light dark;
  --paper: #f8f7f4; --caution: #8a5a00;
  ${colours.light}
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #131217; --caution: #e5b95c;
    ${colours.dark}
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth; }
body {
  margin: 0 auto; padding: 2.25rem 2rem 4rem; max-width: 72rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; overflow-wrap: anywhere;
}
h1, h2, h3, h4, p, ul, ol, dl, dd, figure { margin: 0; }
h1 { font-size: 2.25rem; line-height: 1.15; letter-spacing: -0.02em; font-weight: 650; }
h2 { font-size: 1.375rem; line-height: 1.3; letter-spacing: -0.01em; font-weight: 650; }
h3 { font-size: 1rem; font-weight: 650; margin-top: 1.75rem; }
h4 { font-size: 0.8125rem; font-weight: 600; color: var(--muted); }
a { color: var(--accent); text-underline-offset: 0.2em; }
small { font-size: 0.875em; color: var(--muted); }
code { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, monospace; font-size: 0.8125em; color: var(--muted); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.kind { font-size: 0.8125rem; font-weight: 600; color: var(--accent); margin-bottom: 0.375rem; }
.sets { color: var(--muted); margin-top: 0.5rem; }
main > section { margin-top: 4rem; }
main > section > h2 { margin-bottom: 0.75rem; }
.lead { max-width: 44rem; color: var(--muted); margin-bottom: 1rem; }
.note { font-size: 0.8125rem; color: var(--muted); margin-top: 0.5rem; max-width: 48rem; }
.nothing { padding: 1.25rem; border: 1px dashed var(--line); border-radius: 0.5rem; color: var(--muted); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem; padding: 1.5rem; min-width: 0; }
.opening { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; margin-top: 1.5rem; }
main > .difference { margin-top: 1.5rem; }
.opening h2, .difference h2 { font-size: 0.9375rem; font-weight: 600; color: var(--muted); letter-spacing: 0; }
.opening .verdict h2 { font-size: 1.75rem; color: var(--ink); letter-spacing: -0.01em; }
.sign {
  display: inline-grid; place-items: center; flex: none; width: 1.5em; height: 1.5em; border-radius: 50%; font-size: 0.8em;
  font-weight: 700; line-height: 1; background: var(--tone, var(--muted)); color: var(--card);
}
.verdict .sign { vertical-align: 0.12em; }
.launch { --tone: var(--gain); } .test_first { --tone: var(--caution); } .hold { --tone: var(--loss); }
.summary { font-size: 1.0625rem; margin-top: 0.25rem; }
.reasons { margin-top: 0.5rem; padding-left: 1.1rem; }
.pointers { margin-top: 0.75rem; font-size: 0.9375rem; }
.rule { margin-top: 0.375rem; padding-left: 1.25rem; font-size: 0.8125rem; line-height: 1.5; color: var(--muted); }
.rule .applied { color: var(--ink); }
.big { font-size: 3rem; line-height: 1.1; font-weight: 650; letter-spacing: -0.03em; margin-top: 0.5rem; font-variant-numeric: tabular-nums; }
.up, .gains { color: var(--gain); } .down, .loses { color: var(--loss); } .unclear, .same { color: var(--muted); }
.gains, .loses, .unclear, .same { white-space: nowrap; }
.under { font-size: 1.0625rem; min-height: 1em; font-variant-numeric: tabular-nums; margin-bottom: 0.75rem; }
.pairs { margin-top: 1rem; border-top: 1px solid var(--line); }
.pairs div, .facts div { display: flex; justify-content: space-between; gap: 1.5rem; padding: 0.375rem 0; border-bottom: 1px solid var(--line); }
.pairs dd small { display: block; }
.pairs dd, .facts dd { text-align: right; font-variant-numeric: tabular-nums; }
.pairs dt, .facts dt { color: var(--muted); flex: none; max-width: 70%; }
.facts { max-width: 48rem; border-top: 1px solid var(--line); margin-bottom: 1.5rem; }
.opening .rows .text { width: 34%; } .opening .rows .figure { width: 7rem; }
.opening .scroll { margin-top: 0.75rem; }
.tiles { display: grid; grid-template-columns: repeat(4, 1fr); gap: 1rem; margin-top: 1rem; }
nav, .tiles + .lead { margin-top: 1.5rem; }
.stack { display: grid; gap: 1rem; min-width: 0; align-content: start; }
.stack .tiles { grid-template-columns: 1fr 1fr; margin-top: 0; }
.why-text { font-size: 0.9375rem; margin-top: 0.375rem; }
.tile { background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem; padding: 1rem 1.25rem; display: flex; flex-direction: column; min-width: 0; }
.tile dt { font-size: 0.8125rem; color: var(--muted); line-height: 1.35; }
.tile b { display: block; font-size: 1.375rem; line-height: 1.3; font-weight: 650; margin-top: 0.375rem; font-variant-numeric: tabular-nums; }
.tile span { display: block; line-height: 1.4; font-size: 0.8125rem; color: var(--muted); font-variant-numeric: tabular-nums; }
nav ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; font-size: 0.875rem; }
.scroll { overflow-x: auto; margin-top: 1rem; container-type: inline-size; }
.hint { display: none; color: var(--accent); }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem; line-height: 1.4; overflow-wrap: normal; }
caption { text-align: left; font-size: 0.8125rem; font-weight: 600; color: var(--muted); padding-bottom: 0.5rem; max-width: calc(100vw - 2rem); position: sticky; left: 0; }
th, td { padding: 0.4375rem 0.75rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); font-weight: 400; }
th:first-child, td:first-child { padding-left: 0; } th:last-child, td:last-child { padding-right: 0; }
thead th { font-size: 0.8125rem; color: var(--muted); vertical-align: bottom; }
th.text, td.text { min-width: 5rem; max-width: 24rem; overflow-wrap: anywhere; }
tbody th.text { min-width: 10rem; }
.figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.track { width: 11rem; min-width: 8rem; }
table.many td.track { min-width: 10.5rem; } .many :is(th, td) { padding-left: 0.375rem; padding-right: 0.375rem; white-space: normal; }
.many th:first-child { padding-left: 0; } .many :is(th, td):last-child { padding-right: 0; }
.id { color: var(--muted); font-variant-numeric: tabular-nums; }
.findings { list-style: none; padding: 0; margin-top: 1rem; }
.findings li { display: flex; gap: 0.875rem; padding: 0.75rem 0; border-top: 1px solid var(--line); }
.findings .sign { margin-top: 0.15rem; }
.error { --tone: var(--loss); } .warning { --tone: var(--caution); } .info { --tone: var(--muted); }
.advice { color: var(--muted); font-size: 0.9375rem; }
details { margin-top: 0.75rem; }
summary { cursor: pointer; font-size: 0.875rem; color: var(--accent); }
.example { background: var(--card); border: 1px solid var(--line); border-radius: 0.5rem; padding: 0.75rem 1.25rem; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 2rem; margin: 0.75rem 0 0.25rem; }
.sides > div { min-width: 0; }
.sides ul { padding-left: 1.1rem; margin-top: 0.5rem; font-size: 0.875rem; }
.why { color: var(--muted); }
figcaption { font-size: 0.8125rem; color: var(--muted); margin-top: 0.5rem; }
footer { margin-top: 4rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: 0.8125rem; color: var(--muted); }
${chartStyle}
${rowStyle}
@media (max-width: 60rem) {
  body { padding: 1.5rem 1rem 3rem; }
  h1 { font-size: 1.75rem; }
  main > section { margin-top: 3rem; }
  .opening, .sides { grid-template-columns: minmax(0, 1fr); }
  .stack { display: contents; } .stack > :not(.verdict) { order: 1; }
  .tiles { grid-template-columns: 1fr 1fr; gap: 0.75rem; }
  .tile { padding: 0.875rem; }
  .card { padding: 1.25rem; }
  .big { font-size: 2.5rem; }
  .sides { gap: 1rem; }
  table:not(.rows) tr > :first-child { position: sticky; left: 0; background: var(--paper); }
  tbody th.text { min-width: 7rem; max-width: 9rem; }
}
/* Where a table is too narrow for its columns, whole ones fill the window: none is cut, and the hint says that there are more. */
@media screen and (max-width: 60rem) {
  .scroll { --first: 25cqw; --other: 18.75cqw; scroll-snap-type: x proximity; scroll-padding-left: 25%; }
  table:not(.rows) thead th:not(:first-child) { scroll-snap-align: start; }
  table:not(.rows) .axis.few { display: block; } table:not(.rows) .axis.some { display: none; }
  table.many td.track { min-width: var(--other); }
  table.columns-6 .hint { display: block; }
  table.columns-6 :is(th, td) { min-width: var(--other); max-width: var(--other); padding: 0.4375rem 0.375rem; white-space: normal; overflow-wrap: anywhere; }
  table.columns-6 :is(th, td):first-child { min-width: var(--first); max-width: var(--first); padding-left: 0; }
}
@media screen and (max-width: 47rem) {
  .scroll { --first: 28cqw; --other: 24cqw; scroll-padding-left: 28%; }
  table.columns-5 .hint { display: block; }
  table.columns-5 :is(th, td) { min-width: var(--other); max-width: var(--other); padding: 0.4375rem 0.375rem; white-space: normal; overflow-wrap: anywhere; }
  table.columns-5 :is(th, td):first-child { min-width: var(--first); max-width: var(--first); padding-left: 0; }
}
@media screen and (max-width: 32rem) {
  .scroll { --first: 32cqw; --other: 34cqw; scroll-padding-left: 32%; }
  table.columns-4 .hint { display: block; }
  table.columns-4 :is(th, td) { min-width: var(--other); max-width: var(--other); padding: 0.4375rem 0.375rem; white-space: normal; overflow-wrap: anywhere; }
  table.columns-4 :is(th, td):first-child { min-width: var(--first); max-width: var(--first); padding-left: 0; }
}
@media print {
  :root { --paper: #ffffff; color-scheme: light; print-color-adjust: exact; }
  body { padding: 0; font-size: 0.8125rem; }
  nav { display: none; }
  .scroll { overflow: visible; }
  table { font-size: 0.6875rem; } th, td { padding: 0.25rem 0.375rem; } table:not(.rows) tbody th { position: static; }
  td.track { width: auto; min-width: 4rem; }
  .figures { display: none; } td small { font-size: 0.75em; }
  .card, .tile, .example, figure, tr, .findings li { break-inside: avoid; }
  .example::details-content, .rule-card::details-content, .model::details-content { content-visibility: visible; display: block; }
}
`;
