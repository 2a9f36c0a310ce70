import { ActionIcon, Select, useMantineColorScheme } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import type { FoundPlace, Place, Seller } from '../address/place.ts';
import { noneOfSites } from '../address/search.ts';
import { useChangeAddress } from '../address/use-change-address.ts';
import { newAlerts, useAlerts } from '../alert/use-alerts.ts';
import { useAskedDrafts } from '../difference/asked-drafts.tsx';
import { counted } from '../figure/count.ts';
import { type Session, signOut } from '../service/session.ts';
import { Brand, Icon } from './icon.tsx';
import { openHelp, preloadHelp } from './keys.tsx';
import { mainRooms } from './rooms.ts';
import { QuietButton } from '../part/kit.tsx';

/** How many rooms stand at the bottom of a phone; the others are in its menu. */
const mostOnPhone = 5;

interface RailProps {
  readonly session: Session;
  readonly found: FoundPlace;
  /** Whether a phone shows it, over the room. */
  readonly isOpen: boolean;
}

/** The group of sites, the links to the rooms, the help, and the user. On a phone it is the menu. */
export function Rail({ session, found, isOpen }: RailProps) {
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

/** The rooms that are used most, at the bottom of a phone. */
export const BottomBar = () => (
  <nav className="bottom-bar" aria-label="Rooms">
    <RoomLinks most={mostOnPhone} />
  </nav>
);

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
