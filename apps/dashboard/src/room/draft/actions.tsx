import {
  type Draft,
  draftDifference,
  type Experiment,
  type NameOf,
  type PublishQuestion,
  type TierSetFile,
} from '@auction-tiers/contract';
import { Button, CopyButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { type Place, usePlace } from '../../address/place.ts';
import type { RoomSearch } from '../../address/room-search.ts';
import { Difference } from '../../difference/difference.tsx';
import { profileNames, tierText } from '../../difference/field-words.ts';
import { draftTitle, scheduledText } from '../../draft/draft-name.ts';
import { discardKey, forgetMade, refreshDrafts, useDraft, useIsRebasing, useLive } from '../../draft/use-draft.ts';
import { actOnSeen, contentSeen, writeSeen } from '../../draft/seen.ts';
import { agoText, happenedText, momentText, msOf, useNow } from '../../figure/date.ts';
import { promiseKey } from '../../comparison/commitment-list.tsx';
import type { ComparisonReport } from '../../comparison/report.ts';
import { lossText, promisedText } from '../../comparison/words.ts';
import { boundText } from '../../words/commitment.ts';
import { PlainButton, Problem, SmallButton } from '../../part/kit.tsx';
import { isMoved } from '../../service/problem.ts';
import { client } from '../../service/trpc.ts';
import { type Abilities, type Ability, type nextAct, stateText, stateWord, type Testing } from './abilities.ts';
import { Discarding, Publishing, Scheduling } from './steps.tsx';
import { usePublish } from './use-publish.ts';
import { plainOr, plainWords } from '../../saying/plain-words.ts';
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
  /** The comparison of its present content; null: there is none. */
  readonly judged: ComparisonReport | null;
  readonly onTry: () => void;
  /** Whether the form of a live test is open. */
  readonly isTesting: boolean;
  readonly onTest: () => void;
  /** Objects that it changes; null: not known yet. */
  readonly changes: number | null;
  readonly can: Abilities;
  readonly next: ReturnType<typeof nextAct>;
  /** Beside its state: its name, to be changed. */
  readonly naming: ReactNode;
  /** What is said of the draft beneath the buttons. */
  readonly children: ReactNode;
  /** The experiment that is open on the group of sites. */
  readonly testing: Testing | null;
  /** An experiment with another draft. */
  readonly running: Experiment | null;
}

/** The address under which every user who may see a draft sees this one, also when there are newer ones. */
function linkOf({ ymProfile, memberId, from, to }: Place, draft: number): string {
  const named = { member: memberId, ym: ymProfile.id, from, to, draft };
  const search = new URLSearchParams(Object.entries(named).map(([name, value]) => [name, String(value)]));
  return `${location.origin}/app/draft?${search.toString()}`;
}

type Step = 'publish' | 'schedule' | 'discard';

const isPublishing = (step: Step | null): boolean => step === 'publish' || step === 'schedule';

const withoutDraft = { draft: undefined, try: undefined };

/** Where a draft stands and what may be done with it as a whole, in one row. */
export function Actions(props: ActionsProps) {
  const { draft, seen, isNews, onGoOn, live, judged, changes, can, next, running, testing } = props;
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
  const broken = judged?.commitments.filter(({ keeping }) => keeping === 'broken') ?? [];
  const loss = judged === null ? null : lossText(judged, place.currency);
  const isAsked = questions.length + broken.length > 0 || running !== null || loss !== null;
  const toPublish = {
    note: draft.note ?? '',
    isAsked,
    isPending: publishing.isPending,
    isHeld: isNews,
    questions: isAsked && (
      <Questions questions={questions} broken={broken} loss={loss} experiment={running} onTry={startTry} />
    ),
    onCancel: close,
  };
  // News about the draft replaces a refusal because of the same change.
  const refusal = [acting.error, discard.error, publishing.error].find(
    (error) => error !== null && !(isNews && isMoved(error)),
  );
  const beginning = (name: Step) => ({ name, can: can[name], isChosen: step === name, onClick: () => begin(name) });
  const act = (name: 'ask' | 'approve' | 'unschedule', words: string) => ({
    name,
    words,
    can: can[name],
    onClick: () => {
      reset();
      acting.mutate(name);
    },
  });
  const acts: readonly ActProps[] = [
    { ...beginning('discard'), words: 'Discard' },
    act('unschedule', 'Unschedule'),
    {
      ...beginning('schedule'),
      words: draft.state === 'suspended' ? 'Schedule again…' : 'Schedule…',
      because: other !== undefined && (
        <>
          {scheduledText(other)}, and only one draft can be.{' '}
          <Link to="/draft" search={(all) => ({ ...all, draft: other.id, try: undefined })} hash="publish">
            See it
          </Link>
        </>
      ),
    },
    { ...act('ask', 'Ask for approval'), can: draft.approval_asked ? null : can.ask },
    act('approve', 'Approve'),
    { ...beginning('publish'), words: 'Publish…' },
    {
      name: 'test',
      words: 'Test live…',
      can: isNews && can.test !== null ? { because: 'look at what has changed first' } : can.test,
      isChosen: props.isTesting,
      onClick: props.onTest,
    },
  ];
  const said = stateText(draft, member.publishing, when, testing);
  const saved = draft.state === 'open' ? ` · saved ${happenedText(msOf(draft.last_modified), now)}` : '';
  return (
    <section className="draft-actions" aria-label="What may be done with the draft">
      <span className={draft.state === 'suspended' ? 'tag warn' : 'tag'}>
        {stateWord(draft, testing)}
        {saved}
      </span>
      {props.naming}
      <div className="draft-row" id="publish" tabIndex={-1}>
        <CopyButton value={linkOf(place, draft.id)}>
          {({ copied, copy }) => <SmallButton onClick={copy}>{copied ? 'Link copied' : 'Copy link'}</SmallButton>}
        </CopyButton>
        {acts.map((one) => (
          <Act
            key={one.name}
            {...one}
            isNext={next === one.name && step === null && !props.isTesting}
            isPending={acting.isPending && acting.variables === one.name}
          />
        ))}
      </div>
      {props.children}
      {said !== null && <p className={draft.state === 'suspended' ? 'warn' : 'muted'}>{plainWords(said)}</p>}
      <Refusals acts={acts} />
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
      {(step !== null || refusal !== undefined) && (
        <div className="block">
          {isPublishing(step) && <h2>{step === 'publish' ? 'Publish' : 'Schedule'}</h2>}
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
          {step === 'discard' && (
            <Discarding
              name={draftTitle(draft)}
              isPending={discard.isPending}
              isHeld={isNews}
              onDiscard={() => discard.mutate()}
              onCancel={close}
            />
          )}
          {refusal !== undefined && <Problem error={refusal} />}
        </div>
      )}
    </section>
  );
}

