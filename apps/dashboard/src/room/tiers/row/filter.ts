import type { LadderRow } from './ladder-row.ts';
import { sortedBy } from '../../../part/column.ts';
import { phraseOf } from '../../../words/phrase.ts';
import { readerOf, type Sort, type Wanted } from './tiers-search.ts';

export function keepRows(rows: readonly LadderRow[], { q = '', ...wanted }: Wanted): LadderRow[] {
  const phrase = phraseOf(q);
  return rows.filter((row) => phrase?.test(row.text) !== false && isWanted(row, wanted));
}

function isWanted(row: LadderRow, { action, buyer, where, lint, drafted }: Omit<Wanted, 'q'>): boolean {
  const { shown, findings, state } = row;
  if (action !== undefined && shown.member_action !== action) return false;
  if (buyer !== undefined && shown.buyer_members?.some(({ id }) => id === buyer) !== true) return false;
  if (where !== undefined && shown.profile_id !== (where === 'everywhere' ? null : where)) return false;
  if (drafted === true && state === 'same') return false;
  if (lint === undefined) return true;
  if (lint === 'none') return findings.length === 0;
  return lint === 'any' ? findings.length > 0 : findings.some(({ severity }) => severity === lint);
}

/** The default order: the highest priority first, then by id; new tiers, which have no id yet, last. */
function compareInLadder({ shown: a }: LadderRow, { shown: b }: LadderRow): number {
  return b.priority - a.priority || (a.id ?? Number.MAX_SAFE_INTEGER) - (b.id ?? Number.MAX_SAFE_INTEGER);
}

/** The rows sorted by a column, and equal ones in the default order; without a column, all in the default order. */
export function sortRows(rows: readonly LadderRow[], sort: Sort | null): LadderRow[] {
  const inLadder = rows.toSorted(compareInLadder);
  return sort === null ? inLadder : sortedBy(inLadder, readerOf(sort.id)!, sort.desc);
}

/** The keys of the first row of each level, which shows the priority. */
export function levelStarts(rows: readonly LadderRow[]): ReadonlySet<string> {
  return new Set(
    rows.filter((row, index) => row.shown.priority !== rows[index - 1]?.shown.priority).map(({ key }) => key),
  );
}

/** Every eighth row of a level shows its number again: a window has more rows. */
const numberedEvery = 8;

/** The rows within levels that show the number again, by key. */
export function numberedRows(rows: readonly LadderRow[], starts: ReadonlySet<string>): ReadonlySet<string> {
  let within = 0;
  return new Set(
    rows.flatMap(({ key }) => {
      within = starts.has(key) ? 0 : within + 1;
      return within > 0 && within % numberedEvery === 0 ? key : [];
    }),
  );
}

/** Whether rows are sorted by priority, so that the rows of a level are together. */
export const isByPriority = (sort: Sort | null): boolean => sort === null || sort.id === 'priority';
