import { type FoundPlace, type Place, useChangeAddress, usePlace } from '../address/place.ts';
import { Icon } from './icon.tsx';
import { openSearch } from './keys.tsx';
import { Link, useLocation } from '@tanstack/react-router';
import { roomAt } from './rooms.ts';
import { figures } from '../figure/figures.ts';
import { isOpen as isUnderWay, useExperiments } from '../experiment/use-experiments.ts';
import { useEffect, useRef, useState } from 'react';
import { stepWords } from '../difference/step-words.ts';
import { draftTitle } from '../draft/draft-name.ts';
import { refreshAll, useDraft, useDraftDifference } from '../draft/use-draft.ts';
import { counted } from '../figure/count.ts';
import { momentColumn, msOf, rangeText, zoneWords } from '../figure/date.ts';
import { plainWords } from '../saying/plain-words.ts';
import { Button, Popover, TextInput } from '@mantine/core';
import { quickDaysNow } from '../address/quick-days.ts';
import { PlainButton } from '../part/kit.tsx';

interface TopLineProps {
  readonly found: FoundPlace;
  readonly isMenuOpen: boolean;
  readonly onMenu: () => void;
}

/** One line above every room: the period, the search, the draft and a running test. */
export function TopLine({ found: { place }, isMenuOpen, onMenu }: TopLineProps) {
  return (
    <header className="top-line">
      <button
        type="button"
        className="chip top-menu"
        aria-label="Menu"
        aria-expanded={isMenuOpen}
        aria-controls="menu"
        onClick={onMenu}
      >
        <Icon of="menu" />
      </button>
      {place !== null && <DayChoice place={place} />}
      <button type="button" className="chip top-search" onClick={openSearch}>
        <Icon of="search" /> <span>Search</span> <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <span className="top-space" />
      {place !== null && <DraftBar />}
      {place !== null && <RunningTest />}
    </header>
  );
}

/** The live test that decides auctions now, or waits for its user, in every room. */
function RunningTest() {
  const test = useExperiments().experiments.find(isUnderWay);
  if (test === undefined) return null;
  const isPaused = test.state === 'paused';
  const word = test.design === 'hold_back' ? 'Hold-back' : 'Live test';
  const share = test.share === null ? '' : ` on ${figures.percent(test.share, 0, 2)}`;
  return (
    <Link
      className={isPaused ? 'chip top-test paused' : 'chip top-test'}
      to="/draft/tests"
      search={{ experiment: test.id }}
      title={test.name}
    >
      {isPaused ? '⚠' : '●'} <span>{isPaused ? `${word} paused` : `${word}${share}`}</span>
    </Link>
  );
}

/** The draft that is open, in every room: what is on the screen is live unless it says draft. */
function DraftBar() {
  const { session } = usePlace();
  const { draft, drafts } = useDraft();
  const { data } = useDraftDifference();
  useWhatIsDue(
    drafts
      .filter(({ state }) => state === 'scheduled')
      .map(({ id }) => id)
      .join(' '),
  );
  const test = useExperiments().experiments.find(isUnderWay);
  const room = useLocation({ select: ({ pathname }) => roomAt(pathname) });
  if (draft === null) return null;
  const changes = data === undefined ? null : data.created.length + data.updated.length + data.deleted.length;
  const failed = drafts.find(({ state }) => state === 'suspended');
  const shown = failed ?? draft;
  const isScheduled = draft.state === 'scheduled';
  const isTested = test?.draft_id === draft.id;
  // A draft that is tested live is published by ending the test.
  const mayAct = session.scopes.includes(isScheduled ? 'write' : 'publish') && !isTested;
  const isActedOnHere = room?.path === '/draft';
  const state =
    failed !== undefined
      ? '⚠ Not published'
      : draft.publish_at === null
        ? `${isTested ? 'tested live' : 'draft'}, ${changes === null ? '…' : counted(changes, 'change')}`
        : `live from ${momentColumn(msOf(draft.publish_at))}`;
  return (
    <>
      <Link
        className="chip frame-draft"
        to="/draft"
        search={(search) => (failed === undefined ? search : { ...search, draft: failed.id })}
        hash={failed === undefined ? 'try' : 'publish'}
        title={
          failed === undefined ? data?.summary.map(stepWords).join('\n') : plainWords(failed.suspended_reason ?? '')
        }
      >
        <b className="cut">{draftTitle(shown)}</b>
        <span className={failed === undefined ? 'cut muted' : 'cut warn'}>· {state}</span>
      </Link>
      {mayAct && !isActedOnHere && (
        <Link className="chip" to="/draft" search hash={isScheduled ? 'publish' : 'publish-now'}>
          {isScheduled ? 'Scheduled…' : 'Publish…'}
        </Link>
      )}
    </>
  );
}

/** Reads all again once a scheduled draft is not scheduled any more: what is live may have changed by itself. */
function useWhatIsDue(scheduled: string): void {
  const before = useRef(scheduled);
  useEffect(() => {
    if (before.current !== scheduled && before.current !== '') void refreshAll();
    before.current = scheduled;
  }, [scheduled]);
}

/** The days that figures are about, of the member's time zone, which is named. */
function DayChoice({ place: { from, to, timeZone } }: { readonly place: Place }) {
  const change = useChangeAddress();
  const [isOpen, setIsOpen] = useState(false);
  const [first, setFirst] = useState(from);
  const [last, setLast] = useState(to);
  const isWrong = !(first <= last);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus>
      <Popover.Target>
        <PlainButton
          className="chip frame-days"
          title={`${rangeText(from, to)}, ${timeZone}`}
          onClick={() => {
            setFirst(from);
            setLast(to);
            setIsOpen(!isOpen);
          }}
        >
          <span className="cut">{rangeText(from, to)}</span>{' '}
          <span className="frame-zone cut">{zoneWords(timeZone)}</span>
        </PlainButton>
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
              <PlainButton
                key={label}
                onClick={() => {
                  change(days);
                  setIsOpen(false);
                }}
              >
                {label}
              </PlainButton>
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
            <PlainButton
              onClick={() => {
                change({ from: undefined, to: undefined });
                setIsOpen(false);
              }}
            >
              Last 8 days
            </PlainButton>
          </div>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
