import './tiers.css';
import { Button, Select, Switch, TextInput } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useAddress, usePlace } from '../../address/place.ts';
import type { TierKey } from '../../draft/content.ts';
import { OpenBy } from '../../draft/people.tsx';
import { EditProblem } from '../../difference/edit-problem.tsx';
import { ChartStyle } from '../../part/chart.tsx';
import { later } from '../../part/later.tsx';
import { actionWords, Empty, PlainButton, Problem, QuietButton, Room, Waiting } from '../../part/kit.tsx';
import { LiveNotice } from '../experiments/live-notice.tsx';
import { keepRows, sortRows } from './row/filter.ts';
import { LadderTable, preloadBulkBar } from './ladder-table.tsx';
import type { LadderRow } from './row/ladder-row.ts';
import { FileMenu, OpenedFile, useLadderFiles } from './edit/ladder-file.tsx';
import { readTiersSearch, type Sort, type TiersSearch, type Wanted } from './row/tiers-search.ts';
import { useLadder } from './row/use-ladder.ts';
import { useProfiles } from './row/use-profiles.ts';
import { useTierEdits } from './edit/use-tier-edits.ts';
import { counted, countText } from '../../figure/count.ts';
import { buyerName } from '../../words/buyer-name.ts';
import { byLabel, type Option, optionsOf } from '../../part/options.ts';
import { sortText } from '../../part/column.ts';

/** Loaded once a tier is opened, or the pointer or the keyboard is in the list. */
const TierPanel = later(
  'tier panel',
  () => import('./panel/tier-panel.tsx').then((loaded) => loaded.TierPanel),
  <aside className="side-panel">
    <Waiting />
  </aside>,
);

const preload = () => {
  TierPanel.preload();
  preloadBulkBar();
};

const noRows: readonly LadderRow[] = [];

