import type { CompareReport, Row } from '@auction-tiers/contract/compare-report';
import type { Content, Html } from '@auction-tiers/chart';
import { axisHtml, bar, createTrackScale, html, rule, toneOf, trackHtml, whisker } from '@auction-tiers/chart';
import { cumsum } from 'd3-array';
import { count, counted, moneyFormat, shortMoney, signedCount } from '../../figure/page.ts';
import { confidenceOf, missesOf, pluralOf } from '../../figure/text.ts';
import { headOf, idAndName, leadHtml, noDataHtml, presenceHtml } from '../kit/part.ts';
import { tableHtml } from '../kit/table.ts';

const directionWords: Readonly<Record<Row['direction'], string>> = {
  gains: '▲ gains',
  loses: '▼ loses',
  unclear: 'unclear',
  same: 'same',
};

/** Which buyers, tiers or placements gain and lose: each row with its difference as a bar with its interval. */
export function breakdownHtml(
  noun: string,
  { rows, comparisons }: CompareReport['buyers'],
  report: CompareReport,
): Html {
  const { currency } = report;
  if (rows.length === 0) return noDataHtml(`The log has no ${noun} that bought or brought anything.`);
  const changing = rows.filter(({ direction }) => direction !== 'same');
  const same = rows.length - changing.length;
  const rest = same === 0 ? '' : `${counted(same, noun)} without any change ${same === 1 ? 'is' : 'are'} not listed. `;
  if (changing.length === 0) return noDataHtml(`Nothing changes for any ${noun}.`);
  const levels = moneyFormat(
    changing.flatMap(({ current, draft }) => [current.net_to_seller, draft.net_to_seller]),
    currency,
  );
  const differences = moneyFormat(
    changing.map(({ difference }) => difference.net_to_seller),
    currency,
  );
  const scale = createTrackScale(
    changing.flatMap(({ difference, interval }) =>
      [difference.net_to_seller, ...(interval === null ? [] : [interval.low, interval.high])].map(Number),
    ),
  );
  const others = comparisons === changing.length ? '' : ' The others, whose differences are smaller, have none.';
  const intervals =
    comparisons === 0
      ? 'There are too few clusters for intervals.'
      : `${counted(comparisons, 'row has an interval', 'rows have an interval')}, each for itself: at ${confidenceOf(report)}, ${missesOf(report)}.${others}`;
  return html`${leadHtml(`${rest}${intervals}`)}${tableHtml<Row>({
    caption: `Net to the seller by ${noun}, the largest difference first`,
    rows: changing,
    columns: [
      { head: headOf(noun), kind: 'text', cell: (row) => rowName(row, noun) },
      { head: 'Difference', kind: 'figure', cell: ({ difference }) => differences.signed(difference.net_to_seller) },
      {
        head: 'With interval',
        kind: 'track',
        axis: axisHtml(scale, shortMoney(currency)),
        cell: ({ difference, interval }) => {
          const value = Number(difference.net_to_seller);
          const bounds = interval && whisker(scale, Number(interval.low), Number(interval.high));
          return trackHtml(rule(scale, 0, 'zero'), bar(scale, 0, value, toneOf(value)), bounds);
        },
      },
      {
        head: `${confidenceOf(report)} interval`,
        kind: 'figure',
        cell: ({ interval }) =>
          interval === null ? '' : `${differences.signed(interval.low)} to ${differences.signed(interval.high)}`,
      },
      {
        head: '',
        kind: 'text',
        // A row without an interval was not tested, so it is not called unclear.
        cell: ({ direction, interval }) =>
          interval === null ? null : html`<span class="${direction}">${directionWords[direction]}</span>`,
      },
      { head: 'Draft wins', kind: 'figure', cell: ({ draft }) => count(draft.wins) },
      { head: '+/−', kind: 'figure', cell: ({ difference }) => signedCount(difference.wins) },
      { head: 'Current', kind: 'figure', cell: ({ current }) => levels.plain(current.net_to_seller) },
      { head: 'Draft', kind: 'figure', cell: ({ draft }) => levels.plain(draft.net_to_seller) },
      { head: 'Forgone', kind: 'figure', cell: ({ draft }) => levels.plain(draft.forgone) },
      { head: '+/−', kind: 'figure', cell: ({ difference }) => levels.signed(difference.forgone) },
    ],
  })}`;
}

const shownSteps = 10;

interface Step {
  readonly name: Content;
  readonly from: number;
  readonly to: number;
  readonly amount: string | number;
  readonly isTotal: boolean;
}

/** A waterfall: how the differences of single rows add up to the total. The ten largest, then all others together. */
export function waterfallHtml(
  caption: string,
  noun: string,
  rows: readonly Row[],
  total: string,
  currency: string,
): Html {
  const changing = rows.filter(({ difference }) => Number(difference.net_to_seller) !== 0);
  const shown = changing.slice(0, shownSteps);
  const rest = changing.slice(shownSteps);
  const amounts: (string | number)[] = shown.map(({ difference }) => difference.net_to_seller);
  // Rounded, for the drawing only: the exact amounts are in the table of the rows.
  const restAmount = Number(total) - amounts.reduce<number>((sum, amount) => sum + Number(amount), 0);
  const names: Content[] = shown.map((row) => rowName(row, noun));
  if (rest.length > 0) {
    names.push(html`<i>${counted(rest.length, `other ${noun}`)}</i>`);
    amounts.push(restAmount);
  }
  const ends = Array.from(cumsum(amounts, Number));
  const steps: Step[] = names.map((name, at) => ({
    name,
    from: ends[at - 1] ?? 0,
    to: ends[at]!,
    amount: amounts[at]!,
    isTotal: false,
  }));
  steps.push({ name: html`<b>All together</b>`, from: 0, to: Number(total), amount: total, isTotal: true });
  const scale = createTrackScale(steps.map(({ to }) => to));
  const money = moneyFormat(
    steps.map(({ amount }) => amount),
    currency,
  );
  return tableHtml<Step>({
    caption,
    isChart: true,
    rows: steps,
    columns: [
      { head: headOf(noun), kind: 'text', cell: ({ name }) => name },
      {
        head: 'Each from where the last one ended',
        kind: 'track',
        axis: axisHtml(scale, shortMoney(currency)),
        cell: ({ from, to, isTotal }, at) =>
          trackHtml(
            rule(scale, 0, 'zero'),
            at === 0 || isTotal ? null : rule(scale, from, 'link'),
            bar(scale, from, to, isTotal ? 'total' : toneOf(to - from)),
          ),
      },
      { head: 'Difference in net', kind: 'figure', cell: ({ amount }) => money.signed(amount) },
    ],
  });
}

/** The name of a row of a comparison. */
function rowName({ kind, id, name, presence }: Row, noun: string): Html {
  if (kind === 'other') return html`<i>all other ${pluralOf(noun)}</i>`;
  return html`${idAndName(id, name, noun === 'tier' ? 'untiered' : `no known ${noun}`)}${presenceHtml(presence)}`;
}
