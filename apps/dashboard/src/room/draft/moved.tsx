import type { Draft, TierSetFile } from '@auction-tiers/contract';
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { usePlace } from '../../address/place.ts';
import { Conflicts } from '../../difference/conflicts.tsx';
import { Difference, sizeOf } from '../../difference/difference.tsx';
import { profileNames } from '../../difference/field-words.ts';
import { isCarried } from '../../draft/draft-name.ts';
import { counted } from '../../figure/count.ts';
import { Problem } from '../../part/kit.tsx';
import { isNotFound } from '../../service/problem.ts';
import { trpc } from '../../service/trpc.ts';
import { useRebase } from './use-rebase.ts';

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
