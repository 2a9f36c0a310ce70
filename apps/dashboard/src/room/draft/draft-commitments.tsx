import { type Commitment, commitmentsOf, type Draft, isSameValue, type TierSetFile } from '@auction-tiers/contract';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { usePlace } from '../../address/place.ts';
import { changeSeen, refreshDrafts } from '../../draft/edit-draft.ts';
import { Problem, SmallButton } from '../../part/kit.tsx';
import { CommitmentList } from '../../comparison/commitment-list.tsx';
import { subjectsOf } from '../../words/commitment.ts';

interface DraftCommitmentsProps {
  readonly draft: Draft;
  /** The draft that the user has seen. */
  readonly seen: Draft;
  readonly live: TierSetFile;
  readonly isOpen: boolean;
}

/** The commitments by which a try of the draft is judged: those of the group of sites, until the draft has its own. */
export function DraftCommitments({ draft, seen, live, isOpen }: DraftCommitmentsProps) {
  const { ymProfile } = usePlace();
  const commitments = commitmentsOf(draft, ymProfile);
  const isOwn = (draft.commitments ?? null) !== null;
  const ofSites = <Link to="/tiers/promises">those of the group of sites</Link>;
  const { mutate, mutateAsync, isPending, error } = useMutation({
    mutationFn: (next: Commitment[] | null) => changeSeen(seen, { commitments: next }),
    onError: refreshDrafts,
    onSuccess: refreshDrafts,
  });
  return (
    <>
      {isOwn ? (
        <p className="muted">
          Of this draft alone, instead of {ofSites}.{' '}
          {isOpen && (
            <SmallButton disabled={isPending} onClick={() => mutate(null)}>
              Use those of the group of sites
            </SmallButton>
          )}
        </p>
      ) : (
        <p className="muted">These are {ofSites}; what is changed here is for this draft alone.</p>
      )}
      <CommitmentList
        commitments={commitments}
        subjects={subjectsOf(live, draft.tier_set ?? null)}
        isOpen={isOpen}
        isPending={isPending}
        onAdd={(one) => mutateAsync([...commitments, one])}
        onRemove={(one) => mutate(commitments.filter((other) => !isSameValue(other, one)))}
      />
      {error !== null && <Problem error={error} />}
    </>
  );
}
