import { moneyCellFor, newTable, signedCell } from './cell.ts';
import { count } from './figure-text.ts';
import type { ReplayReport, Row } from '../schema/replay-report.ts';

const shownRows = 5;

/** The rows with the highest revenue of each breakdown; all are in the report's JSON. */
export function printBreakdowns(report: ReplayReport): string[] {
  const { buyers, dmas, sizes, placements, hours } = report;
  return [
    ...print('buyer', buyers, ({ id, name }) => nameWith(id, name)),
    ...print('market area', dmas, ({ dma, name }) => nameWith(dma, name)),
    ...print('size', sizes, ({ size }) => size ?? 'unknown'),
    ...print('placement', placements, ({ placement_id: id }) => `${id ?? 'unknown'}`),
    ...print(
      'hour, UTC',
      { rows: hours.rows.toSorted(compareRevenue) },
      ({ hour }) => `${String(hour).padStart(2, '0')}:00`,
    ),
  ];
}

function print<Named extends Row>(
  title: string,
  { rows }: { readonly rows: readonly Named[] },
  nameOf: (row: Named) => string,
): string[] {
  const names = rows.slice(0, shownRows).map(nameOf);
  // A log that does not say is not worth a table.
  if (names.length === 0 || (names.length === 1 && names[0] === 'unknown')) return [];
  const heading = rows.length > shownRows ? `${title} (${shownRows} of ${count(rows.length)})` : title;
  const table = newTable([heading, 'bids', 'won', 'net, USD', 'difference', 'excluded', 'below floor']);
  const shown = rows.slice(0, shownRows);
  const money = moneyCellFor(shown.flatMap((row) => [row.net_to_seller, row.difference.net_to_seller]));
  for (const [at, row] of shown.entries()) {
    table.push([
      names[at],
      count(row.bids),
      count(row.won),
      money(row.net_to_seller),
      signedCell(money(row.difference.net_to_seller)),
      count(row.excluded),
      count(row.below_floor),
    ]);
  }
  return ['', table.toString()];
}

function nameWith(id: number | null, name: string | null): string {
  return name === null ? `${id ?? 'unknown'}` : `${id} ${name}`;
}

function compareRevenue(left: Row, right: Row): number {
  return Number(right.net_to_seller) - Number(left.net_to_seller);
}
