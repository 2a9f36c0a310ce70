import { toFeePpm } from '@auction-tiers/tier-engine';
import { feeText } from '../../figure/count.ts';
import { type DragEvent, type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { usePlace } from '../../address/place.ts';
import type { TierKey } from '../../draft/content.ts';
import { rangeText, useNow } from '../../figure/date.ts';
import { DataTable } from '../../part/data-table.tsx';
import { later } from '../../part/later.tsx';
import { ladderColumns, ladderFit, ladderFoot, ladderWidths } from './columns.tsx';
import { isByPriority, levelStarts, numberedRows } from './row/filter.ts';
import type { LadderRow } from './row/ladder-row.ts';
import type { Sort } from './row/tiers-search.ts';
import type { Ladder } from './row/use-ladder.ts';
import type { TierEdits } from './edit/use-tier-edits.ts';
import { useChosen } from './edit/use-chosen.ts';
import { phraseOf } from '../../words/phrase.ts';
import type { SortedBy } from '../../part/column.ts';

const BulkBar = later('bulk bar', () => import('./edit/bulk-bar.tsx').then((loaded) => loaded.BulkBar));
export const preloadBulkBar = BulkBar.preload;

interface LadderTableProps {
  /** The rows that are shown, in their order. */
  readonly rows: readonly LadderRow[];
  /** All rows, also those that a filter hides. */
  readonly all: readonly LadderRow[];
  readonly ladder: Ladder;
  readonly edits: TierEdits;
  readonly canEdit: boolean;
  readonly sort: Sort | null;
  readonly q: string;
  readonly opened: TierKey | null;
  readonly isDense: boolean;
  readonly onSort: (sort: Sort | null) => void;
  readonly onOpen: (key: TierKey, isByKey: boolean, replace?: boolean) => void;
}

/** The ladder as a table: opened by click or key, reordered by Alt with an arrow or by dragging, chosen for bulk edits. */
export function LadderTable(props: LadderTableProps) {
  const { rows, all, ladder, edits, canEdit, sort, opened, isDense, q, onSort, onOpen } = props;
  const { member, currency, from, to } = usePlace();
  const { report, days, untiered, isAdvised } = ladder;
  const [cursor, setCursor] = useState<TierKey | null>(null);
  const choice = useChosen(rows);
  const { targets, choose, clear } = choice;
  const nowMs = useNow();
  const fit = useMemo(() => ladderFit(all), [all]);
  const basis = useMemo(() => {
    const mostBids = all.reduce((most, { figures }) => Math.max(most, figures?.bids ?? 0), 1);
    return { days, isAdvised, mostBids, widths: ladderWidths(all, days) };
  }, [all, days, isAdvised]);
  const isGrouped = isByPriority(sort);
  const levels = useMemo(() => {
    const starts = isGrouped ? levelStarts(rows) : null;
    return { starts, numbered: starts && numberedRows(rows, starts) };
  }, [isGrouped, rows]);
  const { starts } = levels;
  const [fee, period] = [feeText(toFeePpm(member.revenue_share_pct)), rangeText(from, to)];
  const columns = useMemo(() => {
    const shown = { ...basis, ...levels, ...choice, feeText: fee, currency, period, nowMs };
    return ladderColumns({ ...shown, canEdit, phrase: phraseOf(q) });
  }, [basis, levels, choice, fee, currency, period, nowMs, canEdit, q]);
  // Only all tiers together, and what is beside them, are the total of the days.
  const foot = useMemo(
    () => (report === null || rows.length < all.length ? [] : ladderFoot(report, all, { days, untiered })),
    [report, rows, all, days, untiered],
  );
  const drop = useDrop(edits);

  const onKey = (event: KeyboardEvent, row: LadderRow) => {
    const step = event.altKey ? { ArrowUp: 1, ArrowDown: -1 }[event.key] : undefined;
    if (step !== undefined && canEdit && row.state !== 'removed') edits.setPriority(row, (now) => now + step);
    else if (event.key === 'Enter' || event.key === 'e') onOpen(row.key, true);
    else if (event.key === ' ' && canEdit && row.state !== 'removed') choose(row, event.shiftKey);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <DataTable
        label="Tiers"
        rows={rows}
        columns={columns}
        fit={fit}
        foot={foot}
        idOf={keyOfRow}
        current={cursor ?? opened}
        isDense={isDense}
        maxHeight={`calc(100vh - ${targets.length > 0 ? 308 : 228}px)`}
        sort={sort}
        onSort={(next: SortedBy | null) => onSort(next as Sort | null)}
        onOpen={(row) => {
          setCursor(row.key);
          onOpen(row.key, false);
        }}
        onMove={(row) => {
          setCursor(row.key);
          if (opened !== null) onOpen(row.key, false, true);
        }}
        onKey={onKey}
        classOf={(row) => classOf(row, starts, drop.over)}
        {...(canEdit ? { rowProps: drop.propsOf } : {})}
      />
      {canEdit && targets.length > 0 && (
        <BulkBar
          chosen={targets}
          seenNow={edits.draft.seen}
          isBusy={edits.isPending}
          onApply={(asSeen, edit, seen) => edits.bulk(asSeen, edit, seen, clear)}
          onClear={clear}
        />
      )}
    </>
  );
}

const keyOfRow = ({ key }: LadderRow): string => key;

function classOf({ key, state }: LadderRow, starts: ReadonlySet<string> | null, over: string | null): string {
  const isWithin = starts !== null && !starts.has(key);
  return [
    `tier-${state}`,
    isWithin ? 'within-level' : '',
    starts === null ? '' : 'by-level',
    over === key ? 'over' : '',
  ].join(' ');
}

/** Dropping a tier on another one gives it the priority of that one. */
function useDrop({ setPriority }: TierEdits) {
  const dragged = useRef<LadderRow | null>(null);
  const [over, setOver] = useState<string | null>(null);
  // Rows keep these, so that they are not drawn again while one scrolls.
  const drop = useRef(setPriority);
  useEffect(() => {
    drop.current = setPriority;
  }, [setPriority]);
  const propsOf = useCallback(
    (row: LadderRow) => ({
      onDragStart: (event: DragEvent) => {
        dragged.current = row;
        event.dataTransfer.effectAllowed = 'move' as const;
        event.dataTransfer.setData('text/plain', row.shown.name);
      },
      onDragOver: (event: DragEvent) => {
        if (dragged.current === null) return;
        event.preventDefault();
        setOver(row.key);
      },
      onDragEnd: () => {
        dragged.current = null;
        setOver(null);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        const moved = dragged.current;
        if (moved !== null && moved.shown.priority !== row.shown.priority) {
          drop.current(moved, () => row.shown.priority);
        }
      },
    }),
    [],
  );
  return { over, propsOf };
}
