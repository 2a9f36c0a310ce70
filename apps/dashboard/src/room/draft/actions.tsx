import type { Draft, TierSetFile } from '@auction-tiers/contract';
import { Button, CopyButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { type ShownDifference, Difference } from '../../difference/difference.tsx';
import { profileNames } from '../../difference/field-words.ts';
import { refreshAll, refreshDrafts } from '../../draft/edit-draft.ts';
import { agoText, momentText, msOf, utcText } from '../../figure/date.ts';
import { Problem } from '../../part/problem.tsx';
import { detailsOf, isConflict } from '../../service/problem.ts';
import { client } from '../../service/trpc.ts';
import { linkOf } from './address.ts';
import { abilitiesOf, type Ability, stateText } from './abilities.ts';
import { Asking, Discarding, Publishing, Scheduling } from './steps.tsx';

interface ActionsProps {
  readonly draft: Draft;
  readonly live: TierSetFile | null;
  /** Objects that it changes; null: not known yet. */
  readonly changes: number | null;
  readonly summary: readonly string[];
}

type Step = 'publish' | 'schedule' | 'ask' | 'discard';

/** What may be done with a draft as a whole, in one row, and where it stands. */
export function Actions({ draft, live, changes, summary }: ActionsProps) {
  const place = usePlace();
  const { member, memberId, session, timeZone } = place;
  const navigate = useNavigate();
  const [step, setStep] = useState<Step | null>(null);
  const [now] = useState(Date.now);
  const can = abilitiesOf(draft, member.publishing, session, changes);
  const named = { id: draft.id, member_id: memberId };
  const publish = useMutation({
    mutationFn: ({ note, at }: { readonly note: string; readonly at: number | null }) =>
      client.draft.publish.mutate({
        ...named,
        ...(note === '' ? {} : { note }),
        ...(at === null ? {} : { at: utcText(at) }),
        ...(live === null ? {} : { expect_revision: live.revision }),
      }),
    async onSuccess({ state }) {
      setStep(null);
      if (state === 'published') {
        await navigate({
          to: '.',
          hash: '',
          search: (all: object) => ({ ...all, published: draft.id, draft: undefined, try: undefined }) as never,
        });
      }
      await refreshAll();
    },
    onError: (error) => (isConflict(error) ? refreshAll() : undefined),
  });
  const act = useMutation({
    mutationFn: (name: 'approve' | 'unschedule') => client.draft[name].mutate(named),
    onSettled: refreshDrafts,
  });
  const discard = useMutation({
    mutationFn: () => client.draft.remove.mutate(named),
    async onSuccess() {
      await navigate({ to: '.', search: (all: object) => ({ ...all, draft: undefined, try: undefined }) as never });
      await refreshDrafts();
    },
  });
  const open = (wanted: Step) => {
    publish.reset();
    setStep(step === wanted ? null : wanted);
  };
  const close = () => setStep(null);
  const when =
    draft.publish_at === null
      ? null
      : `${momentText(msOf(draft.publish_at), timeZone)} (${timeZone}), ${agoText(msOf(draft.publish_at), now)}`;
  return (
    <section className="draft-actions" id="publish" tabIndex={-1} aria-label="What may be done with the draft">
      <p className={draft.state === 'suspended' ? 'warn' : 'muted'}>{stateText(draft, member.publishing, when)}</p>
      <div className="draft-row">
        <Act can={can.publish} isFirst onClick={() => open('publish')} isChosen={step === 'publish'}>
          Publish now
        </Act>
        <Act can={can.schedule} onClick={() => open('schedule')} isChosen={step === 'schedule'}>
          Schedule
        </Act>
        <Act can={can.ask} isFirst onClick={() => open('ask')} isChosen={step === 'ask'}>
          Ask for approval
        </Act>
        <Act can={can.approve} isFirst onClick={() => act.mutate('approve')} isPending={act.isPending}>
          Approve
        </Act>
        <Act can={can.unschedule} isFirst onClick={() => act.mutate('unschedule')} isPending={act.isPending}>
          Unschedule
        </Act>
        <Act can={can.discard} onClick={() => open('discard')} isChosen={step === 'discard'}>
          Discard
        </Act>
        <CopyButton value={linkOf(place, draft.id)}>
          {({ copied, copy }) => (
            <Button variant="subtle" onClick={copy}>
              {copied ? 'Link copied' : 'Copy link'}
            </Button>
          )}
        </CopyButton>
      </div>
      {act.error !== null && <Problem error={act.error} />}
      {step === 'publish' && (
        <Publishing
          note={draft.note ?? ''}
          summary={summary}
          isPending={publish.isPending}
          onPublish={(note) => publish.mutate({ note, at: null })}
          onCancel={close}
        />
      )}
      {step === 'schedule' && (
        <Scheduling
          note={draft.note ?? ''}
          isPending={publish.isPending}
          error={publish.error}
          onSchedule={(at, note) => publish.mutate({ note, at })}
          onCancel={close}
        />
      )}
      {step === 'ask' && <Asking author={draft.changed_by} link={linkOf(place, draft.id)} onClose={close} />}
      {step === 'discard' && (
        <Discarding
          name={draft.name ?? `draft ${draft.id}`}
          isPending={discard.isPending}
          onDiscard={() => discard.mutate()}
          onCancel={close}
        />
      )}
      {discard.error !== null && <Problem error={discard.error} />}
      {publish.error !== null && <Refused error={publish.error} live={live} />}
    </section>
  );
}

/** Why a publish was refused; where what is live has changed, how. */
function Refused({ error, live }: { readonly error: unknown; readonly live: TierSetFile | null }) {
  const difference = detailsOf(error)['difference'] as ShownDifference | undefined;
  return (
    <>
      <Problem error={error} />
      {difference !== undefined && (
        <div>
          <strong>What has changed since</strong>
          <Difference difference={difference} profileName={profileNames(live?.profiles ?? [])} />
          <Button
            variant="default"
            onClick={() => {
              const part = document.querySelector<HTMLElement>('#moved');
              part?.scrollIntoView({ block: 'center' });
              part?.focus();
            }}
          >
            Carry the draft onto it
          </Button>
        </div>
      )}
    </>
  );
}

interface ActProps {
  readonly can: Ability;
  readonly isFirst?: boolean;
  readonly isChosen?: boolean;
  readonly isPending?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A button for what may be done; where it is refused, it says why. */
function Act({ can, isFirst = false, isChosen = false, isPending = false, onClick, children }: ActProps) {
  if (can === null) return null;
  return (
    <span>
      <Button
        variant={isFirst ? 'filled' : 'default'}
        disabled={can.because !== null}
        loading={isPending}
        aria-expanded={isChosen}
        onClick={onClick}
      >
        {children}
      </Button>
      {can.because !== null && <span className="muted"> {can.because}</span>}
    </span>
  );
}
