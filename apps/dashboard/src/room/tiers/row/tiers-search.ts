import { msOf } from '../../../figure/date.ts';
import type { LadderRow } from './ladder-row.ts';
import type { RoomSearch } from '../../../address/room-search.ts';
import type { TierKey } from '../../../draft/content.ts';
import { amounts, type ReportFigure } from './figures.ts';
import { readSort, type SortedBy } from '../../../part/column.ts';

const severities = ['info', 'warning', 'error'] as const;

/** The gravest finding of a tier: 0 none, 3 an error. */
const graveness = ({ findings }: LadderRow): number =>
  findings.reduce((most, { severity }) => Math.max(most, severities.indexOf(severity) + 1), 0);

/** The columns that rows are sorted by beside the amounts, and the value of each; null comes last in either direction. */
const valueOf = {
  priority: ({ shown }) => shown.priority,
  action: ({ shown }) => shown.member_action,
  name: ({ shown }) => shown.name,
  buyers: ({ buyers }) => buyers,
  price: ({ priceMicros }) => priceMicros,
  gross: ({ grossMicros }) => grossMicros,
  limit: ({ shown }) => (shown.max_forgone === null ? null : Number(shown.max_forgone)),
  where: ({ where }) => where,
  bids: ({ figures }) => figures?.bids ?? null,
  rate: ({ figures }) => figures?.win_rate ?? null,
  lint: graveness,
  // What needs somebody first: issues, then advice.
  advice: (row) => graveness(row) || (row.advice === null ? null : 0),
  modified: ({ live }) => (live === null ? null : msOf(live.last_modified)),
} satisfies Readonly<Record<string, (row: LadderRow) => string | number | null>>;

export type SortColumn = keyof typeof valueOf | (typeof amounts)[number]['id'];
const sortColumns = [...Object.keys(valueOf), ...amounts.map(({ id }) => id)] as SortColumn[];

const figureOf = new Map<string, ReportFigure>(amounts.map(({ id, figure }) => [id, figure]));

/** What a column sorts rows by; undefined: it sorts by nothing. */
export function readerOf(column: string): ((row: LadderRow) => string | number | null) | undefined {
  const figure = figureOf.get(column);
  if (figure !== undefined) return ({ figures }) => figures?.[figure] ?? null;
  return valueOf[column as keyof typeof valueOf];
}

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
