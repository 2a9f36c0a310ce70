import './draft.css';
import { commitmentsOf, type Draft } from '@auction-tiers/contract';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useAddress, usePlace } from '../../address/place.ts';
import { changeSeen, refreshDrafts, useDraft, useDraftDifference, useLive } from '../../draft/use-draft.ts';
import { draftTitle } from '../../draft/draft-name.ts';
import { DraftPeople } from '../../draft/people.tsx';
import { useSeen } from '../../draft/seen.ts';
import { sizeOf } from '../../difference/difference.tsx';
import { Empty, Notice, Problem, Room, SmallButton, Waiting } from '../../part/kit.tsx';
import { client } from '../../service/trpc.ts';
import { Actions } from './actions.tsx';
import { Changes, Moved, Promises } from './changes.tsx';
import { Felt } from '../../comparison/felt.tsx';
import { Verdict } from '../../comparison/verdict.tsx';
import { TestLive } from './test-live.tsx';
import { type DraftComparison, useDraftComparison } from './use-draft-comparison.ts';
import { abilitiesOf, nextAct } from './abilities.ts';
import { useRecorded } from '../../comparison/use-comparison.ts';
import { isOpen, useExperiments } from '../../experiment/use-experiments.ts';
import { stepWords } from '../../difference/step-words.ts';
import { momentText, msOf } from '../../figure/date.ts';
import { Choice, focusFirst, InlineForm } from '../../part/form.tsx';
import { fieldProblemsOf } from '../../service/problem.ts';
import { Tries, TryLine } from '../../comparison/progress.tsx';
import { useHistory } from '../../report/use-history.ts';

/** A change before it is live: what it changes, what it would do, who gains or loses, and the acts on it. */
export function DraftRoom(): React.ReactNode {
  const { draft, drafts, isPending, error } = useDraft();
  const search = useSearch({ from: '/draft' });
  const isAway = search.draft !== undefined && draft?.id !== search.draft && search.published === undefined;
  const said = (
    <>
      {search.published !== undefined && <Published id={search.published} />}
      {isAway && !isPending && (
        <Notice>
          The draft of this address is not open any more: it was published or discarded.
          {draft !== null && ' This is another one.'}
        </Notice>
      )}
      {error !== null && <Problem error={error} />}
    </>
  );
  if (draft !== null && !isPending) return <OneDraft key={draft.id} draft={draft} drafts={drafts} said={said} />;
  return (
    <Room title="Draft">
      {said}
      {!isPending ? <NoDraft /> : error === null && <Waiting rows={10} />}
    </Room>
  );
}

interface OneDraftProps {
  readonly draft: Draft;
  /** Those that are open, this one among them. */
  readonly drafts: readonly Draft[];
  /** What is to be said before it. */
  readonly said: ReactNode;
}

function OneDraft({ draft, drafts, said }: OneDraftProps) {
  const { ymProfile } = usePlace();
  const { live } = useLive();
  const difference = useDraftDifference();
  const comparison = useDraftComparison(draft);
  const { seen, isNews, goOn } = useSeen(draft);
  const { report, isStale } = comparison;
  const changes = difference.data === undefined ? null : sizeOf(difference.data);
  const [isTesting, setIsTesting] = useState(false);
  const act = useNextAct(draft, comparison, changes);
  useFocusOfAddress(live !== null && difference.data !== undefined ? (act.next ?? 'none') : null);
  const judged = isStale ? null : report;
  return (
    <Room
      title="Draft"
      heading={
        <>
          <span className="visually-hidden">Draft: </span>
          <span className="draft-name">{draftTitle(draft)}</span>
        </>
      }
      head={
        // A new key after a rebase, so that earlier refusals are forgotten.
        <Actions
          key={draft.base_revision}
          draft={draft}
          seen={seen}
          isNews={isNews}
          onGoOn={goOn}
          live={live}
          wasTried={comparison.tries.length > 0}
          judged={judged}
          onTry={comparison.start}
          isTesting={isTesting}
          onTest={() => setIsTesting(!isTesting)}
          naming={
            <>
              <Naming draft={draft} />
              <NewDraft />
            </>
          }
          {...act}
        >
          <About draft={draft} drafts={drafts} />
        </Actions>
      }
    >
      {said}
      {live !== null && <Moved draft={draft} seen={seen} isNews={isNews} live={live} />}
      {isTesting && <TestLive draft={draft} isNews={isNews} onClose={() => setIsTesting(false)} />}
      <div className="draft-columns">
        <div>
          <Changes draft={draft} seen={seen} live={live} difference={difference.data ?? null} error={difference.error}>
            {live !== null && (
              <Promises
                draft={draft}
                seen={seen}
                live={live}
                commitments={commitmentsOf(draft, ymProfile)}
                judged={judged?.commitments ?? null}
              />
            )}
          </Changes>
        </div>
        <div>
          <TryIt comparison={comparison} changes={changes} isNext={act.next === 'try'} />
          {report !== null && <Felt report={report} which="draft" />}
        </div>
      </div>
    </Room>
  );
}

