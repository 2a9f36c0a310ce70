import type { lintChoices, RoomSearch } from '../../../address/room-search.ts';
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

export type LintChoice = (typeof lintChoices)[number];

/** Which rows are shown. */
export interface Wanted {
  /** Words that the name, the buyers or the targeting must contain. */
  readonly q?: string | undefined;
  readonly action?: 'include' | 'exclude' | undefined;
  readonly buyer?: number | undefined;
  readonly where?: number | 'everywhere' | undefined;
  readonly lint?: LintChoice | undefined;
  /** Only what the draft changes. */
  readonly drafted?: true | undefined;
}

/** The parameters of the room in the address. */
export interface TiersSearch extends Wanted {
  readonly sort?: Sort | undefined;
  /** The tier that is opened; `new`: one that is being made. */
  readonly tier?: TierKey | 'new' | undefined;
}

/** What the address asks for. A sort that is not valid counts as absent, as all else does that the route refuses. */
export const readTiersSearch = ({ q, sort, tier, ...wanted }: RoomSearch<'/tiers'>): TiersSearch => ({
  ...wanted,
  q: q === undefined || q === '' ? undefined : String(q),
  sort: readSort(sort, sortColumns),
  tier: tier === undefined ? undefined : (String(tier) as TierKey | 'new'),
});
