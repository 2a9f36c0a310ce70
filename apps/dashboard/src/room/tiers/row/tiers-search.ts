import type { RoomSearch } from '../../../address/room-search.ts';
import type { TierKey } from '../../../draft/content.ts';
import { amounts } from './figures.ts';
import { readSort, type SortedBy } from '../../../part/column.ts';

const sortColumns = [
  'priority',
  'action',
  'name',
  'buyers',
  'price',
  'gross',
  'limit',
  'where',
  'bids',
  'rate',
  ...amounts.map(({ id }) => id),
  'lint',
  'advice',
  'modified',
] as const;
export type SortColumn = (typeof sortColumns)[number];

/** By default the rows are in the order of the ladder: by priority, then id. */
export type Sort = SortedBy<SortColumn>;

/** What the address asks for. A sort that is not valid counts as absent, as all else does that the route refuses. */
export const readTiersSearch = ({ q, sort, tier, ...wanted }: RoomSearch<'/tiers'>) => ({
  ...wanted,
  q: q === undefined || q === '' ? undefined : String(q),
  sort: readSort(sort, sortColumns),
  tier: tier === undefined ? undefined : (String(tier) as TierKey | 'new'),
});

export type TiersSearch = ReturnType<typeof readTiersSearch>;
/** Which rows are shown. */
export type Wanted = Partial<Omit<TiersSearch, 'sort' | 'tier'>>;