interface ActProps {
  readonly name: Step | 'ask' | 'test' | 'approve' | 'unschedule';
  readonly words: string;
  readonly can: Ability;
  /** Why it is refused, where that is more than words. */
  readonly because?: ReactNode;
  readonly isNext?: boolean;
  readonly isChosen?: boolean;
  readonly isPending?: boolean;
  readonly onClick: () => void;
}

const refusalOf = ({ can, because = false }: ActProps): ReactNode => can?.because ?? because;

/** A button for an act. */
function Act(props: ActProps) {
  const { name, words, can, isNext = false, isChosen = false, isPending = false, onClick } = props;
  if (can === null) return null;
  return (
    <Button
      variant={isNext ? 'filled' : name === 'discard' ? 'subtle' : 'default'}
      {...(name === 'discard' && { color: 'gray' })}
      disabled={refusalOf(props) !== false}
      loading={isPending}
      aria-expanded={isChosen}
      onClick={onClick}
    >
      {words}
    </Button>
  );
}

/** Why acts are refused, each reason once. */
function Refusals({ acts }: { readonly acts: readonly ActProps[] }) {
  const refused = acts.filter((act) => act.can !== null && refusalOf(act) !== false);
  const reasons = Map.groupBy(refused, ({ can, because, name }) => can?.because ?? (because === undefined ? '' : name));
  return [...reasons].map(([reason, alike]) => (
    <p key={reason} className="muted">
      {alike.map(({ words }) => words.replace('…', '')).join(', ')}: {refusalOf(alike[0]!)}
    </p>
  ));
}

interface NewsProps {
  readonly seen: Draft;
  readonly draft: Draft;
  readonly live: TierSetFile | null;
  readonly onGoOn: () => void;
}

/** What another user has changed in the draft since the user saw it, and the way to go on with that. */
function News({ seen, draft, live, onGoOn }: NewsProps) {
  const [before, now] = [contentSeen({ draft: seen, live: null }), contentSeen({ draft, live: null })];
  const difference = useMemo(() => draftDifference(before, now), [before, now]);
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
  /** The promises that it breaks, as far as is known. */
  readonly broken: ComparisonReport['commitments'];
  /** How much net it loses; null: it does not, as far as is known. */
  readonly loss: string | null;
  /** The experiment that runs on the group of sites, with another draft; null: none. */
  readonly experiment: Pick<Experiment, 'name'> | null;
  readonly onTry: () => void;
}

/** What the user should look at before publishing a draft. */
function Questions({ questions, broken, loss, experiment, onTry }: QuestionsProps) {
  const { currency } = usePlace();
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
      return `Live has no such error: ${plainOr(message, 'the draft has one, shown under Checks.', nameOf)}`;
    const fate = /: ((?:it|its changes) will .*)$/s.exec(message)?.[1] ?? '';
    const what = scheduled === undefined ? 'Another draft is scheduled' : scheduledText(scheduled);
    return `${what}: ${plainWords(fate).replace('it will be suspended', 'it will then not be published')}.`;
  };
  return (
    <div className="notice draft-questions" role="alert">
      <ul>
        {experiment !== null && (
          <li>
            The live test “{experiment.name}” is running on this group of sites. It continues with what is published, in
            a new phase: earlier auctions are counted separately.
          </li>
        )}
        {loss !== null && <li>{loss}</li>}
        {broken.map((row) => (
          <li key={promiseKey(row)}>
            It breaks a promise: {row.who}, {boundText(row, currency)}. With the draft it is{' '}
            {promisedText(row.figure, row.draft, currency)}.
          </li>
        ))}
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
