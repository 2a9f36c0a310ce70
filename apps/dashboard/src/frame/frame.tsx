import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { FoundPlaceContext, useFindPlace } from '../address/place.ts';
import { later } from '../part/later.tsx';
import { Problem, Waiting } from '../part/kit.tsx';
import { useChanges } from '../service/changes.ts';
import { findSession, type Session, useSession } from '../service/session.ts';
import { Keys } from './keys.tsx';
import { BottomBar, Rail } from './rail.tsx';
import { Tabs } from './tabs.tsx';
import { TopLine } from './top-line.tsx';
import { UntoldNotice } from './untold.tsx';
import { WaitingBar } from './waiting-bar.tsx';

const SignInPage = later('sign in', () => import('./sign-in.tsx').then((loaded) => loaded.SignInPage));
const SignInAgain = later('sign in again', () => import('./sign-in.tsx').then((loaded) => loaded.SignInAgain));

/** Around every room: who is signed in, which group of sites is looked at, and the way to the other rooms. */
export function Frame(): React.ReactNode {
  const session = useSession();
  const asking = useQuery({
    queryKey: ['session'],
    queryFn: () => findSession().then(() => null),
    enabled: session.state === 'unknown' || session.state === 'open',
    // What a user may do can change meanwhile.
    staleTime: 0,
    retry: 2,
  });
  if (session.state === 'none') return <SignInPage />;
  if (session.state !== 'open' && session.state !== 'ended') {
    return (
      <main className="room">
        {asking.error === null ? <Waiting /> : <Problem error={asking.error} onRetry={() => void asking.refetch()} />}
      </main>
    );
  }
  return (
    <>
      <Rooms session={session.session} />
      {session.state === 'ended' && <SignInAgain session={session.session} />}
    </>
  );
}

/** The frame is always shown; a room says itself what is missing, and offers to make it. */
function Rooms({ session }: { readonly session: Session }) {
  const found = useFindPlace();
  const { pathname } = useLocation();
  /** The address at which a phone's menu was opened: a link in it closes it. */
  const [menuAt, setMenuAt] = useState<string | null>(null);
  const isMenuOpen = menuAt === pathname;
  useChanges(found.seller === null ? null : { userId: session.user_id, memberId: found.seller.memberId });
  return (
    <FoundPlaceContext value={found}>
      <a className="visually-hidden" href="#room">
        Skip to the content
      </a>
      <div className="frame">
        <Rail session={session} found={found} isOpen={isMenuOpen} />
        <div className="frame-room">
          <TopLine found={found} isMenuOpen={isMenuOpen} onMenu={() => setMenuAt(isMenuOpen ? null : pathname)} />
          <WaitingBar />
          {found.members !== null && <UntoldNotice session={session} />}
          <Tabs />
          <Outlet />
        </div>
        {!isMenuOpen && <BottomBar />}
      </div>
      <Keys />
    </FoundPlaceContext>
  );
}
