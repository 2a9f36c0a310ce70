import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { FoundPlaceContext, useFindPlace } from '../address/place.ts';
import { later } from '../part/later.tsx';
import { Problem, Waiting } from '../part/kit.tsx';
import { useChanges } from '../service/changes.ts';
import { dismissUntold, findSession, findUntold, type Session, useSession } from '../service/session.ts';
import { Keys } from './keys.tsx';
import { BottomBar, Rail } from './rail.tsx';
import { TopLine } from './top-line.tsx';
import { Button } from '@mantine/core';
import { counted } from '../figure/count.ts';
import { momentText, msOf } from '../figure/date.ts';
import { queryClient } from '../service/trpc.ts';
import { mainPathAt, type RoomEntry, rooms } from './rooms.ts';
import { isStoreAway, isThrottled, sentenceOf } from '../service/problem.ts';
import { useWaiting } from '../service/waiting.ts';

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

const queryKey = ['session', 'untold'];

/** What others have changed of the user and its keys, until the user says that it has seen it. */
function UntoldNotice({ session }: { readonly session: Session }) {
  const { data: untold } = useQuery({ queryKey: [...queryKey, session.user_id], queryFn: findUntold });
  const dismiss = useMutation({
    mutationFn: dismissUntold,
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  });
  if (untold === undefined || untold === null) return null;
  return (
    <div className="notice" role="status" aria-label="Changes of your user">
      <strong>Others have changed your user or its keys.</strong>
      <ul>
        {untold.acts.map(({ time, words }) => (
          <li key={`${time} ${words}`}>
            {words}, {momentText(msOf(time))}
          </li>
        ))}
      </ul>
      {untold.others > 0 && <p>{counted(untold.others, 'earlier change')} are not shown here.</p>}
      <p>
        If you did not expect this, tell another manager. <Link to="/account">Account</Link> has your keys and your
        password.
      </p>
      {dismiss.error !== null && <Problem error={dismiss.error} />}
      <div className="form-actions">
        <Button loading={dismiss.isPending} onClick={() => dismiss.mutate(untold.revision)}>
          I have seen this
        </Button>
      </div>
    </div>
  );
}

/** The parts of the present room, where it has several. */
function Tabs() {
  const main = useLocation({ select: ({ pathname }) => mainPathAt(pathname) });
  const tabs = rooms.filter(({ path, of }: RoomEntry) => path === main || of === main);
  const [first] = tabs;
  if (first === undefined || tabs.length === 1) return null;
  return (
    <nav className="tabs" aria-label={`Parts of ${first.title}`}>
      {tabs.map((room) => (
        <Link key={room.path} to={room.path} activeOptions={{ exact: true, includeSearch: false }}>
          {'tab' in room ? room.tab : room.title}
        </Link>
      ))}
    </nav>
  );
}

/** A user who only reads a room learns within this time that nothing can be changed. */
const checkMs = 4000;

interface Readiness {
  readonly states: { readonly reads?: { readonly ready: boolean }; readonly writes?: { readonly ready: boolean } };
}

async function isStoreAwayNow(signal: AbortSignal): Promise<boolean> {
  const answer = await fetch('/readyz', { signal });
  const { states } = (await answer.json()) as Readiness;
  return states.reads?.ready === false || states.writes?.ready === false;
}

/** Why answers of the service are delayed, in every room; the rooms themselves stay as they are. */
function WaitingBar() {
  const reason = useWaiting();
  const { data: isAway = false } = useQuery({
    queryKey: ['session', 'store'],
    queryFn: ({ signal }) => isStoreAwayNow(signal),
    refetchInterval: checkMs,
    staleTime: checkMs,
  });
  if (reason === null && !isAway) return null;
  if (reason === null) {
    return (
      <div className="notice frame-waits" role="status">
        The stored data cannot be reached. Auctions continue; nothing can be changed now. This page recovers by itself.
      </div>
    );
  }
  return (
    <div className="notice frame-waits" role="status">
      {sentenceOf(reason)}
      {isStoreAway(reason) && ' Auctions continue; nothing can be changed now.'}
      {isThrottled(reason) && ' Your user has asked for more than the service answers in a minute.'} This page waits,
      and continues by itself.
    </div>
  );
}
