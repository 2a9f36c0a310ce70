import type { CompareReport } from '@auction-tiers/contract/compare-report';
import type { Html } from '@auction-tiers/chart';
import { html } from '@auction-tiers/chart';
import { count, counted, moneyFormat } from '../../figure/page.ts';
import { fileHtml, leadHtml, noDataHtml } from '../kit/part.ts';
import { tableHtml } from '../kit/table.ts';

/** The auctions that change the most, and what is left of the difference without them. */
export function largestHtml({ currency, largest_differences: largest, net_to_seller: net }: CompareReport): Html {
  const { removed, difference, interval, auctions } = largest;
  if (removed === 0) return noDataHtml('No auction brings more or less than before.');
  const money = moneyFormat([net.difference, difference], currency);
  const prices = moneyFormat(
    auctions.flatMap(({ current, draft }) => [current, draft]),
    currency,
  );
  const range = interval === null ? '' : ` (${money.signed(interval.low)} to ${money.signed(interval.high)})`;
  const lead = `Without the ${counted(removed, 'auction')} that ${removed === 1 ? 'changes' : 'change'} the most, the difference is ${money.signed(difference)}${range} in place of ${money.signed(net.difference)}. A verdict must not rest on so few.`;
  return html`${leadHtml(lead)}${tableHtml({
    caption: `The auctions that change the most, of ${count(removed)}: net, CPM`,
    rows: auctions,
    columns: [
      { head: 'Place', kind: 'text', cell: ({ file, place }) => html`${fileHtml(file)}, ${place}` },
      { head: 'Current', kind: 'figure', cell: ({ current }) => prices.plain(current) },
      { head: 'Draft', kind: 'figure', cell: ({ draft }) => prices.plain(draft) },
      { head: 'Difference', kind: 'figure', cell: ({ difference: one }) => prices.signed(one) },
    ],
  })}`;
}
