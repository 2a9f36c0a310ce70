import type { Member, YmProfile } from '@auction-tiers/contract';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import type { Day } from '../figure/date.ts';
import { type Session, useSession } from '../service/session.ts';
import { trpc } from '../service/trpc.ts';
import { daysOf, type PageSearch } from './search.ts';

/** Where the user is: what every room is about. */
export interface Place {
  readonly session: Session;
  readonly ymProfile: YmProfile;
  /** The seller of the ym-profile. Operations are called with its `member_id`, also by administrators. */
  readonly member: Member;
  readonly memberId: number;
  readonly timeZone: string;
  /** Of all that is earned: ISO 4217, as heads and figures have it. */
  readonly currency: string;
  /** The first and the last of the chosen days, of the time zone. */
  readonly from: Day;
  readonly to: Day;
}

export const PlaceContext = createContext<Place | null>(null);

/** Of rooms, which are shown only once there is a place. */
export function usePlace(): Place {
  const place = useContext(PlaceContext);
  if (place === null) throw new Error('a room is shown outside of a place');
  return place;
}

export interface FoundPlace {
  /** Null while it is looked for, and where the member has no ym-profile. */
  readonly place: Place | null;
  /** All that the user may choose from; null until they are known. */
  readonly members: readonly Member[] | null;
  readonly ymProfiles: readonly YmProfile[] | null;
  readonly error: unknown;
}

/** The place of the address: a seller's own member; for an administrator that of the address, else the first. */
export function useFindPlace(): FoundPlace {
  const session = useSession();
  const search: PageSearch = useSearch({ strict: false });
  const user = session.state === 'open' || session.state === 'ended' ? session.session : null;
  const members = useQuery(trpc.member.list.queryOptions({}, { enabled: user !== null }));
  const memberId = user?.member_id ?? search.member ?? members.data?.items[0]?.id ?? 0;
  const ymProfiles = useQuery(
    trpc.ymProfile.list.queryOptions({ sort: 'name.asc', member_id: memberId }, { enabled: memberId > 0 }),
  );
  const member = members.data?.items.find(({ id }) => id === memberId);
  const items = ymProfiles.data?.items;
  const ymProfile = items?.find(({ id }) => id === search.ym) ?? items?.[0];
  const found = {
    members: members.data?.items ?? null,
    ymProfiles: items ?? null,
    error: members.error ?? ymProfiles.error,
  };
  if (user === null || member === undefined || ymProfile === undefined) return { ...found, place: null };
  const { timezone: timeZone, currency } = member;
  const days = daysOf(search, timeZone, Date.now());
  return { ...found, place: { session: user, ymProfile, member, memberId, timeZone, currency, ...days } };
}
