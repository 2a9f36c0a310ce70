import { type RoomEntry, rooms } from '@auction-tiers/contract/rooms';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import {
  type FoundPlace,
  FoundPlaceContext,
  type Place,
  type Seller,
  useChangeAddress,
  useFindPlace,
} from '../address/place.ts';
import { later } from '../part/later.tsx';
import { Problem, QuietButton, Waiting } from '../part/kit.tsx';
import { useChanges } from '../service/changes.ts';
import { dismissUntold, findSession, findUntold, type Session, signOut, useSession } from '../service/session.ts';
import { Keys, openHelp, preloadHelp } from './keys.tsx';
import { TopLine } from './top-line.tsx';
import { ActionIcon, Button, Select, useMantineColorScheme } from '@mantine/core';
import { counted } from '../figure/count.ts';
import { momentText, msOf } from '../figure/date.ts';
import { queryClient } from '../service/trpc.ts';
import { mainPathAt, mainRooms } from './rooms.ts';
import { isStoreAway, isThrottled, sentenceOf } from '../service/problem.ts';
import { useWaiting } from '../service/waiting.ts';
import { noneOfSites } from '../address/search.ts';
import { newAlerts, useAlerts } from '../alert/use-alerts.ts';
import { useAskedDrafts } from '../difference/asked-drafts.tsx';
import { Brand, Icon } from './icon.tsx';

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
        {!isMenuOpen && (
          <nav className="bottom-bar" aria-label="Rooms">
            <RoomLinks most={mostOnPhone} />
          </nav>
        )}
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

type Readiness = Readonly<Record<'states', Partial<Record<'reads' | 'writes', { readonly ready: boolean }>>>>;

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
  return (
    <div className="notice frame-waits" role="status">
      {reason === null ? 'The stored data cannot be reached.' : sentenceOf(reason)}
      {(reason === null || isStoreAway(reason)) && ' Auctions continue; nothing can be changed now.'}
      {isThrottled(reason) && ' Your user has asked for more than the service answers in a minute.'}{' '}
      {reason === null ? 'This page recovers by itself.' : 'This page waits, and continues by itself.'}
    </div>
  );
}

/** How many rooms stand at the bottom of a phone; the others are in its menu. */
const mostOnPhone = 5;

interface RailProps {
  readonly session: Session;
  readonly found: FoundPlace;
  /** Whether a phone shows it, over the room. */
  readonly isOpen: boolean;
}

/** The group of sites, the links to the rooms, the help, and the user. On a phone it is the menu. */
function Rail({ session, found, isOpen }: RailProps) {
  const { seller, place } = found;
  return (
    <nav className={isOpen ? 'rail open' : 'rail'} aria-label="Rooms" id="menu">
      <Brand />
      {seller !== null && <SellerName seller={seller} found={found} />}
      {place !== null && <SitesChoice place={place} found={found} />}
      <RoomLinks />
      <span className="rail-space" />
      {place?.session.scopes.includes('write') === true && <Keep />}
      <button
        type="button"
        className="rail-link"
        title="?"
        onClick={openHelp}
        onPointerEnter={preloadHelp}
        onFocus={preloadHelp}
      >
        <Icon of="help" /> Help
      </button>
      <div className="rail-user">
        <span className="cut" title={session.username}>
          {session.username}
        </span>
        <ThemeChoice />
        <Link to="/account" activeOptions={{ includeSearch: false }}>
          Account
        </Link>
        <QuietButton color="gray" size="compact-xs" onClick={() => void signOut()}>
          Sign out
        </QuietButton>
      </div>
    </nav>
  );
}

function RoomLinks({ most = mainRooms.length }: { readonly most?: number }) {
  const alerts = newAlerts(useAlerts().alerts ?? []).length;
  const asked = useAskedDrafts().length;
  const waiting: Readonly<Record<string, readonly [number, string]>> = {
    '/today': [alerts, counted(alerts, 'alert')],
    '/draft': [asked, `${asked} to approve`],
  };
  return mainRooms.slice(0, most).map(({ path, title }) => {
    const [count, words] = waiting[path] ?? [0, ''];
    return (
      <Link key={path} className="rail-link" to={path} activeOptions={{ includeSearch: false }}>
        <Icon of={path} /> {title}
        {count > 0 && (
          <>
            {' '}
            <span className="rail-count" title={words}>
              {count}
              <span className="visually-hidden">{words.slice(String(count).length)}</span>
            </span>
          </>
        )}
      </Link>
    );
  });
}

/** The seller: an administrator chooses it; another user without a group of sites sees the seller's name. */
function SellerName({ seller, found }: { readonly seller: Seller; readonly found: FoundPlace }) {
  const change = useChangeAddress();
  const { members, place } = found;
  if (seller.session.member_id !== null || members === null) {
    return place === null ? <span className="rail-seller cut">{seller.member.name}</span> : null;
  }
  return (
    <Select
      aria-label="Seller"
      data={members.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={String(seller.memberId)}
      allowDeselect={false}
      searchable
      onChange={(id) => change({ ...noneOfSites, member: Number(id), ym: undefined })}
    />
  );
}

function SitesChoice({ place, found }: { readonly place: Place; readonly found: FoundPlace }) {
  const change = useChangeAddress();
  return (
    <Select
      aria-label="Group of sites"
      data={(found.ymProfiles ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      value={String(place.ymProfile.id)}
      allowDeselect={false}
      searchable
      onChange={(id) => change({ ...noneOfSites, ym: Number(id) })}
    />
  );
}

function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const next = { auto: 'light', light: 'dark', dark: 'auto' } as const;
  const words = { auto: 'as the system', light: 'light', dark: 'dark' } as const;
  const label = `Colours: ${words[colorScheme]}. Change to ${words[next[colorScheme]]}`;
  return (
    <ActionIcon aria-label={label} title={label} color="gray" onClick={() => setColorScheme(next[colorScheme])}>
      ◐
    </ActionIcon>
  );
}

/** Saves the present page as a view; the list of views itself cannot be saved. */
function Keep() {
  const { pathname, searchStr } = useLocation();
  if (pathname === '/reports/views') return null;
  return (
    <Link
      className="rail-link"
      to="/reports/views"
      search={{ of: `${pathname}${searchStr}` }}
      title="Save this page as a view"
    >
      <Icon of="keep" /> Save view
    </Link>
  );
}
