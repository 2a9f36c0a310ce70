import { lintChoices } from '../../../address/room-search.ts';
import type { TierKey } from '../../../draft/content.ts';
import { amounts } from './figures.ts';

/** The column that rows are sorted by. Default: the order of the ladder, by priority, then id. */
export interface Sort {
  readonly id: SortColumn;
  readonly desc: boolean;
}

const sortColumns = [
  'priority',
  'action',
  'name',
  'buyers',
  'price',
  'gross',
  'where',
  'bids',
  'rate',
  ...amounts.map(({ id }) => id),
  'lint',
  'modified',
] as const;
export type SortColumn = (typeof sortColumns)[number];

export type LintChoice = (typeof lintChoices)[number];

/** Which rows are shown. */
export interface Wanted {
  /** Words that the name, the buyers or the targeting must contain. */
  readonly q?: string;
  readonly action?: 'include' | 'exclude' | undefined;
  /** Id of a buyer. */
  readonly buyer?: number | undefined;
  /** Id of a targeting profile. */
  readonly where?: number | 'everywhere' | undefined;
  readonly lint?: LintChoice | undefined;
  /** Only what the draft changes. */
  readonly drafted?: true | undefined;
}

/** The parameters of the room in the address. */
export interface TiersSearch extends Wanted {
  readonly sort?: Sort;
  /** The tier that is opened; `new`: one that is being made. */
  readonly tier?: TierKey | 'new';
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
const isOneOf = <T extends string>(list: readonly T[], value: unknown): value is T => list.includes(value as T);

function readSort(value: unknown): Sort | undefined {
  const [id, direction] = typeof value === 'string' ? value.split('.') : [];
  return isOneOf(sortColumns, id) && (direction === 'asc' || direction === 'desc')
    ? { id, desc: direction === 'desc' }
    : undefined;
}

export const sortText = ({ id, desc }: Sort): string => `${id}.${desc ? 'desc' : 'asc'}`;

/** Reads the address. A value that is not valid counts as absent. */
export function readTiersSearch(search: Readonly<Record<string, unknown>>): TiersSearch {
  const { q, action, buyer, where, lint, drafted } = search;
  const sort = readSort(search['sort']);
  const named = search['tier'];
  const tier = typeof named === 'string' || typeof named === 'number' ? String(named) : '';
  const text = typeof q === 'string' || typeof q === 'number' ? String(q) : '';
  return {
    ...(text === '' ? {} : { q: text }),
    ...(action === 'include' || action === 'exclude' ? { action } : {}),
    ...(isId(buyer) ? { buyer } : {}),
    ...(isId(where) || where === 'everywhere' ? { where } : {}),
    ...(isOneOf(lintChoices, lint) ? { lint } : {}),
    ...(drafted === true ? { drafted } : {}),
    ...(sort === undefined ? {} : { sort }),
    ...(/^([1-9]\d*|new-\d+|new)$/.test(tier) ? { tier: tier as TierKey | 'new' } : {}),
  };
}
