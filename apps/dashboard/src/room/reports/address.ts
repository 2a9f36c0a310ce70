import { addDays, type Day, daysBetween } from '@auction-tiers/calendar';

/** An address of the page as a view keeps it: from the room on, without the seller, with days relative to today. */
export function toKept(address: string, today: Day): string {
  const { pathname, searchParams } = new URL(address, 'http://page');
  searchParams.delete('member');
  const [from, to] = [searchParams.get('from'), searchParams.get('to')];
  searchParams.set('from', String(from === null ? -7 : daysBetween(today, from)));
  searchParams.set('to', String(to === null ? 0 : daysBetween(today, to)));
  return `${pathname.replace(/^\/app(?=\/)/, '')}?${String(searchParams)}`;
}

/** The present address of a kept one, with absolute days; `member`: the seller that an administrator acts for. */
export function toShown(address: string, today: Day, member?: number): string {
  const { pathname, searchParams } = new URL(address, 'http://page');
  if (member !== undefined) searchParams.set('member', String(member));
  for (const name of ['from', 'to']) {
    const days = Number(searchParams.get(name) ?? 'none');
    if (Number.isInteger(days)) searchParams.set(name, addDays(today, days));
  }
  return `/app${pathname}?${String(searchParams)}`;
}