/** What may be done with a draft, and what it waits for. */
function useNextAct(draft: Draft, { report, isStale, isPending }: DraftComparison, read: number | null) {
  const { member, session } = usePlace();
  const open = useExperiments().experiments.find(isOpen);
  const { recorded, isPending: isReading } = useRecorded();
  // Keeps the open question, with its note, while the difference is read again because live has changed.
  const [changes, setChanges] = useState(read);
  if (read !== null && read !== changes) setChanges(read);
  const testing =
    open === undefined
      ? null
      : { name: open.name, isOwn: open.draft_id === draft.id, isPaused: open.state === 'paused' };
  const can = abilitiesOf(draft, member.publishing, session, changes, testing);
  const mayTry = session.scopes.includes('write') && changes !== 0 && recorded.auctions > 0;
  const isKnown = !isPending && !isReading;
  const next = isKnown ? nextAct(can, report === null || isStale ? null : report.recommendation, mayTry) : null;
  return { can, next, changes, testing, running: open?.state === 'running' && testing?.isOwn === false ? open : null };
}

/**
 * Scrolls to the part of the room that the bar in the head links to, and focuses it: again once the next act is known,
 * because a button takes no focus before it can be pressed. `next`: that act; null: nothing is shown yet.
 */
function useFocusOfAddress(next: string | null): void {
  const { hash } = useLocation();
  const focused = useRef<string | null>(null);
  useEffect(() => {
    if (next === null || focused.current === hash || !['try', 'publish', 'moved'].includes(hash)) return;
    const part = document.querySelector<HTMLElement>(`#${hash}`);
    part?.scrollIntoView({ block: 'nearest' });
    part?.focus();
    if (part !== null && part === document.activeElement) focused.current = hash;
  }, [next, hash]);
}

/** What the address names of another draft. */
const noneShown = { try: undefined, published: undefined };

/** Two drafts may change the same: with its author, where no user has named it. */
const labelOf = (draft: Draft): string =>
  draft.name === null ? `${draftTitle(draft)}, by ${draft.created_by}` : draftTitle(draft);

/** In one quiet line: the note of a draft, its people, and the other drafts. */
function About({ draft, drafts }: Pick<OneDraftProps, 'draft' | 'drafts'>) {
  const [, change] = useAddress<'/draft'>();
  return (
    <div className="draft-about muted">
      {draft.note !== null && <span>{draft.note}</span>}
      <DraftPeople draft={draft} />
      {drafts.length > 1 && (
        <Choice
          aria-label="Draft"
          w={240}
          data={drafts.map((one) => ({ value: String(one.id), label: labelOf(one) }))}
          value={String(draft.id)}
          onChange={(id) => change({ ...noneShown, draft: Number(id) })}
        />
      )}
    </div>
  );
}

function NoDraft() {
  return (
    <Empty action={<NewDraft isFirst />}>
      A draft is a change of the tiers that no auction sees yet. It is edited here or under Tiers, tried on recorded
      auctions, and published in one step that can be undone in one step.
    </Empty>
  );
}

/** `isFirst`: there seems to be none. */
function NewDraft({ isFirst = false }: { readonly isFirst?: boolean }) {
  const { ymProfile, memberId, session } = usePlace();
  const [, change] = useAddress<'/draft'>();
  const { mutate, isPending, error } = useMutation({
    // An administrator names the seller in the body.
    mutationFn: () =>
      client.draft.create.mutate({
        from: ymProfile.id,
        // Another user may just have begun one, which is then shown.
        alone: isFirst,
        ...(session.member_id === null ? { member_id: memberId } : {}),
      }),
    async onSuccess({ id }) {
      await refreshDrafts();
      change({ ...noneShown, draft: id });
    },
    onError: refreshDrafts,
  });
  if (!session.scopes.includes('write')) return null;
  return (
    <>
      <Button
        variant={isFirst ? 'filled' : 'subtle'}
        size={isFirst ? 'sm' : 'compact-xs'}
        loading={isPending}
        onClick={() => mutate()}
      >
        New draft from live
      </Button>
      {error !== null && <Problem error={error} />}
    </>
  );
}

