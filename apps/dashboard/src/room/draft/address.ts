import type { Place } from '../../address/place.ts';
import { type PageSearch, readPageSearch } from '../../address/search.ts';

/** What the room adds to the address. */
export interface DraftSearch extends PageSearch {
  /** The comparison that is shown; else the newest. */
  readonly try?: number;
  /** The draft that has just been published. */
  readonly published?: number;
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

export function readDraftSearch(search: Readonly<Record<string, unknown>>): DraftSearch {
  const { try: shown, published } = search;
  return {
    ...readPageSearch(search),
    ...(isId(shown) ? { try: shown } : {}),
    ...(isId(published) ? { published } : {}),
  };
}

/** The address under which any user who may see a draft sees this one, whatever is newest then. */
export function linkOf({ ymProfile, memberId, from, to }: Place, draft: number): string {
  const link = new URL('/app/draft', location.origin);
  const named = { member: memberId, ym: ymProfile.id, from, to, draft };
  for (const [name, value] of Object.entries(named)) link.searchParams.set(name, String(value));
  return link.href;
}
