import type { RoomEntry } from '@auction-tiers/contract/rooms';
import { Fragment, type ReactNode, useContext } from 'react';
import { FoundPlaceContext } from '../address/place.ts';
import { later } from '../part/later.tsx';
import { Problem, Room, WaitingRoom } from '../part/kit.tsx';

const FirstSites = later('first sites', () => import('../start/first-sites.tsx').then((loaded) => loaded.FirstSites));
const NewSeller = later('new seller', () => import('../start/new-seller.tsx').then((loaded) => loaded.NewSeller));

interface WithPlaceProps {
  readonly room: Pick<RoomEntry, 'title' | 'isOfSeller'>;
  readonly children: ReactNode;
}

/** A room once its seller or group of sites is known; before that, what is missing, or the form that makes it. */
export function WithPlace({ room: { title, isOfSeller = false }, children }: WithPlaceProps) {
  const { seller, place, members, ymProfiles, error } = useContext(FoundPlaceContext);
  // The key resets the state of a room, such as what can be undone, for another seller or group of sites.
  if (isOfSeller && seller !== null) return <Fragment key={seller.memberId}>{children}</Fragment>;
  if (place !== null) return <Fragment key={place.ymProfile.id}>{children}</Fragment>;
  const hasNoSeller = members?.length === 0;
  const hasNoSites = seller !== null && ymProfiles?.length === 0;
  if (error === null && !hasNoSeller && !hasNoSites) return <WaitingRoom />;
  return (
    <Room title={title}>
      {error !== null ? (
        <Problem error={error} />
      ) : hasNoSites ? (
        <FirstSites />
      ) : (
        <>
          <p>There is no seller yet. Make the first one: all that this page shows is about a seller.</p>
          <NewSeller />
        </>
      )}
    </Room>
  );
}
