import type { RoomSearch } from '../../../address/room-search.ts';
import type { BuyerRow } from './buyer-row.ts';
import { changeOf } from '../../../report/weeks.ts';
import { readSort, type SortedBy, sortedBy, sortText } from '../../../part/column.ts';

/** The columns that sort the table, by their ids. */
export const sorts = {
  name: ({ name }) => name,
  bids: ({ bids }) => bids,
  win_rate: ({ winRate }) => winRate,
  median: ({ medianNet }) => medianNet,
  p90: ({ ninetiethNet }) => ninetiethNet,
  net: ({ net }) => net,
  week: ({ weeks }) => (weeks === null ? null : changeOf(weeks)),
  below_floor: ({ belowFloor }) => belowFloor,
  excluded: ({ excluded }) => excluded,
} as const satisfies Readonly<Record<string, (row: BuyerRow) => number | string | null>>;
export type SortId = keyof typeof sorts;

export type Sort = SortedBy<SortId>;

export const usualSort: Sort = { id: 'net', desc: true };

/** Reads the address; a value that is not valid counts as absent. `buyer`: the key of the opened row. */
export function readBuyersSearch({ q = '', sort, buyer }: RoomSearch<'/buyers'>) {
  return {
    q: String(q),
    sort: readSort(sort, Object.keys(sorts) as SortId[]) ?? usualSort,
    buyer: buyer === undefined ? null : String(buyer),
  };
}

/** The sort as it is in the address; undefined for the default one. */
export const keptSort = (sort: Sort): string | undefined =>
  sortText(sort) === sortText(usualSort) ? undefined : sortText(sort);

/** The rows whose name or id has the text, in the order of the sort; those without a value come last. */
export function shownRows(
  rows: readonly BuyerRow[],
  { q, sort: { id, desc } }: ReturnType<typeof readBuyersSearch>,
): BuyerRow[] {
  const wanted = q.trim().toLowerCase();
  const found = rows.filter(({ name, key }) => name.toLowerCase().includes(wanted) || key === wanted);
  return sortedBy(found, sorts[id], desc);
}
