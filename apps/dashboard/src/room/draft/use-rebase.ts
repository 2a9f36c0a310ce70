import type { Draft, MergeConflict } from '@auction-tiers/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { usePlace } from '../../address/place.ts';
import type { Edit } from '../../draft/content.ts';
import { changeSeen, editDraft, refreshDrafts } from '../../draft/edit-draft.ts';
import { writeSeen } from '../../draft/seen.ts';
import { type Choice, conflictKey, settle } from '../../draft/settle.ts';
import { detailsOf } from '../../service/problem.ts';
import { client, queryClient, trpc } from '../../service/trpc.ts';

/** Rebases a draft, as the user saw it, onto the live tiers. The user settles the conflicts. */
export function useRebase(draft: Draft) {
  const place = usePlace();
  const { ymProfile, memberId } = place;
  const edit = (change: Edit) => editDraft(place, { draft, live: null }, change);
  const [conflicts, setConflicts] = useState<readonly MergeConflict[] | null>(null);
  const setPublishers = (publisher_ids: number[] | null) => changeSeen(draft, { publisher_ids });
  // Writes of the draft's chosen values, which wait until further conflicts are settled too.
  const [pending, setPending] = useState<readonly (() => Promise<unknown>)[]>([]);
  const { mutate, isPending, error } = useMutation({
    async mutationFn(choices: ReadonlyMap<string, Choice> | null) {
      let insists = pending;
      if (choices !== null && conflicts !== null) {
        const fresh = await client.ymProfile.export.query({ id: ymProfile.id, member_id: memberId });
        const drafted = draft.tier_set ?? { tiers: [], profiles: [] };
        const { agree, insist } = settle(conflicts.filter(isOfTiers), choices, fresh, drafted);
        const publishers = conflicts.find((one) => !isOfTiers(one));
        const isKept = publishers !== undefined && choices.get(conflictKey(publishers)) === 'yours';
        const keep = () => setPublishers((publishers?.draft ?? []) as number[]);
        insists = [...pending, () => edit(insist), ...(isKept ? [keep] : [])];
        setPending(insists);
        await edit(agree);
        if (publishers !== undefined) await setPublishers(null);
      }
      const found = await rebase(draft, memberId);
      if (found !== null) return found;
      for (const insist of insists) await insist();
      setPending([]);
      return null;
    },
    // Conflicts stay until the saved draft is shown: a draft published before would not be the one that the user saw.
    async onSettled(found) {
      await refreshDrafts();
      await queryClient.invalidateQueries({ queryKey: trpc.ymProfile.pathKey() });
      if (found !== undefined) setConflicts(found);
    },
  });
  return {
    start: () => mutate(null),
    /** Settles the conflicts as chosen, and rebases again. */
    settle: (choices: ReadonlyMap<string, Choice>) => mutate(choices),
    /** What both the draft and others have changed; null: nothing, as far as is known. */
    conflicts,
    isPending,
    error,
    leave: () => setConflicts(null),
  };
}

/** The publishers of the ym-profile, its only attribute in a draft, stand beside its tiers and profiles. */
const isOfTiers = ({ service }: MergeConflict): boolean => service !== 'ym-profile';

/** Rebases a draft. Null: done; else the conflicts for which the service refused. */
async function rebase(seen: Draft, member_id: number): Promise<readonly MergeConflict[] | null> {
  try {
    await writeSeen(seen, (named) => client.draft.rebase.mutate({ ...named, member_id }));
    return null;
  } catch (error) {
    const { conflicts } = detailsOf(error);
    if (!Array.isArray(conflicts)) throw error;
    return conflicts as readonly MergeConflict[];
  }
}
