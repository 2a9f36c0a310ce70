import type { Html } from '@auction-tiers/chart';
import { documentChartHtml, drawHourPairs, html, legendHtml } from '@auction-tiers/chart';
import { count, counted, dayText, momentText, moneyFormat, shortMoney, timeText } from '../../figure/page.ts';
import { leadHtml, noDataHtml } from '../kit/part.ts';
import { tableHtml } from '../kit/table.ts';

/** Net revenue of an hour, as earned. Without `startsAt`: of all hours that have no row of their own. */
export interface HourOfLog {
  readonly startsAt: string | null;
  readonly before: string;
  readonly after: string;
}

/** The hours of a month: more are too narrow to see. */
const mostHours = 744;
const mostListedHours = 200;

/** Revenue by hour, before and after, as a chart and as a table. */
export function hourSection(
  all: readonly HourOfLog[],
  words: Readonly<Record<'before' | 'after' | 'more' | 'less', string>>,
  currency: string,
): Html {
  const known = all.flatMap(({ startsAt, before, after }): HourRevenue[] =>
    startsAt === null ? [] : [{ startsAt, before, after, difference: Number(after) - Number(before) }],
  );
  const hours = known.slice(-mostHours);
  const first = hours.at(0);
  const last = hours.at(-1);
  if (first === undefined || last === undefined) return noDataHtml('The log has no hours with auctions.');
  const worse = hours.filter(({ difference }) => difference < 0).length;
  const better = hours.filter(({ difference }) => difference > 0).length;
  const left = all.length - hours.length;
  const levels = moneyFormat(
    hours.flatMap(({ before, after }) => [before, after]),
    currency,
  );
  const differences = moneyFormat(
    hours.map(({ difference }) => difference),
    currency,
  );
  const pairs = hours.map(({ startsAt, before, after, difference }) => ({
    day: dayText(startsAt),
    time: timeText(startsAt),
    before: Number(before),
    after: Number(after),
    difference,
    title: `${momentText(startsAt)}: ${differences.signed(difference)}`,
  }));
  const span = `${momentText(first.startsAt)} to ${momentText(last.startsAt)}`;
  return html`${leadHtml(
    `${counted(hours.length, 'hour')} with auctions: more revenue in ${count(better)}, less in ${count(worse)}.`,
    left > 0 ? ` Not in the chart: ${counted(left, 'earlier or unknown hour')} of the log.` : null,
  )}
${legendHtml([
  ['gain', words.more],
  ['loss', words.less],
  ['current', words.before],
  ['draft', words.after],
])}
<figure>
${documentChartHtml({
  id: 'hours',
  title: 'The difference in net revenue by hour, and net revenue below',
  description: `${span}. More in ${counted(better, 'hour')}, less in ${count(worse)}.`,
  draw: (widthPx) => drawHourPairs(pairs, shortMoney(currency), widthPx),
})}
<figcaption>Above: the difference in net to the seller in an hour, ${currency}. Below: the net itself, on a scale of its own. Hours without auctions are left out.</figcaption>
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

/** Net revenue of one hour, before and after, as exact decimal texts. */
interface HourRevenue {
  /** ISO 8601. */
  readonly startsAt: string;
  readonly before: string;
  readonly after: string;
  readonly difference: number;
}
