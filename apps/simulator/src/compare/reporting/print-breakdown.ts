import type { MoneyCell } from '../../report/cell.ts';
import { moneyCellFor, newTable, signedCell } from '../../report/cell.ts';
import { count, counted } from '../../report/figure-text.ts';
import type { CompareReport, Row } from '../../schema/compare-report.ts';

/** Rows of a breakdown on the terminal; the JSON has all. */
const shownRows = 8;

/** Who gains and who loses, the largest differences first. */
export function printBreakdown(noun: string, { rows, comparisons }: CompareReport['buyers']): string[] {
  const changing = rows.filter(({ direction }) => direction !== 'same');
  if (changing.length === 0) return [];
  const shown = changing.slice(0, shownRows);
  const table = newTable([noun, 'draft wins', '+/-', 'draft net, USD', 'difference', '95 % interval', '']);
  const money = moneyCellFor(shown.flatMap(({ current, draft }) => [current.net_to_seller, draft.net_to_seller]));
  for (const row of shown) {
    table.push([
      nameOf(row, noun),
      count(row.draft.wins),
      signedCell(count(row.difference.wins)),
      money(row.draft.net_to_seller),
      signedCell(money(row.difference.net_to_seller)),
      intervalCell(row.interval, money),
      row.direction === 'unclear' ? '' : row.direction,
    ]);
  }
  const more = changing.length - shown.length;
  const notes = [
    ...(more > 0 ? [`${count(more)} more ${more === 1 ? 'changes' : 'change'}.`] : []),
    ...(comparisons > 0
      ? [`${counted(comparisons, 'interval')}, each for itself: one in twenty misses by chance.`]
      : []),
  ];
  return [table.toString(), ...(notes.length === 0 ? [] : [notes.join(' ')]), ''];
}

/** Nothing where there is no interval. */
export function intervalCell(bounds: Row['interval'], money: MoneyCell): string {
  return bounds === null ? '' : `${signedCell(money(bounds.low))} to ${signedCell(money(bounds.high))}`;
}

function nameOf({ kind, id, name }: Row, noun: string): string {
  if (kind === 'other') return `all other ${noun}s`;
  if (kind === 'unknown') return noun === 'tier' ? 'untiered' : `no known ${noun}`;
  return name === null ? `${id}` : `${id} ${name}`;
}
