import {
  changesTiers,
  type Commitment,
  type Draft,
  editorsOf,
  isSameValue,
  type MergeConflict,
  type TierSetFile,
} from '@auction-tiers/contract';
import { figures } from '@auction-tiers/contract/glossary';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { usePlace } from '../../address/place.ts';
import { Conflicts, Difference, type ShownUpdate, sizeOf } from '../../difference/difference.tsx';
import { profileNames, tierText } from '../../difference/field-words.ts';
import { Findings } from '../../difference/findings.tsx';
import {
  rebaseKey,
  changeSeen,
  editDraft,
  refreshDrafts,
  type useDraftDifference,
  useEditDraft,
} from '../../draft/use-draft.ts';
import { editText } from '../../draft/people.tsx';
import { Block, Definition, Problem, SmallButton, Waiting } from '../../part/kit.tsx';
import { EditProblem } from '../../difference/edit-problem.tsx';
import { findingWords, namesIn } from '../../saying/finding-words.ts';
import { type Undone, undoOf } from './undo.ts';
import { Link } from '@tanstack/react-router';
import { CommitmentList } from '../../comparison/commitment-list.tsx';
import type { ComparisonReport } from '../../comparison/report.ts';
import type { Session } from '../../service/session.ts';
import { subjectsOf } from '../../words/commitment.ts';
import { stepsAfter, useChangesBetween, useHistory } from '../../report/use-history.ts';
import { Button } from '@mantine/core';
import { isCarried } from '../../draft/draft-name.ts';
import { counted } from '../../figure/count.ts';
import { detailsOf, isNotFound } from '../../service/problem.ts';
import { client, refresh, trpc } from '../../service/trpc.ts';
import { type ReactNode, useState } from 'react';
import type { Edit } from '../../draft/content.ts';
import { writeSeen } from '../../draft/seen.ts';
import { type Choice, conflictKey, settle } from '../../draft/settle.ts';

interface ChangesProps {
  readonly draft: Draft;
  /** The draft that the user has seen, which edits are made on. */
  readonly seen: Draft;
  readonly live: TierSetFile | null;
  readonly difference: ReturnType<typeof useDraftDifference>['data'] | null;
  readonly error: unknown;
  /** What stands between the changes and the checks. */
  readonly children: ReactNode;
}

/** What the draft changes in what is live, and lint before and after. */
export function Changes({ draft, seen, live, difference, error, children }: ChangesProps) {
  const { session } = usePlace();
  const edit = useEditDraft();
  const content = draft.tier_set;
  const profileName = profileNames(live?.profiles ?? [], content?.profiles ?? []);
  // The difference of the live tiers with themselves has no change, but the findings of lint.
  const ofLive = useChangesBetween(live?.revision, live?.revision);
  const stay = useMutation({
    mutationFn: () => changeSeen(seen, { publisher_ids: null }),
    onSettled: refreshDrafts,
  });
  if (error !== null) return <Problem error={error} />;
  if (live === null) return <Waiting rows={6} />;
  const isOpen = isEditable(draft, session);
  const undo = (object: Undone) => {
    if (isOpen && object.service === 'ym-profile') return () => stay.mutate();
    const back = isOpen ? undoOf(object, live) : null;
    return back === null ? null : () => edit.mutate(back, { seen: { draft: seen, live } });
  };
  const nameOf = namesIn([...(content === null ? [] : [content]), live], difference?.created ?? []);
  const isKnown = difference !== null && difference !== undefined;
  const editors = editorsOf(draft);
  return (
    <>
      <Block title={isKnown && sizeOf(difference) > 0 ? counted(sizeOf(difference), 'change') : 'Changes'}>
        {isKnown ? (
          <>
            {difference.summary.length === 0 && (
              <p className="muted">Nothing yet: it is as live. Edit tiers under Tiers or Profiles.</p>
            )}
            <Difference
              difference={difference}
              profileName={profileName}
              isBusy={edit.isPending || stay.isPending}
              undo={undo}
              whose={(object) => (editors.length > 1 ? editText(draft, object) : null)}
              describe={({ service, place }) => {
                const tier = service === 'ym-auction-tier' ? content?.tiers[place] : undefined;
                return tier === undefined ? null : tierText(tier, profileName);
              }}
            />
            <EditProblem edit={edit} />
            {stay.error !== null && <Problem error={stay.error} />}
          </>
        ) : (
          <Waiting rows={4} />
        )}
      </Block>
      {/* What is typed in them stays while another difference is read. */}
      {children}
      {isKnown && (
        <Findings
          error={ofLive.error}
          before={ofLive.data?.findings.map((one) => findingWords(one, nameOf)) ?? null}
          after={difference.findings.map((one) => findingWords(one, nameOf))}
        />
      )}
    </>
  );
}

