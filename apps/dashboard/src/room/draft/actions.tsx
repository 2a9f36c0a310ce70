import type { Draft, Experiment, NameOf, PublishQuestion, TierSetFile } from '@auction-tiers/contract';
import { Button, CopyButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { usePlace } from '../../address/place.ts';
import type { RoomSearch } from '../../address/room-search.ts';
import { Difference, type ShownDifference } from '../../difference/difference.tsx';
import { profileNames, tierText } from '../../difference/field-words.ts';
import { draftTitle, scheduledText } from '../../draft/draft-name.ts';
import { discardKey, forgetMade, refreshDrafts, useDraft, useIsRebasing, useLive } from '../../draft/use-draft.ts';
import { actOnSeen, contentSeen, writeSeen } from '../../draft/seen.ts';
import { agoText, momentText, msOf, useNow } from '../../figure/date.ts';
import { PlainButton, Problem, QuietButton } from '../../part/kit.tsx';
import { detailsOf, isMoved } from '../../service/problem.ts';
import { client } from '../../service/trpc.ts';
import { linkOf } from './address.ts';
import { type Abilities, type Ability, type nextAct, stateText, type Testing } from './abilities.ts';
import { Asking, Discarding, Publishing, Scheduling } from './steps.tsx';
import { usePublish } from './use-publish.ts';
import { plainOr, plainWords } from '../../saying/plain-words.ts';
import { differenceOf } from '../../draft/merge.ts';
import { lastChangeText } from '../../draft/people.tsx';
import { namesIn } from '../../saying/finding-words.ts';

interface ActionsProps {
  readonly draft: Draft;
  /** The draft that the user has seen: acts apply to this version, or are refused. */
  readonly seen: Draft;
  readonly isNews: boolean;
  readonly onGoOn: () => void;
  readonly live: TierSetFile | null;
  readonly wasTried: boolean;
  readonly onTry: () => void;
  /** Whether the form of a live test is open. */
  readonly isTesting: boolean;
  readonly onTest: () => void;
  /** Objects that it changes; null: not known yet. */
  readonly changes: number | null;
  readonly can: Abilities;
  readonly next: ReturnType<typeof nextAct>;
  /** The experiment that is open on the group of sites. */
  readonly testing: Testing | null;
  /** An experiment with another draft. */
  readonly running: Experiment | null;
}

type Step = 'publish' | 'schedule' | 'ask' | 'discard';
type ActName = Step | 'test' | 'approve' | 'unschedule';

const isPublishing = (step: Step | null): boolean => step === 'publish' || step === 'schedule';

const withoutDraft = { draft: undefined, try: undefined };

/** What may be done with a draft as a whole, in one row, and where it stands. */
export function Actions(props: ActionsProps) {
  const { draft, seen, isNews, onGoOn, live, changes, can, next, running } = props;
  const place = usePlace();
  const { member, memberId: member_id } = place;
  const navigate = useNavigate({ from: '/draft' });
  const [chosen, setStep] = useState<Step | null>(null);
  const now = useNow();
  const other = useDraft().drafts.find(({ id, state }) => state === 'scheduled' && id !== draft.id);
  // `Publish…` in the head of every room asks here at once.
  const isWanted = useLocation().hash === 'publish-now';
  const isKnown = changes !== null;
  const wanted = isWanted && isKnown && can.publish?.because === null ? 'publish' : null;
  const step = chosen ?? wanted;
  const close = () => {
    setStep(null);
    if (isWanted) void navigate({ to: '.', hash: '', search: true, replace: true });
  };
  const leave = (more: RoomSearch<'/draft'>) =>
    navigate({ to: '.', hash: '', search: (all) => ({ ...all, ...withoutDraft, ...more }) });
  const { publish, questions, ask, ...publishing } = usePublish({
    seen,
    live,
    wasTried: props.wasTried,
    isDuringExperiment: running !== null,
    onDone(state) {
      close();
      if (state === 'published') void leave({ published: draft.id });
    },
  });
  const acting = useMutation({
    mutationFn: (name: 'approve' | 'ask' | 'unschedule') =>
      writeSeen(seen, (named) => client.draft[name].mutate({ ...named, member_id })),
    onSettled: refreshDrafts,
  });
  const discard = useMutation({
    mutationKey: discardKey(draft.id),
    mutationFn: () => actOnSeen(seen, (named) => client.draft.remove.mutate({ ...named, member_id })),
    async onSuccess() {
      forgetMade();
      await leave({});
    },
    onSettled: refreshDrafts,
  });
  const reset = () => [publishing, acting, discard].forEach((one) => one.reset());
  const begin = (begun: Step) => {
    reset();
    if (step === begun) return close();
    setStep(begun);
    if (isPublishing(begun)) ask(seen);
  };
  const act = (name: ActName, words: string, more: Partial<ActProps> = {}) => (
    <Act
      can={can[name]}
      isNext={next === name}
      isChosen={step === name}
      isPending={acting.isPending && acting.variables === name}
      onClick={() => begin(name as Step)}
      {...more}
    >
      {words}
    </Act>
  );
  const readWanted = useEffectEvent(() => {
    if (wanted !== null) ask(seen);
    else document.querySelector<HTMLElement>('#publish')?.focus();
  });
  // Between the writes that settle conflicts the draft is not what will be published.
  const isRebasing = useIsRebasing(draft.id);
  useEffect(() => {
    if (isWanted && isKnown && !isRebasing) readWanted();
  }, [isWanted, isKnown, isRebasing]);
  const startTry = () => {
    close();
    props.onTry();
  };
  const when =
    draft.publish_at === null
      ? null
      : `${momentText(msOf(draft.publish_at))}, which is ${momentText(msOf(draft.publish_at), 'UTC')}, ${agoText(msOf(draft.publish_at), now)}`;
  const toPublish = {
    note: draft.note ?? '',
    isAsked: questions.length > 0 || running !== null,
    isPending: publishing.isPending,
    questions: <Questions questions={questions} experiment={running} onTry={startTry} />,
    onCancel: close,
  };
  // News about the draft replaces a refusal because of the same change.
  const refusal = [acting.error, discard.error, publishing.error].find(
    (error) => error !== null && !(isNews && isMoved(error)),
  );
  return (
    <section className="draft-actions" id="publish" tabIndex={-1} aria-label="What may be done with the draft">
      <p className={draft.state === 'suspended' ? 'warn' : 'muted'}>
        {plainWords(stateText(draft, member.publishing, when, props.testing))}
      </p>
      {isNews && (
        <News
          seen={seen}
          draft={draft}
          live={live}
          onGoOn={() => {
            reset();
            onGoOn();
            if (isPublishing(step)) ask(draft);
          }}
        />
      )}
      <div className="draft-row">
        {act('publish', 'Publish now')}
        {act('schedule', draft.state === 'suspended' ? 'Schedule again' : 'Schedule', {
          because: other === undefined ? undefined : <OtherScheduled other={other} />,
        })}
        {act('test', 'Test live…', {
          can: isNews && can.test !== null ? { because: 'look at what has changed first' } : can.test,
          isChosen: props.isTesting,
          onClick: props.onTest,
        })}
        {act('ask', draft.approval_asked ? 'Approval is asked for' : 'Ask for approval', {
          onClick: () => {
            if (draft.approval_asked) return begin('ask');
            reset();
            acting.mutate('ask', { onSuccess: () => setStep('ask') });
          },
        })}
        {act('approve', 'Approve', { onClick: () => acting.mutate('approve') })}
        {act('unschedule', 'Unschedule', { onClick: () => acting.mutate('unschedule') })}
        {act('discard', 'Discard')}
        <CopyButton value={linkOf(place, draft.id)}>
          {({ copied, copy }) => <QuietButton onClick={copy}>{copied ? 'Link copied' : 'Copy link'}</QuietButton>}
        </CopyButton>
      </div>
      {step === 'publish' && (
        <Publishing
          {...toPublish}
          changes={changes}
          mayHoldBack={can.test !== null}
          onPublish={(note, holdBack) => publish({ note, later: null, holdBack })}
        />
      )}
      {step === 'schedule' && (
        <Scheduling
          {...toPublish}
          error={publishing.error}
          onSchedule={(later, note) => publish({ note, later, holdBack: null })}
        />
      )}
      {step === 'ask' && <Asking author={draft.changed_by} link={linkOf(place, draft.id)} onClose={close} />}
      {step === 'discard' && (
        <Discarding
          name={draftTitle(draft)}
          isPending={discard.isPending}
          onDiscard={() => discard.mutate()}
          onCancel={close}
        />
      )}
      {refusal !== undefined && <Refused error={refusal} live={live} />}
    </section>
  );
}

/** Why an act was refused; if the live tiers have changed, how. */
function Refused({ error, live }: { readonly error: unknown; readonly live: TierSetFile | null }) {
  const difference = isMoved(error) ? undefined : (detailsOf(error)['difference'] as ShownDifference | undefined);
  return (
    <>
      <Problem error={error} />
      {difference !== undefined && (
        <div>
          <strong>What has changed since</strong>
          <Difference difference={difference} profileName={profileNames(live?.profiles ?? [])} />
          <PlainButton
            onClick={() => {
              const part = document.querySelector<HTMLElement>('#moved');
              part?.scrollIntoView({ block: 'center' });
              part?.focus();
            }}
          >
            Update the draft to it
          </PlainButton>
        </div>
      )}
    </>
  );
}

interface ActProps {
  readonly can: Ability;
  /** Why it is refused, where that is more than words. */
  readonly because?: ReactNode;
  readonly isNext?: boolean;
  readonly isChosen?: boolean;
  readonly isPending?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A button for an act; if the act is refused, it says why. */
function Act({ can, because, isNext = false, isChosen = false, isPending = false, onClick, children }: ActProps) {
  if (can === null) return null;
  const why = can.because ?? because ?? null;
  return (
    <span>
      <Button
        variant={isNext ? 'filled' : 'default'}
        disabled={why !== null}
        loading={isPending}
        aria-expanded={isChosen}
        onClick={onClick}
      >
        {children}
      </Button>
      {why !== null && <span className="muted"> {why}</span>}
    </span>
  );
}

interface NewsProps {
  readonly seen: Draft;
  readonly draft: Draft;
  readonly live: TierSetFile | null;
  readonly onGoOn: () => void;
}

/** What another user has changed in the draft since the user saw it, and the way to go on with that. */
function News({ seen, draft, live, onGoOn }: NewsProps) {
  const [before, now] = [seen, draft].map((one) => contentSeen({ draft: one, live: null })) as [
    ReturnType<typeof contentSeen>,
    ReturnType<typeof contentSeen>,
  ];
  const difference = useMemo(() => differenceOf(before, now), [before, now]);
  const profileName = profileNames(live?.profiles ?? [], now.profiles);
  return (
    <div className="notice draft-news" role="alert">
      <strong>{lastChangeText(draft)} has changed this draft since you saw it.</strong> Until you continue with the
      present content, nothing is published, approved or scheduled.
      <div className="notice-actions">
        <Button onClick={onGoOn}>I have seen it: continue</Button>
      </div>
      What has changed in it:
      <Difference
        difference={difference}
        profileName={profileName}
        describe={({ service, name }) => {
          const tier = service === 'ym-auction-tier' ? now.tiers.find((one) => one.name === name) : undefined;
          return tier === undefined ? null : tierText(tier, profileName);
        }}
      />
    </div>
  );
}

interface QuestionsProps {
  readonly questions: readonly PublishQuestion[];
  /** The experiment that runs on the group of sites, with another draft; null: none. */
  readonly experiment: Pick<Experiment, 'name'> | null;
  readonly onTry: () => void;
}

/** What the user should look at before publishing a draft. */
function Questions({ questions, experiment, onTry }: QuestionsProps) {
  const { draft, drafts } = useDraft();
  const { live } = useLive();
  const scheduled = drafts.find(({ state }) => state === 'scheduled');
  const content = draft?.tier_set ?? { tiers: [], profiles: [] };
  const known = namesIn(live === null ? [content] : [content, live]);
  const fresh = content.tiers.filter(({ id }) => id === undefined);
  const freshName = fresh.length === 1 ? fresh[0]!.name : 'that is new in the draft';
  const nameOf: NameOf = (kind, id) => known(kind, id) ?? (kind === 'tier' ? freshName : null);
  const words = ({ code, message }: PublishQuestion): string => {
    if (code === 'stale_verdict') return 'The verdict is older than the change.';
    if (code === 'new_lint_error')
      return `Live has no such error: ${plainOr(message, 'the draft has one, shown under Issues.', nameOf)}`;
    const fate = /: ((?:it|its changes) will .*)$/s.exec(message)?.[1] ?? '';
    const what = scheduled === undefined ? 'Another draft is scheduled' : scheduledText(scheduled);
    return `${what}: ${plainWords(fate).replace('it will be suspended', 'it will then not be published')}.`;
  };
  if (questions.length === 0 && experiment === null) return null;
  return (
    <div className="notice draft-questions" role="alert">
      <ul>
        {experiment !== null && (
          <li>
            The live test “{experiment.name}” is running on this group of sites. It continues with what is published, in
            a new phase: earlier auctions are counted separately.
          </li>
        )}
        {questions.map((question) => (
          <li key={question.message}>
            {words(question)}{' '}
            {question.code === 'stale_verdict' && (
              <PlainButton size="compact-xs" onClick={onTry}>
                Try again
              </PlainButton>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Why a draft cannot be scheduled: another one of the group of sites is. */
function OtherScheduled({ other }: { readonly other: Draft }) {
  return (
    <>
      {scheduledText(other)}, and only one draft can be.{' '}
      <Link to="/draft" search={(all) => ({ ...all, draft: other.id, try: undefined })} hash="publish">
        See it
      </Link>
    </>
  );
}
