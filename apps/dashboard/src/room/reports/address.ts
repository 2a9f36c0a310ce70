import { addDays, type Day, daysBetween } from '@auction-tiers/calendar';
import { counted } from '../../figure/count.ts';
import { roomAt } from '../../frame/rooms.ts';

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

/** Parameters that say where a view is, and not what it shows. */
const ofPlace = new Set(['ym', 'member', 'draft', 'from', 'to', 'q']);

/** What a kept address holds, in words: `Tiers, “gold”, the last 8 days`. */
export function holdsWords(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://page');
  const [from, to] = ['from', 'to'].map((name) => Number(searchParams.get(name) ?? 0));
  const q = searchParams.get('q');
  const days = counted(to! - from! + 1, 'day');
  return [
    roomAt(pathname)?.title ?? pathname,
    ...(q === null ? [] : [`“${q}”`]),
    ...([...searchParams.keys()].every((name) => ofPlace.has(name)) ? [] : ['as it was filtered']),
    to === 0 ? (from === 0 ? 'today' : `the last ${days}`) : `${days} up to ${counted(-to!, 'day')} ago`,
  ].join(', ');
}
