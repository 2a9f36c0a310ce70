import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type Place, usePlace } from '../../address/place.ts';
import { conflictCell, Difference, sizeOf } from '../../difference/difference.tsx';
import { profileNames, valueText } from '../../difference/field-words.ts';
import { refreshAll, refreshDrafts, useLive } from '../../draft/use-draft.ts';
import { counted } from '../../figure/count.ts';
import { Block, Notice, PlainButton, Problem, Reading, SmallButton } from '../../part/kit.tsx';
import { client, trpc } from '../../service/trpc.ts';
import { LiveNotice } from '../experiments/live-notice.tsx';
import type { HistorySearch } from './address.ts';
import type { MergeConflict, TierSetFile } from '@auction-tiers/contract';
import { stepsAfter, useChangesBetween, useHistory } from '../../report/use-history.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { InlineForm, NoteInput } from '../../part/form.tsx';
import { PlainTable } from '../../part/plain-table.tsx';
import { detailsOf } from '../../service/problem.ts';
import { type Content, contentOf } from '../../draft/content.ts';
import { merge } from '../../draft/merge.ts';
import { Felt } from '../../comparison/felt.tsx';
import { Judged } from '../../comparison/commitment-list.tsx';
import { Verdict } from '../../comparison/verdict.tsx';
import { TryLine } from '../../comparison/progress.tsx';
import { useTrying } from '../../comparison/use-comparison.ts';

type Change = (some: HistorySearch) => void;

interface GoBackProps {
  /** The revision of the moment. */
  readonly to: string;
  readonly trial: number | null;
  readonly onChange: Change;
}

/** Before going back: what it would change, what that is worth on recorded auctions, and then the step itself. */
export function GoBack({ to, trial, onChange }: GoBackProps) {
  const { live } = useLive();
  const { asked, preview, changes, form, isNothing } = useStepBack({
    act: 'restore',
    revision: to,
    onDone: () => onChange({ back: undefined, trial: undefined, a: undefined, b: undefined, undo: live?.revision }),
  });
  const past = useQuery({ ...trpc.ymProfile.exportAt.queryOptions(asked), retry: false });
  return (
    <Block title="Go back: what would change">
      <Reading data={preview.data} error={preview.error} rows={3} />
      {isNothing ? <p className="muted">It is already as it was then.</p> : <LaterSteps to={to} />}
      {changes(past.data?.profiles)}
      {past.error !== null && <Problem error={past.error} />}
      {past.data !== undefined && !isNothing && <Worth past={past.data} trial={trial} onChange={onChange} />}
      {form({
        liveWords: 'Go back, live',
        draftWords: 'this makes a draft of that moment',
        note: 'In one step, for all auctions; it can itself be undone.',
        onCancel: () => onChange({ back: undefined, trial: undefined }),
      })}
    </Block>
  );
}

interface WentBackProps {
  /** The revision of the state before. */
  readonly to: string;
  readonly onChange: Change;
}

/** After going back: what was done, and the way to undo it; nothing where it was undone since. */
export function WentBack({ to, onChange }: WentBackProps) {
  const { live } = useLive();
  const { data } = useChangesBetween(to, live?.revision);
  if (data !== undefined && sizeOf(data) === 0) return null;
  return (
    <div className="notice went-back" role="status">
      <strong>Done</strong>
      {data !== undefined && <>: {counted(sizeOf(data), 'change')}, live for all auctions</>}. This is a step of its
      own, the newest below, and can itself be undone.
      <div className="history-row">
        <PlainButton onClick={() => onChange({ back: to, undo: undefined })}>Undo this</PlainButton>
        <Link to="/today">See what it does, under Today</Link>
        <SmallButton onClick={() => onChange({ undo: undefined })}>Close</SmallButton>
      </div>
    </div>
  );
}

const mostRead = 100;

/** The users whose steps going back to a moment takes away: all steps that came after it. */
function LaterSteps({ to }: { readonly to: string }) {
  const { session } = usePlace();
  const { data } = useHistory({ num_elements: mostRead });
  if (data === undefined) return null;
  const later = stepsAfter(data.items, to);
  if (later.length === 0) return null;
  const isMore = later.length === data.items.length && data.count > data.items.length;
  const users = [...Map.groupBy(later, ({ user }) => (user === session.username ? 'yours' : user))];
  const names = users.map(([user, own]) => `${own.length} of ${user}`);
  return (
    <section className="notice" aria-label="Steps that go with it">
      <strong>
        {isMore
          ? `More than ${mostRead} later steps go`
          : `${counted(later.length, 'later step')} ${later.length === 1 ? 'goes' : 'go'}`}{' '}
        with it:
      </strong>{' '}
      {names.join(', ')}, listed below.
    </section>
  );
}

