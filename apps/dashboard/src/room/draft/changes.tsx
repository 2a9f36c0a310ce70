import { type Commitment, commitmentsOf, type Draft, isSameValue, type TierSetFile } from '@auction-tiers/contract';
import { figures } from '@auction-tiers/contract/glossary';
import { useMutation } from '@tanstack/react-query';
import { usePlace } from '../../address/place.ts';
import { Difference } from '../../difference/difference.tsx';
import { profileNames, tierText } from '../../difference/field-words.ts';
import { Findings } from '../../difference/findings.tsx';
import { changeSeen, refreshDrafts, useEditDraft } from '../../draft/edit-draft.ts';
import { editText } from '../../draft/people.tsx';
import type { useDraftDifference } from '../../draft/use-draft.ts';
import { Definition, Problem, SmallButton, Waiting } from '../../part/kit.tsx';
import { EditProblem } from '../../difference/edit-problem.tsx';
import { findingWords, namesIn } from '../../saying/finding-words.ts';
import { type Undone, undoOf } from './undo.ts';
import { Link } from '@tanstack/react-router';
import { CommitmentList } from '../../comparison/commitment-list.tsx';
import { subjectsOf } from '../../words/commitment.ts';
import { useChangesBetween } from '../../report/use-history.ts';

interface ChangesProps {
  readonly draft: Draft;
  /** The draft that the user has seen, which edits are made on. */
  readonly seen: Draft;
  readonly live: TierSetFile | null;
  readonly difference: ReturnType<typeof useDraftDifference>['data'] | null;
  readonly error: unknown;
}

/** What the draft changes in what is live, with lint before and after, and the commitments. */
export function Changes({ draft, seen, live, difference, error }: ChangesProps) {
  const { session } = usePlace();
  const edit = useEditDraft();
  const content = draft.tier_set;
  const profileName = profileNames(live?.profiles ?? [], content?.profiles ?? []);
  // The difference of the live tiers with themselves has no change, but the findings of lint.
  const ofLive = useChangesBetween(live?.revision, live?.revision);
  const stay = useMutation({
    mutationFn: () => changeSeen(seen, { publisher_ids: null }),
    onError: refreshDrafts,
    onSuccess: refreshDrafts,
  });
  if (error !== null) return <Problem error={error} />;
  if (live === null) return <Waiting rows={6} />;
  const isOpen = (draft.state === 'open' || draft.state === 'suspended') && session.scopes.includes('write');
  const undo = (object: Undone) => {
    if (isOpen && object.service === 'ym-profile') return () => stay.mutate();
    const back = isOpen ? undoOf(object, live) : null;
    return back === null ? null : () => edit.mutate(back, { seen: { draft: seen, live } });
  };
  const nameOf = namesIn([...(content === null ? [] : [content]), live], difference?.created ?? []);
  // What is typed below stays while another difference is read.
  const changes =
    difference === null || difference === undefined ? (
      <Waiting rows={6} />
    ) : (
      <>
        {difference.summary.length === 0 && (
          <p className="muted">Nothing yet: it is as live. Edit tiers under Tiers or Profiles.</p>
        )}
        <Difference
          difference={difference}
          profileName={profileName}
          isBusy={edit.isPending || stay.isPending}
          undo={undo}
          whose={(object) => editText(draft, object)}
          describe={({ service, place }) => {
            const tier = service === 'ym-auction-tier' ? content?.tiers[place] : undefined;
            return tier === undefined ? null : tierText(tier, profileName);
          }}
        />
        <EditProblem edit={edit} />
        {stay.error !== null && <Problem error={stay.error} />}
        <h3>Issues</h3>
        {ofLive.error !== null && <Problem error={ofLive.error} />}
        {ofLive.data !== undefined && (
          <Findings
            before={ofLive.data.findings.map((one) => findingWords(one, nameOf))}
            after={difference.findings.map((one) => findingWords(one, nameOf))}
          />
        )}
      </>
    );
  return (
    <>
      {changes}
      <h3>
        <Definition text={figures.commitment.definition}>Promises</Definition>
      </h3>
      <DraftCommitments draft={draft} seen={seen} live={live} isOpen={isOpen} />
    </>
  );
}

interface DraftCommitmentsProps {
  readonly draft: Draft;
  /** The draft that the user has seen. */
  readonly seen: Draft;
  readonly live: TierSetFile;
  readonly isOpen: boolean;
}

/** The commitments by which a try of the draft is judged: those of the group of sites, until the draft has its own. */
function DraftCommitments({ draft, seen, live, isOpen }: DraftCommitmentsProps) {
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
