import { drawHourPairs } from '@auction-tiers/chart';
import type { Block } from '@auction-tiers/report-document';
import {
  chartFigures,
  count,
  counted,
  dayText,
  figure,
  legend,
  momentText,
  moneyOf,
  sentence,
  shortMoney,
  table,
  text,
  timeText,
} from '@auction-tiers/report-document';

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
export function hourBlocks(
  all: readonly HourOfLog[],
  words: Readonly<Record<'before' | 'after' | 'more' | 'less', string>>,
  currency: string,
): Block[] {
  const known = all.flatMap(({ startsAt, before, after }) =>
    startsAt === null ? [] : [{ startsAt, before, after, difference: Number(after) - Number(before) }],
  );
  const hours = known.slice(-mostHours);
  const first = hours.at(0);
  const last = hours.at(-1);
  if (first === undefined || last === undefined) {
    return [sentence('The log has no hours with auctions.', 'nothing')];
  }
  const worse = hours.filter(({ difference }) => difference < 0).length;
  const better = hours.filter(({ difference }) => difference > 0).length;
  const left = all.length - hours.length;
  const levels = moneyOf(currency, hours, ({ before, after }) => [before, after]);
  const differences = moneyOf(currency, hours, ({ difference }) => difference);
  const pairs = hours.map(({ startsAt, before, after, difference }) => ({
    day: dayText(startsAt),
    time: timeText(startsAt),
    before: Number(before),
    after: Number(after),
    difference,
    title: `${momentText(startsAt)}: ${differences.signed(difference)}`,
  }));
  const span = `${momentText(first.startsAt)} to ${momentText(last.startsAt)}`;
  return [
    sentence([
      `${counted(hours.length, 'hour')} with auctions: more revenue in ${count(better)}, less in ${count(worse)}.`,
      left > 0 ? ` Not in the chart: ${counted(left, 'earlier or unknown hour')} of the log.` : null,
    ]),
    legend([
      ['gain', words.more],
      ['loss', words.less],
      ['current', words.before],
      ['draft', words.after],
    ]),
    {
      block: 'chart',
      width: 'page',
      chart: {
        id: 'hours',
        title: 'The difference in net revenue by hour, and net revenue below',
        description: `${span}. More in ${counted(better, 'hour')}, less in ${count(worse)}.`,
        draw: (widthPx) => drawHourPairs(pairs, shortMoney(currency), widthPx),
      },
      caption: `Above: the difference in net to the seller in an hour, ${currency}. Below: the net itself, on a scale of its own. Hours without auctions are left out.`,
    },
    chartFigures([
      table(hours, {
        caption: 'Net to the seller by hour',
        mostRows: mostListedHours,
        columns: [
          text('Hour', ({ startsAt }) => momentText(startsAt)),
          figure(words.before, ({ before }) => levels.plain(before)),
          figure(words.after, ({ after }) => levels.plain(after)),
          figure('Difference', ({ difference }) => differences.signed(difference)),
        ],
      }),
    ]),
  ];
}