/** What a publish has changed, from the history. */
function Published({ id }: { readonly id: number }) {
  const [, change] = useAddress<'/draft'>();
  const { data, error } = useHistory({ num_elements: 50 });
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Waiting rows={2} />;
  const step = data.items.find(({ draft_id: draft }) => draft === id);
  return (
    <div className="notice draft-published" role="status">
      {step === undefined ? (
        <>The draft of this address is not among the last steps of this group of sites.</>
      ) : (
        <>
          <strong>Published and live</strong> since {momentText(msOf(step.time))}, by {step.user}.
          <ul>
            {step.summary.map(stepWords).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      <div className="draft-row">
        <Link to="/history" from="/draft">
          See it in History, or go back
        </Link>
        <Link to="/today" from="/draft">
          See what it does, under Today
        </Link>
        <SmallButton onClick={() => change({ published: undefined })}>Close</SmallButton>
      </div>
    </div>
  );
}

/** The name and the note of a draft, changed in place. */
function Naming({ draft }: { readonly draft: Draft }) {
  const { session } = usePlace();
  const [opened, setOpened] = useState<Draft | null>(null);
  const isChangeable = draft.state === 'open' || draft.state === 'suspended';
  if (opened !== null) return <NamingForm opened={opened} draft={draft} onClose={() => setOpened(null)} />;
  if (!isChangeable || !session.scopes.includes('write')) return null;
  return <SmallButton onClick={() => setOpened(draft)}>Rename</SmallButton>;
}

const textOrNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** `opened`: the draft as it was when the form was opened. */
function NamingForm({ opened, draft, onClose }: Record<'opened' | 'draft', Draft> & { readonly onClose: () => void }) {
  const [name, setName] = useState(opened.name ?? '');
  const [note, setNote] = useState(opened.note ?? '');
  const isRenamed = draft.name !== opened.name || draft.note !== opened.note;
  const { mutate, isPending, error } = useMutation({
    // Another user's change of tiers does not conflict with a new name; a change of the name does.
    mutationFn: (seen: Draft) => changeSeen(seen, { name: textOrNull(name), note: textOrNull(note) }),
    onSuccess: onClose,
    onSettled: refreshDrafts,
  });
  const problems = fieldProblemsOf(error);
  const isSaid = problems.length > 0 && problems.every(({ path }) => /(?:name|note)$/.test(path));
  const problemOf = (field: string) => problems.find(({ path }) => path.endsWith(field))?.message;
  return (
    <InlineForm
      onSubmit={() => mutate(isRenamed ? opened : draft)}
      onCancel={onClose}
      submit="Save"
      isPending={isPending}
      note={
        <>
          {isRenamed && (
            <span className="warn">
              Meanwhile it is called “{draft.name ?? 'nothing'}”
              {draft.note === null ? '' : `, with the note “${draft.note}”`}.{' '}
              <SmallButton onClick={() => mutate(draft)}>Save mine over it</SmallButton>
            </span>
          )}
          {error !== null && !isSaid && <Problem error={error} />}
        </>
      }
    >
      <TextInput
        label="Name"
        ref={focusFirst}
        value={name}
        error={problemOf('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Note, which history shows once it is published"
        w={320}
        maw="100%"
        value={note}
        error={problemOf('note')}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </InlineForm>
  );
}

interface TryItProps {
  readonly comparison: DraftComparison;
  /** Objects that the draft changes; null: not known yet. */
  readonly changes: number | null;
  /** Whether a try is what the draft waits for. */
  readonly isNext: boolean;
}

/** What the draft would have earned on recorded auctions: a comparison's progress and verdict, and the next one. */
function TryIt({ comparison, changes, isNext }: TryItProps) {
  const { session } = usePlace();
  const { report, isStale, measured } = comparison;
  const isFirst = comparison.chosen === null;
  const mayTry = session.scopes.includes('write');
  const because = !mayTry
    ? 'Your user may look at tries, and start none.'
    : changes === 0
      ? 'The draft changes nothing yet.'
      : null;
  return (
    <section className="block draft-try" aria-label="What it would do">
      {report !== null && <Verdict report={report} isStale={isStale} />}
      {isStale && (
        <p className="warn" role="status">
          ⚠ The draft or its promises have changed since this try: its verdict is about what they were then.
        </p>
      )}
      {comparison.isPending && comparison.error === null && <Waiting rows={5} />}
      {isFirst && !comparison.isPending && (
        <p className="muted">
          A try decides the recorded auctions of the chosen days once under the live tiers and once under the draft. It
          says what the draft would have earned, how sure that is, and who is affected. No auction is touched.
        </p>
      )}
      {because !== null && <p className="muted">{because}</p>}
      <TryLine
        trying={comparison}
        id="try"
        isFirst={isFirst}
        isNext={isNext}
        mayTry={because === null}
        options={
          measured !== null && (
            <Checkbox
              size="xs"
              checked={comparison.isAnswered}
              onChange={({ currentTarget: { checked } }) => comparison.reckonWithAnswer(checked)}
              label={`Include how buyers reacted in ${measured.name}`}
              description="The try then also says what the draft would earn if buyers change their bids with their minimums as that live test measured."
            />
          )
        }
      >
        <Tries {...comparison} />
      </TryLine>
    </section>
  );
}
