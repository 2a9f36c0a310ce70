import type { EngineFigures } from '../engine/figures.ts';
import { comparisonsOf, measuredRow } from '../engine/figures.ts';
import type { Shape } from '../engine/workload/workload.ts';
import { shapes } from '../engine/workload/workload.ts';
import { formatFigure, formatNs } from '../suite/table.ts';
import { median } from '../measure/rounds.ts';
import { createLogAxis, keepApart, type LogAxis } from './plot-scale.ts';
import { lineStyles, styleSheet } from './plot-style.ts';

const height = 470;
const panelWidth = 500;
const plot = { left: 66, right: 350, top: 62, bottom: 410 };
const labelGap = 15;

interface Point {
  readonly tierCount: number;
  readonly ns: number;
}

interface Line {
  readonly name: string;
  /** Its place in the line-up, which is its style. */
  readonly at: number;
  readonly points: readonly Point[];
}

/** Cost against tiers as an SVG: a panel a shape, both axes logarithmic, a line a contestant. */
export function drawCostPlot(figures: EngineFigures, ours: string): string {
  const panels = shapes.map((shape) => ({ shape, lines: linesOf(figures, shape) }));
  const points = panels.flatMap(({ lines }) => lines.flatMap((line) => line.points));
  const x = createLogAxis(
    points.map(({ tierCount }) => tierCount),
    plot.left,
    plot.right,
  );
  const y = createLogAxis(
    points.map(({ ns }) => ns),
    plot.bottom,
    plot.top,
  );
  const width = panelWidth * panels.length;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    '<title>Processor time per bid against the number of tiers</title>',
    `<style>\n${styleSheet()}\n</style>`,
    `<rect class="ground" width="${width}" height="${height}" rx="8"/>`,
    ...panels.map(({ shape, lines }, at) =>
      [
        `<g transform="translate(${at * panelWidth} 0)">`,
        title(shape),
        grid(x, y),
        ...draw(lines, x, y, ours),
        '</g>',
      ].join('\n'),
    ),
    '</svg>',
    '',
  ].join('\n');
}

function linesOf(figures: EngineFigures, shape: Shape): Line[] {
  const comparisons = comparisonsOf(figures, shape);
  const names = comparisons[0]?.rows.map(({ name }) => name) ?? [];
  return names.map((name, at) => {
    const points = comparisons.flatMap((comparison) => {
      const row = measuredRow(comparison, name);
      return row === undefined ? [] : [{ tierCount: comparison.tierCount, ns: median(row.cpuNsPerBid) }];
    });
    return { name, at, points };
  });
}

function title(shape: Shape): string {
  const meaning = { wide: 'more tiers, more buyers', deep: 'more tiers, the same 500 buyers' }[shape];
  return `<text class="title" x="${plot.left}" y="28">${shape}: ${meaning}</text>
<text class="faint" x="${plot.left}" y="48">processor time per bid</text>`;
}

function grid(x: LogAxis, y: LogAxis): string {
  const rows = y.ticks.map((ns) => {
    const at = round(y.at(ns));
    return `<path class="grid" d="M${plot.left} ${at}H${plot.right}"/><text class="faint" x="${plot.left - 8}" y="${at + 4}" text-anchor="end">${formatNs(ns)}</text>`;
  });
  const columns = x.ticks.map((tierCount) => {
    const at = round(x.at(tierCount));
    return `<path class="grid" d="M${at} ${plot.top}V${plot.bottom}"/><text class="faint" x="${at}" y="${plot.bottom + 20}" text-anchor="middle">${formatFigure(tierCount)}</text>`;
  });
  const middle = (plot.left + plot.right) / 2;
  return [
    ...rows,
    ...columns,
    `<text class="faint" x="${middle}" y="${plot.bottom + 42}" text-anchor="middle">tiers</text>`,
  ].join('\n');
}

/** The lines, and their names at their right ends, moved apart where they would lie on each other. */
function draw(lines: readonly Line[], x: LogAxis, y: LogAxis, ours: string): string[] {
  const drawn = lines.filter(({ points }) => points.length > 0);
  const ends = drawn.map(({ points }) => y.at(points.at(-1)!.ns));
  const labels = keepApart(ends, labelGap, plot.bottom);
  return drawn.map(({ name, at, points }, index) => {
    const places = points.map(({ tierCount, ns }) => `${round(x.at(tierCount))} ${round(y.at(ns))}`);
    const mark = lineStyles[at % lineStyles.length]!.mark;
    const label = round(labels[index]!);
    return [
      `<g class="line-${at % lineStyles.length}"><path class="line${name === ours ? ' ours' : ''}" d="M${places.join('L')}"/>`,
      ...places.map((place) => `<path class="mark" transform="translate(${place})" d="${mark}"/>`),
      `<text class="label" x="${plot.right + 12}" y="${label + 4}">${name}</text></g>`,
    ].join('\n');
  });
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
