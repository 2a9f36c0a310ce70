import type { CompareReport, Day } from '@auction-tiers/contract/compare-report';
import type { Html } from '@auction-tiers/chart';
import { html } from '@auction-tiers/chart';
import { count, moneyFormat } from '../../figure/page.ts';
import { confidenceOf } from '../../figure/text.ts';
import { leadHtml, noDataHtml } from '../kit/part.ts';
import { tableHtml } from '../kit/table.ts';

/** What the draft brings in a mean day of the log, in a month of such days, and on each day. */
export function daysHtml(report: CompareReport): Html {
  const {
    currency,
    by_day: { days, per_day: perDay, per_month: perMonth, assumption },
  } = report;
  if (perDay === null || perMonth === null) return noDataHtml('The log does not say of which days its auctions are.');
  const means = [
    { name: 'a day, on average', ...perDay },
    { name: `${perMonth.days} days`, ...perMonth },
  ];
  const money = moneyFormat(
    means.flatMap(({ current, draft }) => [current, draft]),
    currency,
  );
  const { lowest, highest, standard_deviation: deviation } = perDay;
  const spread =
    deviation === null
      ? ''
      : `Single days differ by ${money.signed(lowest)} to ${money.signed(highest)}, with a standard deviation of ${money.plain(deviation)}. `;
  return html`${leadHtml(`${spread}${assumption ?? ''}`)}${tableHtml<(typeof means)[number]>({
    caption: 'Net to the seller by day and month',
    rows: means,
    columns: [
      { head: 'Net to the seller', kind: 'text', cell: ({ name }) => name },
      { head: 'Current', kind: 'figure', cell: ({ current }) => money.plain(current) },
      { head: 'Draft', kind: 'figure', cell: ({ draft }) => money.plain(draft) },
      { head: 'Difference', kind: 'figure', cell: ({ difference }) => money.signed(difference) },
      {
        head: `${confidenceOf(report)} interval`,
        kind: 'figure',
        cell: ({ interval }) =>
          interval === null ? '' : `${money.signed(interval.low)} to ${money.signed(interval.high)}`,
      },
    ],
  })}${eachDayHtml(days, currency)}`;
}

function eachDayHtml(days: readonly Day[], currency: string): Html {
  const money = moneyFormat(
    days.flatMap(({ current, draft }) => [current.net_to_seller, draft.net_to_seller]),
    currency,
  );
  return tableHtml<Day>({
    caption: 'Net to the seller of each day',
    rows: days,
    columns: [
      { head: 'Day', kind: 'text', cell: ({ date, is_whole: isWhole }) => (isWhole ? date : `${date} (a part)`) },
      { head: 'Auctions', kind: 'figure', cell: ({ auctions }) => count(auctions) },
      { head: 'Current', kind: 'figure', cell: ({ current }) => money.plain(current.net_to_seller) },
      { head: 'Draft', kind: 'figure', cell: ({ draft }) => money.plain(draft.net_to_seller) },
      { head: 'Difference', kind: 'figure', cell: ({ difference }) => money.signed(difference.net_to_seller) },
    ],
  });
}