/** The ladder of tiers, live and drafted, and one of them beside it. */
export function TiersRoom(): React.ReactNode {
  const { session } = usePlace();
  const canEdit = session.scopes.includes('write');
  const ladder = useLadder();
  const edits = useTierEdits(ladder.content);
  const files = useLadderFiles(ladder.content, useProfiles(ladder.content), canEdit);
  const [address, change] = useAddress<'/tiers'>();
  const search = useMemo(() => readTiersSearch(address), [address]);
  const [isDense, setIsDense] = useLocalStorage({ key: 'dense-rows', defaultValue: false });
  const [isFocused, setIsFocused] = useState(false);
  const before = useRef<Element | null>(null);

  const onWanted = useCallback(
    ({ q, ...wanted }: Wanted) => change({ ...wanted, q: q === '' ? undefined : q }, { replace: true }),
    [change],
  );
  const onSort = useCallback(
    (sort: Sort | null) => change({ sort: sort === null ? undefined : sortText(sort) }),
    [change],
  );
  const open = useCallback(
    (key: TierKey | 'new', isByKey: boolean, replace = false) => {
      before.current ??= document.activeElement;
      setIsFocused(isByKey);
      change({ tier: /^\d+$/.test(key) ? Number(key) : key }, { replace });
    },
    [change],
  );
  const close = () => {
    change({ tier: undefined });
    setIsFocused(false);
    if (before.current instanceof HTMLElement) before.current.focus();
    before.current = null;
  };

  // The table is updated in the background, so that it delays neither typing nor choosing.
  const rows = useDeferredValue(ladder.rows, null);
  const { q, action, buyer, where, lint, drafted, sort } = search;
  const wanted = useDeferredValue(
    useMemo(() => ({ q: q ?? '', action, buyer, where, lint, drafted }), [q, action, buyer, where, lint, drafted]),
  );
  const [sortId, sortDesc] = [sort?.id, sort?.desc];
  const order = useDeferredValue(
    useMemo(() => (sortId === undefined ? null : { id: sortId, desc: sortDesc === true }), [sortId, sortDesc]),
  );
  const all = rows ?? noRows;
  const sorted = useMemo(() => sortRows(all, order), [all, order]);
  const shown = useMemo(() => keepRows(sorted, wanted), [sorted, wanted]);
  const opened = ladder.rows?.find(({ key }) => key === search.tier) ?? null;
  const hasPanel = opened !== null || search.tier === 'new';

  return (
    <Room
      title="Tiers"
      isWide
      head={
        ladder.rows !== null && (
          <LadderHead
            rows={ladder.rows}
            shown={shown.length}
            search={search}
            hasDraft={ladder.draft !== null}
            isDense={isDense}
            onDense={setIsDense}
            onChange={onWanted}
            // Without tiers the button stands in the middle of the room.
            onNew={canEdit && ladder.rows.length > 0 ? () => open('new', true) : null}
            menu={<FileMenu files={files} canEdit={canEdit} />}
          />
        )
      }
    >
      <ChartStyle />
      {ladder.error !== null && <Problem error={ladder.error} />}
      {ladder.figuresError !== null && <Problem error={ladder.figuresError} />}
      {edits.error !== null && <Problem error={edits.error} onRetry={edits.reset} />}
      <OpenedFile files={files} />
      <EditProblem edit={edits.draft} />
      {ladder.draft !== null && <OpenBy draft={ladder.draft} />}
      {edits.undo !== null && (
        <div className="notice tier-undo" role="status">
          {edits.undo.words}{' '}
          <QuietButton onClick={edits.takeBack}>{edits.undo.isLive ? 'Undo live' : 'Undo'}</QuietButton>
        </div>
      )}
      {edits.undo?.isLive && <LiveNotice isPausing={session.scopes.includes('publish')} />}
      {rows === null && ladder.error === null && <Waiting rows={12} height={28} />}
      <div className="ladder with-side-panel">
        <div className="side-panel-list" onPointerEnter={preload} onFocus={preload}>
          {rows?.length === 0 && <NoTiers onNew={canEdit ? () => open('new', true) : null} />}
          {all.length > 0 && shown.length === 0 && (
            <Empty action={<Button onClick={() => onWanted(nothingWanted)}>Show all tiers</Button>}>
              No tier is as the search and the filters want it.
            </Empty>
          )}
          {shown.length > 0 && (
            <LadderTable
              rows={shown}
              all={all}
              ladder={ladder}
              edits={edits}
              canEdit={canEdit}
              sort={order}
              q={wanted.q}
              opened={opened?.key ?? null}
              isDense={isDense}
              onSort={onSort}
              onOpen={open}
            />
          )}
        </div>
        {hasPanel && (
          <TierPanel
            key={opened?.key ?? 'new'}
            row={opened}
            ladder={ladder}
            edits={edits}
            canEdit={canEdit}
            isFocused={isFocused}
            onOpen={(key) => open(key, key === 'new')}
            onClose={close}
          />
        )}
      </div>
    </Room>
  );
}

const wantedNames = ['q', 'action', 'buyer', 'where', 'lint', 'drafted'] as const;
const nothingWanted: Wanted = Object.fromEntries(wantedNames.map((name) => [name, undefined]));

function NoTiers({ onNew }: { readonly onNew: (() => void) | null }) {
  return (
    <Empty picture="rows" action={onNew !== null && <Button onClick={onNew}>+ New tier</Button>}>
      A tier names buyers, a net minimum and where it applies. Bids that it includes go before those of lower priority,
      whatever these pay; bids that it excludes leave the auction. Without tiers the highest net price wins.
    </Empty>
  );
}

interface LadderHeadProps {
  readonly rows: readonly LadderRow[];
  /** How many tiers are shown. */
  readonly shown: number;
  readonly search: TiersSearch;
  readonly hasDraft: boolean;
  readonly isDense: boolean;
  readonly onDense: (isDense: boolean) => void;
  readonly onChange: (wanted: Wanted) => void;
  readonly onNew: (() => void) | null;
  /** What is done with all tiers. */
  readonly menu: ReactNode;
}

const lintWords: Readonly<Record<NonNullable<Wanted['lint']>, string>> = {
  any: 'any issue',
  error: 'errors',
  warning: 'warnings',
  info: 'remarks',
  none: 'no issue',
};
const typingMs = 250;
const mostOptions = 100;