/** How a step back is done: live, as a draft, or as one that the colleagues are asked to approve. */
type Form = 'live' | 'draft' | 'asked';

interface StepBack {
  /** `restore`: all goes back to a revision; `undo`: the step that made it is taken back. */
  readonly act: 'restore' | 'undo';
  readonly revision: string;
  /** Whether to read what it would change. */
  readonly isAsked?: boolean;
  /** To be called once it is done live. */
  readonly onDone: () => void;
}

interface StepBackForm {
  /** What the button says that does it live. */
  readonly liveWords: string;
  /** What a draft that does it would be. */
  readonly draftWords: string;
  /** What doing it live means. */
  readonly note: string;
  readonly onCancel: () => void;
}

/** A step back before it is done: what it would change, and the form that does it. */
export function useStepBack({ act, revision, isAsked = true, onDone }: StepBack) {
  const { ymProfile, memberId, member } = usePlace();
  const { live } = useLive();
  const navigate = useNavigate({ from: '/history' });
  const [note, setNote] = useState('');
  const isDirect = member.publishing === 'direct';
  /** What the filled button does. Where an approval is needed, one press makes the draft and asks the colleagues for it. */
  const usual: Form = isDirect ? 'live' : member.publishing === 'approved' ? 'asked' : 'draft';
  const asked = { id: ymProfile.id, member_id: memberId, revision };
  const preview = useQuery({
    queryKey: [...trpc.ymProfile.diff.pathKey(), act, asked, isDirect, live?.revision],
    async queryFn() {
      const { etag } = await client.ymProfile.exportTagged.query({ id: ymProfile.id, member_id: memberId });
      // The entity tag makes this the difference of the tiers that the step itself will require.
      return {
        etag,
        ...(await client.ymProfile[act].mutate({ ...asked, if_match: etag, dry_run: true, as_draft: !isDirect })),
      };
    },
    enabled: live !== null && isAsked,
    retry: false,
  });
  const step = useMutation({
    async mutationFn(form: Form) {
      const said = note.trim() === '' ? {} : { note: note.trim() };
      const sent = { ...asked, if_match: preview.data?.etag, as_draft: form !== 'live', ...said };
      const done = await client.ymProfile[act].mutate(sent);
      if (form === 'asked' && done.draft_id !== null)
        await client.draft.ask.mutate({ id: done.draft_id, member_id: memberId, ...said });
      return done;
    },
    // Shows what others have changed since, before the step can be tried again.
    onError: refreshAll,
    async onSuccess({ draft_id: draft }) {
      if (draft === null) {
        onDone();
        await refreshAll();
        return;
      }
      await refreshDrafts();
      await navigate({ to: '/draft', search: { draft } });
    },
  });
  const isNothing = preview.data !== undefined && sizeOf(preview.data) === 0;
  const isPossible = preview.error === null && !isNothing;
  const changes = (earlier: TierSetFile['profiles'] = []) =>
    preview.data !== undefined && (
      <Difference difference={preview.data} profileName={profileNames(live?.profiles ?? [], earlier)} />
    );
  const form = ({ liveWords, draftWords, note: about, onCancel }: StepBackForm) => (
    <>
      {!isDirect && (
        <Notice>
          The tiers of {member.name} change by drafts only: {draftWords}.
        </Notice>
      )}
      {isDirect && preview.data !== undefined && !isNothing && <LiveNotice isPausing />}
      <InlineForm
        onSubmit={() => step.mutate(usual)}
        onCancel={onCancel}
        note={isDirect && <span className="muted">{about}</span>}
      >
        {isPossible && <NoteInput w={360} value={note} onChange={setNote} />}
        {isPossible && (
          <Button type="submit" loading={step.isPending} disabled={preview.data === undefined}>
            {{ live: liveWords, draft: 'Make it a draft', asked: 'Make it a draft and ask for approval' }[usual]}
          </Button>
        )}
        {isPossible && usual !== 'draft' && preview.data !== undefined && (
          <PlainButton loading={step.isPending} onClick={() => step.mutate('draft')}>
            {usual === 'live' ? 'Make it a draft' : 'Only make it a draft'}
          </PlainButton>
        )}
      </InlineForm>
      {step.error !== null && <Problem error={step.error} />}
    </>
  );
  return { asked, preview, changes, form, isNothing };
}

interface UndoStepProps {
  /** The revision of the step. */
  readonly step: string;
  /** The comparison that says what undoing it is worth; null: none. */
  readonly trial: number | null;
  readonly onChange: (some: { readonly [Name in keyof HistorySearch]?: HistorySearch[Name] | undefined }) => void;
}

