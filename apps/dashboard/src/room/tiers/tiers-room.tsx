import './tiers.css';
import { Button } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { usePlace } from '../../address/place.ts';
import type { TierKey } from '../../draft/content.ts';
import { OpenBy } from '../../draft/people.tsx';
import { EditProblem } from '../../difference/edit-problem.tsx';
import { ChartStyle } from '../../part/chart.tsx';
import { later } from '../../part/later.tsx';
import { Empty, Problem, QuietButton, Room, Waiting } from '../../part/kit.tsx';
import { LiveNotice } from '../experiments/live-notice.tsx';
import { keepRows, sortRows } from './row/filter.ts';
import { LadderHead } from './ladder-head.tsx';
import { LadderTable, preloadBulkBar } from './ladder-table.tsx';
import type { LadderRow } from './row/ladder-row.ts';
import { FileMenu, OpenedFile, useLadderFiles } from './edit/ladder-file.tsx';
import { readTiersSearch, type Sort, sortText, type Wanted } from './row/tiers-search.ts';
import { useLadder } from './row/use-ladder.ts';
import { useProfiles } from './row/use-profiles.ts';
import { useTierEdits } from './edit/use-tier-edits.ts';
import { useAddress } from '../../address/use-change-address.ts';

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
            onNew={canEdit ? () => open('new', true) : null}
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
              report={ladder.report}
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

const nothingWanted: Wanted = {
  q: '',
  action: undefined,
  buyer: undefined,
  where: undefined,
  lint: undefined,
  drafted: undefined,
};

function NoTiers({ onNew }: { readonly onNew: (() => void) | null }) {
  return (
    <Empty action={onNew !== null && <Button onClick={onNew}>+ New tier</Button>}>
      A tier names buyers, a net minimum and where it applies. Bids that it includes go before those of lower priority,
      whatever these pay; bids that it excludes leave the auction. Without tiers the highest net price wins.
    </Empty>
  );
}
