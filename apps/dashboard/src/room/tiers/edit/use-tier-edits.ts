import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { usePlace } from '../../../address/place.ts';
import type { Content, LiveTier } from '../../../draft/content.ts';
import { refreshAll, useEditDraft } from '../../../draft/use-draft.ts';
import type { Seen } from '../../../draft/seen.ts';
import { counted } from '../../../figure/count.ts';
import { bulkEditOf, type BulkEdit, previewOf, undoBulkOf } from './bulk.ts';
import { changeTier, removeTiers, restoreTiers, type Target } from './edits.ts';
import { bringBackNow, removeNow } from './save-now.ts';
import type { LadderRow } from '../row/ladder-row.ts';

/** The last deletion, or the last change of many tiers, which can be taken back. */
export interface Undo {
  readonly words: string;
  /** Whether the undo restores live tiers. */
  readonly isLive?: boolean;
  readonly run: (onDone: () => void) => void;
}

export const targetOf = ({ key, shown }: LadderRow): Target => ({ key, tier: shown });

/** The edits of tiers from the ladder itself, all of them in the draft. */
export function useTierEdits(content: Content) {
  const draft = useEditDraft();
  const { mutate } = draft;
  const [undo, setUndo] = useState<Undo | null>(null);

  const place = usePlace();
  const now = useMutation({
    mutationFn: (write: () => Promise<unknown>) => write(),
    onSuccess: refreshAll,
  });
  const removeLive = (tier: LiveTier, revision: string, note: string) =>
    now.mutate(() => removeNow(place, tier, note), {
      onSuccess: () =>
        setUndo({
          words: `Tier ${tier.name} is deleted, live.`,
          isLive: true,
          run: (onDone) => now.mutate(() => bringBackNow(place, tier, revision), { onSuccess: onDone }),
        }),
    });

  const remove = (targets: readonly Target[], { seen, onDone }: { seen?: Seen; onDone?: () => void } = {}) => {
    const [first] = targets;
    const named = targets.length === 1 ? `Tier ${first?.tier.name}` : counted(targets.length, 'tier');
    const back = restoreTiers(targets, content);
    const words = `${named} ${targets.length === 1 ? 'is' : 'are'} deleted in the draft.`;
    mutate(removeTiers(targets), {
      seen,
      onSuccess: () => {
        setUndo({ words, run: (onSuccess) => mutate(back, { onSuccess }) });
        onDone?.();
      },
    });
  };

  return {
    /** The edit of the draft itself, with why it was refused. */
    draft,
    /** The error of the last write to live tiers. */
    error: now.error,
    isPending: draft.isPending || now.isPending,
    reset: now.reset,
    undo,
    /** Takes back the last deletion, or the last change of many tiers. */
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
    /** `seen`: what the preview of the edit was made of. */
    bulk: (targets: readonly Target[], edit: BulkEdit, seen: Seen, onDone: () => void) => {
      if (edit.kind === 'remove') remove(targets, { seen, onDone });
      else {
        const { changed, words } = previewOf(targets, edit);
        const back = undoBulkOf(targets, edit);
        mutate(bulkEditOf(targets, edit), {
          seen,
          onSuccess() {
            const said = `Changed in the draft: ${words}.`;
            if (changed > 0) setUndo({ words: said, run: (onSuccess) => mutate(back, { onSuccess }) });
            onDone();
          },
        });
      }
    },
  };
}

export type TierEdits = ReturnType<typeof useTierEdits>;
