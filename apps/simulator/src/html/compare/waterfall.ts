import { cumsum } from 'd3-array';
import type { Row } from '../../schema/compare-report.ts';
import { bar, createTrackScale, rule, toneOf, trackHtml } from '../chart/track.ts';
import { counted, moneyFormat } from '../figure.ts';
import type { Html, Piece } from '../html.ts';
import { html } from '../html.ts';
import { headOf } from '../name.ts';
import { tableHtml } from '../table.ts';
import { rowName } from './row-name.ts';

const shownSteps = 10;

interface Step {
  readonly name: Piece;
  readonly from: number;
  readonly to: number;
  readonly amount: string;
  readonly isTotal: boolean;
}

/** How the differences of single rows add up to the whole: the largest ones, the others together. */
export function waterfallHtml(caption: string, noun: string, rows: readonly Row[], total: string): Html {
  const changing = rows.filter(({ difference }) => Number(difference.net_to_seller) !== 0);
  const shown = changing.slice(0, shownSteps);
  const rest = changing.slice(shownSteps);
  const amounts = shown.map(({ difference }) => difference.net_to_seller);
  // For the eye only: each exact amount stands in the table of its rows.
  const restAmount = Number(total) - amounts.reduce((sum, amount) => sum + Number(amount), 0);
  const names: Piece[] = shown.map((row) => rowName(row, noun));
  if (rest.length > 0) {
    names.push(html`<i>${counted(rest.length, `other ${noun}`)}</i>`);
    amounts.push(restAmount.toFixed(9));
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
  const money = moneyFormat(steps.map(({ amount }) => amount));
  return tableHtml<Step>({
    caption,
    isChart: true,
    rows: steps,
    columns: [
      { head: headOf(noun), kind: 'text', cell: ({ name }) => name },
      {
        head: 'Each from where the last one ended',
        kind: 'track',
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
