import { useCallback, useMemo, useRef, useState } from 'react';
import type { Target } from './edits.ts';
import type { LadderRow } from '../row/ladder-row.ts';
import { targetOf } from './use-tier-edits.ts';

/** The rows from one to another, in the order that is shown; only the second where the first is not shown. */
export function rangeOf(rows: readonly LadderRow[], from: string | null, to: string): readonly LadderRow[] {
  const first = rows.findIndex(({ key }) => key === from);
  const last = rows.findIndex(({ key }) => key === to);
  if (last < 0) return [];
  return first < 0 ? [rows[last]!] : rows.slice(Math.min(first, last), Math.max(first, last) + 1);
}

const canBeChosen = ({ state }: LadderRow): boolean => state !== 'removed';

/** The rows that are chosen for a bulk edit. One that is not shown any more does not count. */
export function useChosen(rows: readonly LadderRow[]) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const choosable = useMemo(() => rows.filter(canBeChosen), [rows]);
  const targets = useMemo(
    (): readonly Target[] => (keys.size === 0 ? [] : choosable.filter(({ key }) => keys.has(key)).map(targetOf)),
    [choosable, keys],
  );
  const chosen = useMemo(() => new Set<string>(targets.map(({ key }) => key)), [targets]);
  const areAllChosen = choosable.length > 0 && chosen.size === choosable.length;

  const choose = useCallback(
    ({ key }: LadderRow, isRange: boolean) => {
      const range = isRange ? rangeOf(choosable, last.current, key) : [];
      last.current = key;
      setKeys((now) => {
        const next = new Set(now);
        const isChosen = !now.has(key);
        for (const one of [key, ...range.map((row) => row.key)]) {
          if (isChosen) next.add(one);
          else next.delete(one);
        }
        return next;
      });
    },
    [choosable],
  );
  const chooseAll = useCallback(
    () => setKeys(areAllChosen ? new Set() : new Set(choosable.map(({ key }) => key))),
    [areAllChosen, choosable],
  );
  const clear = useCallback(() => setKeys(new Set()), []);
  return useMemo(
    () => ({ chosen, targets, areAllChosen, choose, chooseAll, clear }),
    [chosen, targets, areAllChosen, choose, chooseAll, clear],
  );
}
