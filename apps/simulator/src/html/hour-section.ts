import { chartHtml, legendHtml } from './chart/chart.ts';
import type { HourRevenue } from './chart/hour-chart.ts';
import { drawHours } from './chart/hour-chart.ts';
import { momentText } from './date-text.ts';
import { count, counted, moneyFormat } from './figure.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import { lead, nothing } from './section.ts';
import { tableHtml } from './table.ts';

/** Net revenue of an hour; one without a beginning is no single hour. */
export interface HourOfLog {
  readonly startsAt: string | null;
  readonly before: string;
  readonly after: string;
}

/** A month of hours is what a chart can show. */
const mostHours = 744;
const mostListedHours = 200;

/** Revenue by hour both ways. */
export function hourSection(
  all: readonly HourOfLog[],
  words: Readonly<Record<'before' | 'after' | 'more' | 'less', string>>,
): Html {
  const known = all.flatMap(({ startsAt, before, after }): HourRevenue[] =>
    startsAt === null ? [] : [{ startsAt, before, after, difference: (Number(after) - Number(before)).toFixed(9) }],
  );
  const hours = known.slice(-mostHours);
  const first = hours.at(0);
  const last = hours.at(-1);
  if (first === undefined || last === undefined) return nothing('The log has no hours with auctions.');
  const worse = hours.filter(({ difference }) => Number(difference) < 0).length;
  const better = hours.filter(({ difference }) => Number(difference) > 0).length;
  const left = all.length - hours.length;
  const levels = moneyFormat(hours.flatMap(({ before, after }) => [before, after]));
  const differences = moneyFormat(hours.map(({ difference }) => difference));
  const span = `${momentText(first.startsAt)} to ${momentText(last.startsAt)}`;
  return html`${lead(
    `${counted(hours.length, 'hour')} with auctions: more revenue in ${count(better)}, less in ${count(worse)}.`,
    left > 0 ? ` Not in the chart: ${counted(left, 'earlier or unknown hour')} of the log.` : null,
  )}
${legendHtml([
  ['current', words.before],
  ['draft', words.after],
  ['gain', words.more],
  ['loss', words.less],
])}
<figure>
${chartHtml({
  id: 'hours',
  title: 'Net revenue by hour, and the difference below',
  description: `${span}. More in ${counted(better, 'hour')}, less in ${count(worse)}.`,
  draw: (widthPx) => drawHours(hours, widthPx),
})}
<figcaption>Above: net to the seller in an hour, USD. Below: the difference, on a scale of its own. Hours without auctions are left out.</figcaption>
</figure>
<details class="figures"><summary>The figures of this chart</summary>
${tableHtml({
  caption: 'Net to the seller by hour',
  rows: hours,
  mostRows: mostListedHours,
  columns: [
    { head: 'Hour', kind: 'text', cell: ({ startsAt }) => momentText(startsAt) },
    { head: words.before, kind: 'figure', cell: ({ before }) => levels.plain(before) },
    { head: words.after, kind: 'figure', cell: ({ after }) => levels.plain(after) },
    { head: 'Difference', kind: 'figure', cell: ({ difference }) => differences.signed(difference) },
  ],
})}
</details>
`;
}
