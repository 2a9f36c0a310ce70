import type { Html } from './markup/html.ts';
import { html } from './markup/html.ts';

/**
 * The rules for marks, axes and legends of all charts: the contents of a `style` element. They apply only inside the
 * elements that this library writes. The document sets the colours as `colours` does, or its own under the same names.
 */
export const chartStyle: Html = html`
svg:where(.chart, .track, .axis, .key) { display: block; overflow: visible; }
.chart { width: 100%; height: auto; font-size: 12px; font-variant-numeric: tabular-nums; }
.chart text { fill: var(--muted); }
.chart .end { text-anchor: end; } .chart .middle { text-anchor: middle; }
.chart.middle, .chart.narrow { display: none; }
:where(.chart) .grid { stroke: var(--line); }
:where(.chart, .track, .axis) .zero { stroke: var(--muted); }
:where(.track) .link { stroke: var(--current); stroke-dasharray: 2 2; }
:where(.chart, .track, .key) .mark.current { fill: var(--current); }
:where(.chart, .track, .key) :is(.mark.draft, .mark.total) { fill: var(--accent); }
:where(.chart, .track, .key) .mark.even { fill: var(--ink); }
:where(.chart, .track, .key) .mark.gain { fill: var(--gain); } :where(.chart, .track, .key) .mark.loss { fill: var(--loss); }
:where(.chart, .key, .spark-line) .level { fill: none; stroke-width: 1.75; stroke-linejoin: round; }
:where(.chart, .key) .level.current { stroke: var(--current); stroke-width: 1.25; } :where(.chart, .key) .level.draft { stroke: var(--accent); }
:where(.chart) .effect { stroke-width: 2.5; } :where(.chart) .effect.even { stroke: var(--ink); }
:where(.chart) .reach.effect { stroke-width: 14; stroke-opacity: 0.14; stroke-linecap: round; } .chart .figure { fill: var(--ink); font-weight: 600; }
:where(.chart) .effect.gain { stroke: var(--gain); } :where(.chart) .effect.loss { stroke: var(--loss); }
:where(.track) .whisker { stroke: var(--ink); stroke-width: 1.25; }
:where(.chart, .key) .level.earlier { stroke-dasharray: 3 3; }
.chart .hit { fill: transparent; } .chart .ruler { stroke: var(--muted); visibility: hidden; pointer-events: none; }
.chart .hour:is(:hover, [data-read]) .ruler { visibility: visible; }
:where(.chart, .key) .pole { stroke: var(--ink); stroke-dasharray: 1 3; } :where(.chart, .key) .cloth { fill: var(--ink); }
.chart .flag text { fill: var(--accent); } .chart .flag:is(:hover, :focus-visible) text { text-decoration: underline; }
.chart .flag:focus-visible { outline: 2px solid var(--accent); outline-offset: -1px; } .chart .flag:is(:hover, :focus-visible) .cloth { fill: var(--accent); }
:where(.chart) .mark.in { fill: var(--accent); } :where(.chart) .mark.out { fill: none; stroke: var(--current); stroke-width: 1; }
:where(.chart) .min-price { stroke: var(--ink); stroke-width: 2; } :where(.chart) .min-price-before { stroke: var(--muted); stroke-width: 1.5; stroke-dasharray: 3 3; }

:where(.chart, .key) .curve-band { fill: var(--accent); fill-opacity: 0.18; } :where(.chart) .best { fill: var(--current); fill-opacity: 0.22; }
.chart .min-price-label { fill: var(--ink); }
svg.track { width: 100%; height: 1.25rem; } .spark-line .level { stroke: var(--current); }
:where(.chart, .track, .key) rect.mark { stroke-width: 0.75; stroke: transparent; }
svg.axis { width: 100%; height: 1.125rem; margin-top: 0.25rem; font-size: 12px; font-variant-numeric: tabular-nums; }
.axis text { fill: var(--muted); } .axis .end { text-anchor: end; } .axis .middle { text-anchor: middle; }
.track rect.gain { stroke: var(--gain); } .track rect.loss { stroke: var(--loss); } .track rect.total, .track rect.draft { stroke: var(--accent); } .track rect.current { stroke: var(--current); }
rect[class*='step-'] { --hue: var(--accent); fill: color-mix(in oklab, var(--hue) var(--depth), var(--card)); stroke: var(--hue); }
rect.of-current[class*='step-'] { --hue: var(--muted); }
.step-0 { --depth: 16%; } .step-1 { --depth: 34%; } .step-2 { --depth: 52%; } .step-3 { --depth: 74%; }
rect.step-4 { fill: color-mix(in oklab, var(--hue) 35%, var(--ink)); }
.funnel { list-style: none; margin: 0; padding: 0; font-size: 0.8125rem; font-variant-numeric: tabular-nums; }
.funnel li { display: grid; grid-template-columns: 5.5rem minmax(3rem, 1fr) 6rem; column-gap: 0.5rem; align-items: center; min-height: 1.75rem; }
.funnel-name { position: relative; } .funnel-name[data-definition] { text-decoration: underline dotted var(--muted); text-underline-offset: 3px; cursor: help; }
.funnel-name[data-definition]:is(:hover, :focus)::after { content: attr(data-definition); position: absolute; left: 0; top: 100%; z-index: 5; width: 15rem; padding: 0.25rem 0.5rem; border: 1px solid var(--line); border-radius: 4px; background: var(--card); color: var(--ink); font-weight: 400; white-space: normal; }
.funnel-figure { text-align: right; font-weight: 600; } .funnel-note { grid-column: 2 / -1; color: var(--muted); font-size: 0.75rem; }
.spark { position: relative; isolation: isolate; display: block; padding: 0 0.25rem; font-variant-numeric: tabular-nums; }
.spark-bar { position: absolute; inset: 0; width: 100%; height: 100%; z-index: -1; } .spark-bar .mark { fill: var(--accent); fill-opacity: 0.16; }
.states { display: grid; grid-template-columns: repeat(11, minmax(0, 1fr)); gap: 2px; max-width: 33rem; }
.state { display: flex; flex-direction: column; align-items: center; justify-content: center; aspect-ratio: 1; padding: 0; border: 1px solid var(--line); border-radius: 2px; background: var(--card); color: var(--muted); font: inherit; font-size: 0.6875rem; line-height: 1.15; font-variant-numeric: tabular-nums; text-decoration: none; }
.state[class*='depth-'] { --depth: 0%; background: color-mix(in oklab, var(--accent) var(--depth), var(--card)); color: var(--ink); cursor: pointer; }
.state.depth-1 { --depth: 12%; } .state.depth-2 { --depth: 24%; } .state.depth-3 { --depth: 36%; }
.state:is([aria-pressed='true'], [aria-current]) { outline: 2px solid var(--ink); outline-offset: -2px; }
.state-label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.state:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.key { width: 16px; height: 12px; flex: none; }
.legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; font-size: 0.8125rem; margin: 0.5rem 0 0.75rem; }
.legend li { display: flex; align-items: center; gap: 0.4375rem; }
@media (max-width: 60rem) { .chart.wide { display: none; } .chart.middle { display: block; } }
@media (max-width: 36rem) { .chart.middle { display: none; } .chart.narrow { display: block; } }
`;

// Gain and loss differ for colour-blind readers too, and have signs as well.

/**
 * The variables of colours for each theme, as declarations. The contrast is at least 4.5 for letters (`ink`, `muted`,
 * `accent`, `gain`, `loss`) and 3 for marks; `card` is the ground of a chart.
 */
export const colours: Readonly<Record<'light' | 'dark', Html>> = {
  light: html`--card: #ffffff; --ink: #1b1a1f; --muted: #5b5963; --line: #dfdcd5; --accent: #4044b8; --current: #85828e; --gain: #00796b; --loss: #b8430a;`,
  dark: html`--card: #1b1a20; --ink: #ecebef; --muted: #a8a5b1; --line: #34323b; --accent: #a5aaff; --current: #8d8a97; --gain: #56cdbd; --loss: #ff9a70;`,
};
