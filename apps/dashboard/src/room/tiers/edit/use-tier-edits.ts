import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { usePlace } from '../../../address/place.ts';
import type { Content, LiveTier, TierKey } from '../../../draft/content.ts';
import { type Edit, refreshAll, useEditDraft } from '../../../draft/edit-draft.ts';
import { counted } from '../../../figure/count.ts';
import { bulkEditOf, type BulkEdit } from './bulk.ts';
import { changeTier, removeTiers, restoreTiers, type Target } from './edits.ts';
import { bringBackNow, removeNow } from './save-now.ts';
import type { LadderRow } from '../row/ladder-row.ts';

/** The last deletion, which can be taken back. */
export interface Undo {
  readonly words: string;
  readonly run: (onDone: () => void) => void;
}

export const targetOf = ({ key, shown }: LadderRow): Target => ({ key, tier: shown });

/** What is done to tiers from the ladder itself. All of it edits the draft. */
export function useTierEdits(content: Content) {
  const { mutate, error, isPending, reset } = useEditDraft();
  const [undo, setUndo] = useState<Undo | null>(null);

  const place = usePlace();
  const now = useMutation({
    mutationFn: (write: () => Promise<unknown>) => write(),
    onSuccess: refreshAll,
  });
  const removeLive = (tier: LiveTier, revision: string) =>
    now.mutate(() => removeNow(place, tier), {
      onSuccess: () =>
        setUndo({
          words: `Tier ${tier.name} is deleted, live.`,
          run: (onDone) => now.mutate(() => bringBackNow(place, tier, revision), { onSuccess: onDone }),
        }),
    });

  const remove = (targets: readonly Target[]) => {
    const [first] = targets;
    const named = targets.length === 1 ? `Tier ${first?.tier.name}` : counted(targets.length, 'tier');
    const back = restoreTiers(targets, content);
    const words = `${named} ${targets.length === 1 ? 'is' : 'are'} deleted in the draft.`;
    mutate(removeTiers(targets), {
      onSuccess: () => setUndo({ words, run: (onDone) => mutate(back, { onSuccess: onDone }) }),
    });
  };

  return {
    error: error ?? now.error,
    isPending: isPending || now.isPending,
    reset: () => {
      reset();
      now.reset();
    },
    undo,
    /** Takes back the last deletion. */
    takeBack: () => undo?.run(() => setUndo(null)),
    remove,
    /** Deletes a live tier at once; `revision` is the state of the ym-profile before. */
    removeNow: removeLive,
    /** Brings back a tier that the draft removes. */
    restore: (row: LadderRow, live: Content) => mutate(restoreTiers([targetOf(row)], live)),
    setPriority: (row: LadderRow, priority: (now: number) => number) =>
      mutate(
        changeTier(row.key, row.shown, (tier) => ({
          ...tier,
          priority: Math.min(10, Math.max(1, priority(tier.priority))),
        })),
      ),
    bulk: (targets: readonly Target[], edit: BulkEdit, onDone: () => void) => {
      if (edit.kind === 'remove') {
        remove(targets);
        onDone();
      } else mutate(bulkEditOf(targets, edit), { onSuccess: onDone });
    },
  };
}

export type TierEdits = ReturnType<typeof useTierEdits>;

/** An edit of the draft, and the key that a tier which it adds then has. */
export function withKey(add: Edit): { readonly edit: Edit; readonly key: () => TierKey } {
  let place = 0;
  return {
    edit: (content) => {
      place = content.tiers.length;
      return add(content);
    },
    key: () => `new-${place}`,
  };
}
