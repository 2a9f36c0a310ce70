/** Charts as safe markup, for documents and for pages. Pure: from plain data to text, in Node and in a browser. */

export type { DifferenceBin } from './chart/distribution.ts';
export { drawDistribution } from './chart/distribution.ts';
export type { FunnelSteps } from './chart/funnel.ts';
export { createFunnelScale, funnelStages, funnelTrackHtml } from './chart/funnel.ts';
export type { HourPair } from './chart/hours.ts';
export { drawHourPairs } from './chart/hours.ts';
export type { HourFigure, HourlyLine } from './chart/hourly-line.ts';
export { drawHourlyLine, hourlyLegendHtml } from './chart/hourly-line.ts';
export type { Estimate } from './chart/interval.ts';
export { drawInterval } from './chart/interval.ts';
export type { Flag } from './mark/flag.ts';
export type { Chart, Drawing } from './mark/frame.ts';
export { chartHtml, documentChartHtml, legendHtml } from './mark/frame.ts';
export type { Step, Tone, TrackScale } from './mark/track.ts';
export { axisHtml, bar, createTrackScale, dot, rule, toneOf, trackHtml, whisker } from './mark/track.ts';
export type { Content, Html } from './markup/html.ts';
export { html } from './markup/html.ts';
export type { NamedHour } from './scale/hour-axis.ts';
export { compact, compactMoney, sharePercent } from './scale/tick-text.ts';
export { chartStyle, colours } from './style.ts';
