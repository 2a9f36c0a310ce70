import type { Draft, MergeConflict, TierSetFile } from '@auction-tiers/contract';
import { Button } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { usePlace } from '../../address/place.ts';
import { Conflicts } from '../../difference/conflicts.tsx';
import { Difference, sizeOf } from '../../difference/difference.tsx';
import { profileNames } from '../../difference/field-words.ts';
import { isCarried } from '../../draft/draft-name.ts';
import { counted } from '../../figure/count.ts';
import { Problem } from '../../part/kit.tsx';
import { detailsOf, isNotFound } from '../../service/problem.ts';
import { client, queryClient, trpc } from '../../service/trpc.ts';
import { useState } from 'react';
import type { Edit } from '../../draft/content.ts';
import { changeSeen, editDraft, refreshDrafts } from '../../draft/edit-draft.ts';
import { writeSeen } from '../../draft/seen.ts';
import { type Choice, conflictKey, settle } from '../../draft/settle.ts';

interface Updated {
  readonly service: string;
  readonly changes: readonly { readonly field: string }[];
}

interface MovedProps {
  readonly draft: Draft;
  /** The draft that the user has seen. */
  readonly seen: Draft;
  readonly live: TierSetFile;
}

/** What changed in the live tiers since the draft was made, and the way to rebase the draft. */
export function Moved({ draft, seen, live }: MovedProps) {
  const { ymProfile, memberId, member, session } = usePlace();
  const isScheduled = draft.state === 'scheduled';
  const asked = { id: ymProfile.id, member_id: memberId, from: draft.base_revision, to: live.revision };
  // What is chosen in conflicts stays while a further change of others is read.
  const { data, error } = useQuery({
    ...trpc.ymProfile.diff.queryOptions(asked),
    placeholderData: keepPreviousData,
  });
  const rebase = useRebase(seen);
  if (error !== null) {
    // The service does not keep the revision any more; publishing says so where it matters.
    return isNotFound(error) ? null : <Problem error={error} />;
  }
  // Of the ym-profile itself a draft sets the publishers alone, if at all.
  const isOfDraft = ({ service, changes }: Updated): boolean =>
    service !== 'ym-profile' ||
    (draft.publisher_ids !== null && changes.some(({ field }) => field === 'publisher_ids'));
  const since = {
    created: data?.created ?? [],
    updated: (data?.updated ?? []).filter(isOfDraft),
    deleted: data?.deleted ?? [],
  };
  // They stay until the chosen values are saved too, which is after the draft has been carried onto live.
  if (rebase.conflicts !== null) {
    return (
      <>
        <Conflicts
          title={`You and someone else have changed the same ${counted(rebase.conflicts.length, 'value')}. Choose which one stays.`}
          conflicts={rebase.conflicts}
          heads={['As it was', 'Live now (theirs)', 'Your draft (yours)']}
          action="Settle and update the draft"
          isPending={rebase.isPending}
          onSettle={rebase.settle}
          onLeave={rebase.leave}
          profileName={profileNames(live.profiles, draft.tier_set?.profiles ?? [])}
        />
        {rebase.error !== null && <Problem error={rebase.error} />}
      </>
    );
  }
  // A scheduled draft is applied at its time to what is live then, or is not published.
  if (isScheduled && isCarried(draft, member.publishing)) return null;
  if (sizeOf(since) === 0) return rebase.error === null ? null : <Problem error={rebase.error} />;
  return (
    <div className="notice" id="moved" tabIndex={-1}>
      <strong>Live has changed since this draft was made.</strong>{' '}
      {isScheduled
        ? 'It is not published at its time.'
        : 'It cannot be published until its changes are applied to what is live now; until then the list below also undoes these.'}
      <details>
        <summary>{counted(sizeOf(since), 'change')} changed since</summary>
        <Difference difference={since} profileName={profileNames(live.profiles)} />
      </details>
      {!isScheduled && session.scopes.includes('write') && (
        <div className="draft-row">
          <Button loading={rebase.isPending} onClick={rebase.start}>
            Update the draft to live
          </Button>
        </div>
      )}
      {rebase.error !== null && <Problem error={rebase.error} />}
    </div>
  );
}

/** Rebases a draft, as the user saw it, onto the live tiers. The user settles the conflicts. */
function useRebase(draft: Draft) {
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
      const found = await rebaseOn(draft, memberId);
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
async function rebaseOn(seen: Draft, member_id: number): Promise<readonly MergeConflict[] | null> {
  try {
    await writeSeen(seen, (named) => client.draft.rebase.mutate({ ...named, member_id }));
    return null;
  } catch (error) {
    const { conflicts } = detailsOf(error);
    if (!Array.isArray(conflicts)) throw error;
    return conflicts as readonly MergeConflict[];
  }
}
