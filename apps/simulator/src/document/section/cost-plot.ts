import type { Chart, Html } from '@auction-tiers/chart';
import { html } from '@auction-tiers/chart';
import { count } from '@auction-tiers/report-document';

/** A line of the plot: time per bid by number of tiers. */
export interface CostLine {
  readonly name: string;
  /** A class in the style sheet of charts. */
  readonly look: string;
  readonly points: readonly { readonly tiers: number; readonly ns: number }[];
}

const [topPx, leftPx, plotPx, belowPx, labelPx] = [12, 56, 280, 44, 150];
const labelGapPx = 15;

/** Time per bid against tiers, both axes logarithmic; each line has its name at its right end. */
export function costPlot(lines: readonly CostLine[], word: (ns: number) => string): Chart {
  const tiers = lines.flatMap(({ points }) => points.map((point) => point.tiers));
  const times = lines.flatMap(({ points }) => points.map(({ ns }) => ns));
  return {
    id: 'cost',
    title: 'Time per bid by number of tiers',
    description: `${lines.map(({ name }) => name).join(', ')}; both axes are logarithmic.`,
    draw: (widthPx) => {
      const [bottom, right] = [topPx + plotPx, widthPx - labelPx];
      const x = logAxis(tiers, leftPx, right);
      const y = logAxis(times, bottom, topPx);
      const columns = x.ticks.map(
        (tick) => html`<line class="grid" x1="${x.at(tick)}" x2="${x.at(tick)}" y1="${topPx}" y2="${bottom}"/>
<text class="middle" x="${x.at(tick)}" y="${bottom + 18}">${count(tick)}</text>`,
      );
      const rows = y.ticks.map(
        (tick) => html`<line class="grid" x1="${leftPx}" x2="${right}" y1="${y.at(tick)}" y2="${y.at(tick)}"/>
<text class="end" x="${leftPx - 6}" y="${y.at(tick) + 4}">${word(tick)}</text>`,
      );
      let lowest = Number.POSITIVE_INFINITY;
      const drawn = lines
        .map((line) => ({ line, end: y.at(line.points.at(-1)!.ns) }))
        .toSorted((one, other) => other.end - one.end)
        .map(({ line, end }): Html => {
          // Names that would lie on each other are moved up.
          lowest = Math.min(end + 4, lowest - labelGapPx);
          const places = line.points.map((point) => `${x.at(point.tiers)} ${y.at(point.ns)}`).join('L');
          return html`<path class="level ${line.look}" d="M${places}"/><text x="${right + 8}" y="${lowest}">${line.name}</text>
`;
        });
      const caption = html`<text class="middle" x="${(leftPx + right) / 2}" y="${bottom + 38}">tiers</text>`;
      return { heightPx: bottom + belowPx, body: html`${columns}${rows}${drawn}${caption}` };
    },
  };
}

/** An axis over whole decades. */
function logAxis(values: readonly number[], start: number, end: number) {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
  return {
    ticks: Array.from({ length: last - first + 1 }, (_, step) => 10 ** (first + step)),
    at: (value: number) =>
      Math.round(10 * (start + ((Math.log10(value) - first) / (last - first)) * (end - start))) / 10,
  };
}
