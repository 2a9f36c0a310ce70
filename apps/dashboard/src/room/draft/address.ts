import type { Place } from '../../address/place.ts';

/** The address under which every user who may see a draft sees this one, also when there are newer ones. */
export function linkOf({ ymProfile, memberId, from, to }: Place, draft: number): string {
  const link = new URL('/app/draft', location.origin);
  const named = { member: memberId, ym: ymProfile.id, from, to, draft };
  for (const [name, value] of Object.entries(named)) link.searchParams.set(name, String(value));
  return link.href;
}
