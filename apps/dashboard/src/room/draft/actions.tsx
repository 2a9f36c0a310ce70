import type { Draft, Experiment, TierSetFile } from '@auction-tiers/contract';
import { Button, CopyButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { usePlace } from '../../address/place.ts';
import type { RoomSearch } from '../../address/room-search.ts';
import { type ShownDifference, Difference } from '../../difference/difference.tsx';
import { profileNames } from '../../difference/field-words.ts';
import { draftTitle } from '../../draft/draft-name.ts';
import { forgetMade, refreshDrafts } from '../../draft/edit-draft.ts';
import { actOnSeen, writeSeen } from '../../draft/seen.ts';
import { discardKey, useDraft } from '../../draft/use-draft.ts';
import { agoText, momentText, msOf } from '../../figure/date.ts';
import { PlainButton, Problem, QuietButton } from '../../part/kit.tsx';
import { detailsOf, isMoved } from '../../service/problem.ts';
import { client } from '../../service/trpc.ts';
import { linkOf } from './address.ts';
import { type Abilities, type Ability, type nextAct, stateText, type Testing } from './abilities.ts';
import { News } from './news.tsx';
import { OtherScheduled, Questions } from './questions.tsx';
import { Asking, Discarding, Publishing, Scheduling } from './steps.tsx';
import { usePublish } from './use-publish.ts';
import { plainWords } from '../../saying/plain-words.ts';
import { useNow } from '../../figure/use-now.ts';

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

const isPublishing = (step: Step | null): boolean => step === 'publish' || step === 'schedule';

const withoutDraft = { draft: undefined, try: undefined };

/** What may be done with a draft as a whole, in one row, and where it stands. */
export function Actions(props: ActionsProps) {
  const { draft, seen, isNews, onGoOn, live, changes, can, next, running } = props;
  const place = usePlace();
  const { member, memberId: member_id, timeZone } = place;
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
  const act = useMutation({
    mutationFn: (name: 'approve' | 'ask' | 'unschedule') =>
      writeSeen(seen, (named) => client.draft[name].mutate({ ...named, member_id })),
    onSettled: refreshDrafts,
  });
  const isActing = (name: typeof act.variables) => act.isPending && act.variables === name;
  const discard = useMutation({
    mutationKey: discardKey(draft.id),
    mutationFn: () => actOnSeen(seen, (named) => client.draft.remove.mutate({ ...named, member_id })),
    async onSuccess() {
      forgetMade();
      await leave({});
    },
    onSettled: refreshDrafts,
  });
  const reset = () => [publishing, act, discard].forEach((one) => one.reset());
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
  useEffect(() => {
    if (isWanted && isKnown) readWanted();
  }, [isWanted, isKnown]);
  const startTry = () => {
    close();
    props.onTry();
  };
  const when =
    draft.publish_at === null
      ? null
      : `${momentText(msOf(draft.publish_at), timeZone)}, which is ${momentText(msOf(draft.publish_at), 'UTC')}, ${agoText(msOf(draft.publish_at), now)}`;
  const toPublish = {
    note: draft.note ?? '',
    isAsked: questions.length > 0 || running !== null,
    isPending: publishing.isPending,
    questions: <Questions questions={questions} experiment={running} onTry={startTry} />,
    onCancel: close,
  };
  // News about the draft replaces a refusal because of the same change.
  const refusal = [act.error, discard.error, publishing.error].find(
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
        <Act
          can={can.publish}
          isNext={next === 'publish'}
          onClick={() => begin('publish')}
          isChosen={step === 'publish'}
        >
          Publish now
        </Act>
        <Act
          can={can.schedule}
          because={other === undefined ? undefined : <OtherScheduled other={other} />}
          onClick={() => begin('schedule')}
          isChosen={step === 'schedule'}
        >
          {draft.state === 'suspended' ? 'Schedule again' : 'Schedule'}
        </Act>
        <Act
          can={isNews && can.test !== null ? { because: 'look at what has changed first' } : can.test}
          isNext={next === 'test'}
          isChosen={props.isTesting}
          onClick={props.onTest}
        >
          Test live…
        </Act>
        <Act
          can={can.ask}
          isNext={next === 'ask'}
          isChosen={step === 'ask'}
          isPending={isActing('ask')}
          onClick={() => {
            if (draft.approval_asked) begin('ask');
            else {
              reset();
              act.mutate('ask', { onSuccess: () => setStep('ask') });
            }
          }}
        >
          {draft.approval_asked ? 'Approval is asked for' : 'Ask for approval'}
        </Act>
        <Act
          can={can.approve}
          isNext={next === 'approve'}
          onClick={() => act.mutate('approve')}
          isPending={isActing('approve')}
        >
          Approve
        </Act>
        <Act can={can.unschedule} onClick={() => act.mutate('unschedule')} isPending={isActing('unschedule')}>
          Unschedule
        </Act>
        <Act can={can.discard} onClick={() => begin('discard')} isChosen={step === 'discard'}>
          Discard
        </Act>
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
