import type { Day } from '@auction-tiers/calendar';
import type { Member, YmProfile } from '@auction-tiers/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { createContext, useCallback, useContext } from 'react';
import { showTimeZone, useDay } from '../figure/date.ts';
import { showCurrency } from '../figure/figures.ts';
import { type Session, useSession } from '../service/session.ts';
import { trpc } from '../service/trpc.ts';
import { daysOf, type PageSearch } from './search.ts';
import type { RoomSearch, roomSearch } from './room-search.ts';

/** The seller that the user acts for: what a room needs that does not depend on a group of sites. */
export interface Seller {
  readonly session: Session;
  readonly member: Member;
  /** The seller's id, which operations are called with, also by administrators. */
  readonly memberId: number;
  readonly timeZone: string;
  /** Currency of all that is earned, ISO 4217. */
  readonly currency: string;
  /** The first and the last of the chosen days, in the time zone of the seller. */
  readonly from: Day;
  readonly to: Day;
}

/** The seller and the group of sites that most rooms are about. */
export interface Place extends Seller {
  /** The group of sites; it is one of the seller's. */
  readonly ymProfile: YmProfile;
}

export interface FoundPlace {
  readonly session: Session | null;
  /** Null while it is looked for, and where there is no seller. */
  readonly seller: Seller | null;
  /** Null while it is looked for, and where the seller has no group of sites. */
  readonly place: Place | null;
  /** All that the user may choose from; null until they are known. */
  readonly members: readonly Member[] | null;
  readonly ymProfiles: readonly YmProfile[] | null;
  readonly error: unknown;
}

const nothing: FoundPlace = {
  session: null,
  seller: null,
  place: null,
  members: null,
  ymProfiles: null,
  error: null,
};
export const FoundPlaceContext = createContext<FoundPlace>(nothing);

/** The place of a room that is shown only once there is a place. */
export function usePlace(): Place {
  const { place } = useContext(FoundPlaceContext);
  if (place === null) throw new Error('a room is shown outside of a place');
  return place;
}

/** The seller of a room that is shown also without a group of sites. */
export function useSeller(): Seller {
  const { seller } = useContext(FoundPlaceContext);
  if (seller === null) throw new Error('a room is shown outside of a seller');
  return seller;
}

/** The place of the address. A seller's user has one seller; an administrator has that of the address, or the first. */
export function useFindPlace(): FoundPlace {
  const open = useSession();
  const search: PageSearch = useSearch({ strict: false });
  const session = open.state === 'open' || open.state === 'ended' ? open.session : null;
  const members = useQuery(trpc.member.list.queryOptions({}, { enabled: session !== null }));
  const memberId = session?.member_id ?? search.member ?? members.data?.items[0]?.id ?? 0;
  const ymProfiles = useQuery(
    trpc.ymProfile.list.queryOptions({ sort: 'name.asc', member_id: memberId }, { enabled: memberId > 0 }),
  );
  const member = members.data?.items.find(({ id }) => id === memberId);
  const timeZone = member?.timezone ?? 'UTC';
  const today = useDay(timeZone);
  const items = ymProfiles.data?.items;
  const ymProfile = items?.find(({ id }) => id === search.ym) ?? items?.[0];
  const found = {
    session,
    members: members.data?.items ?? null,
    ymProfiles: items ?? null,
    error: members.error ?? ymProfiles.error,
  };
  if (session === null || member === undefined) return { ...found, seller: null, place: null };
  const { currency } = member;
  showCurrency(currency);
  showTimeZone(timeZone);
  const seller = { session, member, memberId, timeZone, currency, ...daysOf(search, today) };
  return { ...found, seller, place: ymProfile === undefined ? null : { ...seller, ymProfile } };
}

interface How {
  /** Whether the former address is forgotten, so that going back does not lead to it. */
  readonly replace?: boolean;
  readonly hash?: string;
}

/** Changes parameters of the address, of all rooms or of the present one, and keeps the room and the others. */
export function useChangeAddress(): (some: PageSearch, how?: How) => void {
  const navigate = useNavigate();
  return useCallback(
    (some, how = {}) => void navigate({ to: '.', search: (all) => ({ ...all, ...some }), ...how }),
    [navigate],
  );
}

/** The parameters of the room in the address, and what changes them. */
export function useAddress<Path extends keyof typeof roomSearch>() {
  const search = useSearch({ strict: false }) as RoomSearch<Path>;
  const change: (some: RoomSearch<Path> & PageSearch, how?: How) => void = useChangeAddress();
  return [search, change] as const;
}