/** Before one step is undone: what that changes, or which later steps prevent it. Later steps stay. */
export function UndoStep({ step: revision, trial, onChange }: UndoStepProps) {
  const { session } = usePlace();
  const { live } = useLive();
  const { preview, changes, form, isNothing } = useStepBack({
    act: 'undo',
    revision,
    isAsked: session.scopes.includes('publish'),
    onDone: () => onChange({ step: undefined, trial: undefined, undo: live?.revision }),
  });
  const undone = useUndone(revision);
  const conflicts = detailsOf(preview.error)['conflicts'] as readonly MergeConflict[] | undefined;
  return (
    <Block title="Undo this step: what would change">
      {conflicts !== undefined && <StandingInTheWay conflicts={conflicts} />}
      {conflicts === undefined && <Reading data={preview.data} error={preview.error} rows={3} />}
      {isNothing && <p className="muted">Nothing is left of this step to undo.</p>}
      {changes()}
      {preview.data !== undefined && !isNothing && undone !== null && (
        <Worth past={undone} trial={trial} onChange={onChange} />
      )}
      {form({
        liveWords: 'Undo the step, live',
        draftWords: 'this makes a draft that undoes the step',
        note: 'Later steps stay. It is a step of its own, and can itself be undone.',
        onCancel: () => onChange({ step: undefined, trial: undefined }),
      })}
    </Block>
  );
}

/** What both the step and a later one changed, so that the step cannot be undone alone. */
function StandingInTheWay({ conflicts }: { readonly conflicts: readonly MergeConflict[] }) {
  const { live } = useLive();
  const profileName = profileNames(live?.profiles ?? []);
  const text = ({ field }: MergeConflict, value: unknown) => {
    if (field !== null) return valueText(field, value, profileName);
    return value === null ? 'not there' : 'there';
  };
  return (
    <section className="notice" role="alert" aria-label="Later changes">
      <strong>Later steps have changed the same, so this one cannot be undone alone.</strong> Undo those first, or go
      back to before this step.
      <PlainTable
        rows={conflicts}
        idOf={({ service, id, field }) => `${service} ${id} ${field}`}
        columns={[
          { head: 'What', cell: conflictCell },
          { head: 'Before the step', cell: (conflict) => text(conflict, conflict.draft) },
          { head: 'The step made it', cell: (conflict) => text(conflict, conflict.base) },
          { head: 'Now', cell: (conflict) => text(conflict, conflict.live) },
        ]}
      />
    </section>
  );
}

/** The revision of the step before a step, whoever made it; null: none is kept. */
export async function revisionBefore(
  revision: string,
  { ymProfile, memberId }: Pick<Place, 'ymProfile' | 'memberId'>,
): Promise<string | null> {
  const asked = { id: ymProfile.id, member_id: memberId, before: revision, num_elements: 1 };
  return (await client.ymProfile.history.query(asked)).items[0]?.revision ?? null;
}

/** The live tiers without one step; null while they are read, and where later steps have changed the same. */
function useUndone(revision: string): Content | null {
  const place = usePlace();
  const { ymProfile, memberId } = place;
  const { live } = useLive();
  const { data = null } = useQuery({
    queryKey: [...trpc.ymProfile.exportAt.pathKey(), 'undone', ymProfile.id, memberId, revision, live?.revision],
    async queryFn() {
      const before = await revisionBefore(revision, place);
      if (before === null) return null;
      const [was, became] = await Promise.all(
        [before, revision].map((one) =>
          client.ymProfile.exportAt.query({ id: ymProfile.id, member_id: memberId, revision: one }),
        ),
      );
      const merged = merge({ seen: contentOf(became!), wanted: contentOf(was!), now: contentOf(live!) });
      return merged.ok ? merged.content : null;
    },
    enabled: live !== null,
    retry: false,
  });
  return data;
}

interface WorthProps {
  /** The tiers that would be live. */
  readonly past: TierSetFile | Content;
  /** The comparison that was started for it; null: none. */
  readonly trial: number | null;
  readonly onChange: (some: { readonly trial: number }) => void;
}

/** What other tiers would have earned on recorded auctions, against the live ones. */
function Worth({ past, trial, onChange }: WorthProps) {
  const trying = useTrying(trial, { draft: past }, (id) => onChange({ trial: id }));
  const { report } = trying;
  return (
    <section className="worth" aria-label="What this is worth">
      {report !== null && (
        <div className="worth-columns">
          <div>
            <Verdict report={report} />
            <Judged rows={report.commitments} />
          </div>
          <Felt report={report} which="live" />
        </div>
      )}
      <TryLine trying={trying} isFirst={report === null} />
    </section>
  );
}