interface PromisesProps {
  readonly draft: Draft;
  /** The draft that the user has seen. */
  readonly seen: Draft;
  readonly live: TierSetFile;
  readonly commitments: readonly Commitment[];
  /** What the newest try says of them; null: none is of this content. */
  readonly judged: ComparisonReport['commitments'] | null;
}

/** The commitments by which a try of the draft is judged: those of the group of sites, until the draft has its own. */
export function Promises({ draft, seen, live, commitments, judged }: PromisesProps) {
  const { session } = usePlace();
  const isOwn = (draft.commitments ?? null) !== null;
  const ofSites = <Link to="/tiers/promises">those of the group of sites</Link>;
  const { mutate, mutateAsync, isPending, error } = useMutation({
    mutationFn: (next: Commitment[] | null) => changeSeen(seen, { commitments: next }),
    onSettled: refreshDrafts,
  });
  return (
    <Block title={<Definition text={figures.commitment.definition}>Promises</Definition>}>
      <CommitmentList
        commitments={commitments}
        judged={judged}
        subjects={subjectsOf(live, draft.tier_set ?? null)}
        isOpen={isEditable(draft, session)}
        isPending={isPending}
        onAdd={(one) => mutateAsync([...commitments, one])}
        onRemove={(one) => mutate(commitments.filter((other) => !isSameValue(other, one)))}
      >
        {isOwn ? (
          <p className="muted">
            Of this draft alone, instead of {ofSites}.{' '}
            <SmallButton disabled={isPending} onClick={() => mutate(null)}>
              Use those of the group of sites
            </SmallButton>
          </p>
        ) : (
          <p className="muted">These are {ofSites}; what is changed here is for this draft alone.</p>
        )}
      </CommitmentList>
      {error !== null && <Problem error={error} />}
    </Block>
  );
}

const isEditable = ({ state }: Draft, { scopes }: Session): boolean =>
  (state === 'open' || state === 'suspended') && scopes.includes('write');

interface MovedProps {
  readonly draft: Draft;
  /** The draft that the user has seen. */
  readonly seen: Draft;
  readonly isNews: boolean;
  readonly live: TierSetFile;
}

/** What changed in the live tiers since the draft was made, and the way to rebase the draft. */
export function Moved({ draft, seen, isNews, live }: MovedProps) {
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
  const isOfDraft = ({ service, changes }: ShownUpdate): boolean =>
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
          title={
            <>
              The draft and live have changed the same {counted(rebase.conflicts.length, 'value')}: live was changed
              <ByWhom base={draft.base_revision} />. Choose which one stays.
            </>
          }
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
      <strong>
        Live has changed since this draft was made
        <ByWhom base={draft.base_revision} />.
      </strong>{' '}
      {isScheduled
        ? 'It is not published at its time.'
        : 'It cannot be published until its changes are applied to what is live now; until then the list below also undoes these.'}
      <details>
        <summary>{counted(sizeOf(since), 'change')} changed since</summary>
        <Difference difference={since} profileName={profileNames(live.profiles)} />
      </details>
      {!isScheduled && session.scopes.includes('write') && (
        <div className="draft-row">
          <Button loading={rebase.isPending} disabled={isNews} onClick={rebase.start}>
            Update the draft to live
          </Button>
        </div>
      )}
      {rebase.error !== null && <Problem error={rebase.error} />}
    </div>
  );
}

const readSteps = 50;

/** Who has changed live since a revision: ` by ben and carla`; nothing until it is known. */
function ByWhom({ base }: { readonly base: string }) {
  const { data } = useHistory({ num_elements: readSteps });
  const steps = stepsAfter(data?.items ?? [], base).filter(changesTiers);
  const users = [...new Set(steps.map(({ user }) => user))];
  return users.length === 0 ? null : ` by ${users.join(' and ')}`;
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
    mutationKey: rebaseKey(draft.id),
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
      await refresh(trpc.draft, trpc.ymProfile);
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
