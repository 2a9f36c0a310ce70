import { ActionIcon, Button, Menu, Popover, Select, TextInput, useMantineColorScheme } from '@mantine/core';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { FoundPlace, Place, Seller } from '../address/place.ts';
import { noneOfSites, type PageSearch, pageOnly } from '../address/search.ts';
import { newAlerts, useAlerts } from '../alert/use-alerts.ts';
import { counted } from '../figure/count.ts';
import { quickDaysNow } from '../address/quick-days.ts';
import { useAskedDrafts } from '../difference/asked-drafts.tsx';
import { rangeText } from '../figure/date.ts';
import { type Session, signOut } from '../service/session.ts';
import { DraftBar } from './draft-bar.tsx';
import { openHelp, preloadHelp } from './keys.tsx';
import { roomAt, rooms } from './rooms.ts';
import { WaitingBar } from './waiting-bar.tsx';

interface HeaderProps {
  readonly session: Session;
  readonly found: FoundPlace;
}

/** The seller, the group of sites and the days, as far as known, the open draft, and the links to the rooms. */
export function Header({ session, found }: HeaderProps) {
  const { seller, place } = found;
  return (
    <header className="frame-header">
      <a className="visually-hidden" href="#room">
        Skip to the content
      </a>
      <div className="frame-line">
        <strong className="frame-brand">auction-tiers</strong>
        {seller !== null && <SellerName seller={seller} found={found} />}
        {place !== null && (
          <>
            <SitesChoice place={place} found={found} />
            <DayChoice place={place} />
            {seller?.session.scopes.includes('write') === true && <Keep />}
          </>
        )}
        <span className="frame-space" />
        {place !== null && <DraftBar />}
        {place !== null && <Bell />}
        <Button
          variant="subtle"
          color="gray"
          title="?"
          onClick={openHelp}
          onPointerEnter={preloadHelp}
          onFocus={preloadHelp}
        >
          Help
        </Button>
        <ThemeChoice />
        <UserMenu session={session} />
      </div>
      <Rooms />
      <WaitingBar />
    </header>
  );
}

/** Keeps the present page as a view; the room of the views itself cannot be kept. */
function Keep() {
  const { pathname, searchStr } = useLocation();
  if (pathname === '/views') return null;
  return (
    <Link className="frame-keep" to="/views" search={(all) => ({ ...pageOnly(all), of: `${pathname}${searchStr}` })}>
      Keep
    </Link>
  );
}

/** A link to the alerts, with the number of new ones. */
function Bell() {
  const { alerts } = useAlerts();
  const count = newAlerts(alerts ?? []).length;
  if (count === 0) return null;
  return (
    <Link to="/alerts" search={pageOnly} className="warn">
      ⚠ {counted(count, 'alert')}
    </Link>
  );
}

/** The rooms in a row, which scrolls where it is too long; the present one is brought into view. */
function Rooms() {
  const nav = useRef<HTMLElement>(null);
  const asked = useAskedDrafts().length;
  const present = useLocation({
    select: ({ pathname }) => rooms.findIndex(({ path }) => path === roomAt(pathname)?.path),
  });
  useEffect(() => {
    const row = nav.current;
    const tab = row?.querySelectorAll('a').item(present) ?? null;
    if (row === null || tab === null) return undefined;
    const observer = new ResizeObserver(() => {
      row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
    });
    observer.observe(row);
    return () => observer.disconnect();
  }, [present]);
  return (
    <nav ref={nav} className="frame-rooms" aria-label="Rooms">
      {rooms.map(({ path: to, title }) => (
        <Link key={to} to={to} activeProps={{ 'aria-current': 'page' }}>
          {title}
          {to === '/draft' && asked > 0 && (
            <>
              {' '}
              <span className="frame-mark">{asked} to approve</span>
            </>
          )}
        </Link>
      ))}
    </nav>
  );
}

/** Changes part of the address, and keeps the room. */
function useChange() {
  const navigate = useNavigate();
  return (change: PageSearch) => void navigate({ to: '.', search: (search) => ({ ...search, ...change }) });
}

/** The seller: an administrator chooses it; another user without a group of sites sees the seller's name. */
function SellerName({ seller, found }: { readonly seller: Seller; readonly found: FoundPlace }) {
  const change = useChange();
  const { members, place } = found;
  if (seller.session.member_id !== null || members === null) {
    return place === null ? <span className="cut">{seller.member.name}</span> : null;
  }
  return (
    <Select
      aria-label="Seller"
      className="frame-choice"
      w={180}
      data={members.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={String(seller.memberId)}
      allowDeselect={false}
      searchable
      onChange={(id) => change({ ...noneOfSites, member: Number(id), ym: undefined })}
    />
  );
}

function SitesChoice({ place, found }: { readonly place: Place; readonly found: FoundPlace }) {
  const change = useChange();
  return (
    <Select
      aria-label="Group of sites"
      className="frame-choice"
      w={200}
      data={(found.ymProfiles ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      value={String(place.ymProfile.id)}
      allowDeselect={false}
      searchable
      onChange={(id) => change({ ...noneOfSites, ym: Number(id) })}
    />
  );
}

/** The days that figures are about, of the member's time zone, which is named. */
function DayChoice({ place: { from, to, timeZone } }: { readonly place: Place }) {
  const change = useChange();
  const [isOpen, setIsOpen] = useState(false);
  const [first, setFirst] = useState(from);
  const [last, setLast] = useState(to);
  const isWrong = !(first <= last);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus>
      <Popover.Target>
        <Button
          className="frame-days"
          variant="default"
          onClick={() => {
            setFirst(from);
            setLast(to);
            setIsOpen(!isOpen);
          }}
        >
          {rangeText(from, to)} <span className="muted">&nbsp;({timeZone})</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          style={{ display: 'grid', gap: 8 }}
          onSubmit={(event) => {
            event.preventDefault();
            if (isWrong) return;
            change({ from: first, to: last });
            setIsOpen(false);
          }}
        >
          <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 8 }}>
            {quickDaysNow(timeZone).map(({ label, ...days }) => (
              <Button
                key={label}
                variant="default"
                onClick={() => {
                  change(days);
                  setIsOpen(false);
                }}
              >
                {label}
              </Button>
            ))}
          </div>
          <TextInput
            type="date"
            label="First day"
            required
            value={first}
            onChange={(event) => setFirst(event.currentTarget.value)}
          />
          <TextInput
            type="date"
            label="Last day"
            required
            value={last}
            error={isWrong ? 'is before the first day' : undefined}
            onChange={(event) => setLast(event.currentTarget.value)}
          />
          <div style={{ display: 'flex', gap: 8 }}>
            <Button type="submit">Show</Button>
            <Button
              variant="default"
              onClick={() => {
                change({ from: undefined, to: undefined });
                setIsOpen(false);
              }}
            >
              Last 8 days
            </Button>
          </div>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const next = { auto: 'light', light: 'dark', dark: 'auto' } as const;
  const words = { auto: 'as the system', light: 'light', dark: 'dark' } as const;
  const label = `Colours: ${words[colorScheme]}. Change to ${words[next[colorScheme]]}`;
  return (
    <ActionIcon aria-label={label} title={label} onClick={() => setColorScheme(next[colorScheme])}>
      ◐
    </ActionIcon>
  );
}

function UserMenu({ session }: { readonly session: Session }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" color="gray">
          {session.username} ▾
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/account">
          Account
        </Menu.Item>
        <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