/** A filter, which is searched where it can have many choices: what it says where none is found. */
const filter = <Value extends string | number>(
  label: string,
  w: number,
  data: Option<Value>[],
  value: Value | undefined,
  choose: (value: Value | undefined) => void,
  none?: string,
) => (
  <Select<Value>
    aria-label={label}
    placeholder={label}
    w={w}
    clearable
    {...(none !== undefined && { searchable: true, limit: mostOptions, nothingFoundMessage: none })}
    data={data}
    value={value ?? null}
    onChange={(chosen) => choose(chosen ?? undefined)}
  />
);

/** Search and filters of the ladder; what is chosen goes into the address. */
function LadderHead(props: LadderHeadProps) {
  const { rows, shown, search, hasDraft, isDense, onDense, onChange, onNew, menu } = props;
  const { q = '', action, buyer, where, lint, drafted } = search;
  const { buyers, places } = useMemo(() => choicesOf(rows), [rows]);
  const filters = [action, buyer, where, lint, drafted].filter((one) => one !== undefined).length;
  const [isOpen, setIsOpen] = useState(filters > 0);
  return (
    <>
      <span className="muted" role="status">
        {q !== '' || filters > 0
          ? `${countText(shown)} of ${counted(rows.length, 'tier')}`
          : counted(rows.length, 'tier')}
      </span>
      <SearchText value={q} onChange={(text) => onChange({ q: text })} />
      <PlainButton aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        Filter{filters > 0 && ` (${filters})`}
      </PlainButton>
      <span className="grow" />
      {menu}
      {onNew !== null && <Button onClick={onNew}>+ New tier</Button>}
      {isOpen && (
        <div className="room-tools tier-filters">
          {filter('Action', 104, optionsOf(actionWords), action, (value) => onChange({ action: value }))}
          {filter('Buyer', 160, buyers, buyer, (value) => onChange({ buyer: value }), 'No tier names such a buyer')}
          {filter('Where', 160, places, where, (value) => onChange({ where: value }), 'No tier has such a targeting')}
          {filter('Issues', 104, optionsOf(lintWords), lint, (value) => onChange({ lint: value }))}
          {hasDraft && (
            <Button
              variant={drafted === true ? 'light' : 'default'}
              aria-pressed={drafted === true}
              onClick={() => onChange({ drafted: drafted === true ? undefined : true })}
            >
              Draft only
            </Button>
          )}
          <Switch label="Dense rows" checked={isDense} onChange={(event) => onDense(event.currentTarget.checked)} />
        </div>
      )}
    </>
  );
}

/** A typed text is shown at once, and goes into the address once the user stops typing. */
function SearchText({ value, onChange }: { readonly value: string; readonly onChange: (text: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => {
      onChange(typed);
      setTyped(null);
    }, typingMs);
    return () => clearTimeout(timer);
  }, [typed, onChange]);
  return (
    <TextInput
      data-search
      type="search"
      aria-label="Search name, buyer, targeting"
      placeholder="Name, buyer or place"
      w={172}
      value={typed ?? value}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Escape') currentTarget.blur();
      }}
    />
  );
}

/** The buyers and profiles that the tiers have, by name. */
function choicesOf(rows: readonly LadderRow[]) {
  const buyers = new Map<number, Option<number>>();
  const places = new Map<number, Option<number>>();
  for (const { shown, profile } of rows) {
    for (const buyer of shown.buyer_members ?? [])
      if (!buyers.has(buyer.id)) buyers.set(buyer.id, { value: buyer.id, label: `${buyerName(buyer)} (${buyer.id})` });
    const { profile_id: id } = shown;
    if (id !== null) places.set(id, { value: id, label: profile ?? '' });
  }
  const everywhere: Option<number | 'everywhere'> = { value: 'everywhere', label: 'everywhere' };
  return {
    buyers: [...buyers.values()].toSorted(byLabel),
    places: [everywhere, ...[...places.values()].toSorted(byLabel)],
  };
}
