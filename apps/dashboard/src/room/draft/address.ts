import type { Place } from '../../address/place.ts';

/** The address under which any user who may see a draft sees this one, whatever is newest then. */
export function linkOf({ ymProfile, memberId, from, to }: Place, draft: number): string {
  const link = new URL('/app/draft', location.origin);
  const named = { member: memberId, ym: ymProfile.id, from, to, draft };
  for (const [name, value] of Object.entries(named)) link.searchParams.set(name, String(value));
  return link.href;
}
