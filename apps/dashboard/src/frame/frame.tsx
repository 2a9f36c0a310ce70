import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { PlaceContext, useFindPlace } from '../address/place.ts';
import { Empty, Problem } from '../part/problem.tsx';
import { Waiting } from '../part/room.tsx';
import { findSession, useSession } from '../service/session.ts';
import { Header } from './header.tsx';
import { Keys } from './keys.tsx';
import { SignInAgain, SignInPage } from './sign-in.tsx';
import { WaitingBar } from './waiting-bar.tsx';

/** Around every room: who is signed in, which ym-profile is looked at, and the way to the other rooms. */
export function Frame() {
  const session = useSession();
  const asking = useQuery({
    queryKey: ['session'],
    queryFn: () => findSession().then(() => null),
    enabled: session.state === 'unknown',
    retry: 2,
  });
  if (session.state === 'none') return <SignInPage />;
  if (session.state === 'unknown') {
    return (
      <main className="room">
        {asking.error === null ? <Waiting /> : <Problem error={asking.error} onRetry={() => void asking.refetch()} />}
      </main>
    );
  }
  return (
    <>
      <Rooms />
      {session.state === 'ended' && <SignInAgain session={session.session} />}
    </>
  );
}

function Rooms() {
  const found = useFindPlace();
  const { place, ymProfiles, error } = found;
  if (place !== null) {
    return (
      <PlaceContext value={place}>
        <Header place={place} found={found} />
        <Outlet />
        <Keys />
      </PlaceContext>
    );
  }
  return (
    <main className="room">
      <WaitingBar />
      {error !== null && <Problem error={error} />}
      {error === null && ymProfiles === null && <Waiting />}
      {ymProfiles?.length === 0 && (
        <Empty>
          This seller has no ym-profile yet. A ym-profile holds the tiers of one or more of the seller’s sites; an
          engineer makes the first with POST /ym-profile.
        </Empty>
      )}
    </main>
  );
}
