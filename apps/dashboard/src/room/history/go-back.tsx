import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { usePlace } from '../../address/place.ts';
import { Difference, sizeOf } from '../../difference/difference.tsx';
import { profileNames } from '../../difference/field-words.ts';
import { useLive } from '../../draft/use-draft.ts';
import { counted } from '../../figure/count.ts';
import { Block, Notice, PlainButton, Problem, Reading, SmallButton } from '../../part/kit.tsx';
import { trpc } from '../../service/trpc.ts';
import { LiveNotice } from '../experiments/live-notice.tsx';
import type { HistorySearch } from './address.ts';
import { useStepBack } from './use-step-back.tsx';
import { Worth } from './worth.tsx';
import type { HistoryStep } from '@auction-tiers/contract';
import { stepWords } from '../../difference/step-words.ts';
import { momentText, msOf } from '../../figure/date.ts';
import { useChangesBetween, useHistory } from '../../report/use-history.ts';

type Change = (some: HistorySearch) => void;

interface GoBackProps {
  /** The revision of the moment. */
  readonly to: string;
  readonly trial: number | null;
  readonly onChange: Change;
}

/** Before going back: what it would change, what that is worth on recorded auctions, and then the step itself. */
export function GoBack({ to, trial, onChange }: GoBackProps) {
  const { member } = usePlace();
  const { live } = useLive();
  const { asked, preview, form, isNothing, isDirect } = useStepBack({
    act: 'restore',
    revision: to,
    onDone: () => onChange({ back: undefined, trial: undefined, a: undefined, b: undefined, undo: live?.revision }),
  });
  const past = useQuery({ ...trpc.ymProfile.exportAt.queryOptions(asked), retry: false });
  const close = () => onChange({ back: undefined, trial: undefined });
  return (
    <Block title="Go back: what would change">
      <Reading data={preview.data} error={preview.error} rows={3} />
      {isNothing ? <p className="muted">It is already as it was then.</p> : <LaterSteps to={to} />}
      {preview.data !== undefined && (
        <Difference
          difference={preview.data}
          profileName={profileNames(live?.profiles ?? [], past.data?.profiles ?? [])}
        />
      )}
      {past.error !== null && <Problem error={past.error} />}
      {past.data !== undefined && !isNothing && <Worth past={past.data} trial={trial} onChange={onChange} />}
      {!isDirect && (
        <Notice>The tiers of {member.name} change by drafts only: this makes a draft of that moment.</Notice>
      )}
      {isDirect && !isNothing && <LiveNotice isPausing />}
      {form({
        liveWords: 'Go back, live',
        note: 'In one step, for all auctions; it can itself be undone.',
        onCancel: close,
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
const shownSteps = 5;

/** The number of a revision within the seller's: `5-120-...` is the 120th. */
const numberOf = (revision: string): number => Number(revision.split('-')[1]);

/** The steps after a moment, the newest first, and the number of steps of each user. */
function stepsAfter(steps: readonly HistoryStep[], revision: string) {
  const later = steps.filter((step) => numberOf(step.revision) > numberOf(revision));
  const counts = new Map<string, number>();
  for (const { user } of later) counts.set(user, (counts.get(user) ?? 0) + 1);
  return { later, users: [...counts] };
}

/** The users whose steps going back to a moment takes away: all steps that came after it. */
function LaterSteps({ to }: { readonly to: string }) {
  const { session } = usePlace();
  const { data } = useHistory({ num_elements: mostRead });
  if (data === undefined) return null;
  const { later, users } = stepsAfter(data.items, to);
  if (later.length === 0) return null;
  const isMore = later.length === data.items.length && data.count > data.items.length;
  const names = users.map(([user, count]) => `${count} of ${user === session.username ? 'yours' : user}`);
  return (
    <section className="notice" aria-label="Steps that go with it">
      <strong>
        {isMore
          ? `More than ${mostRead} later steps go`
          : `${counted(later.length, 'later step')} ${later.length === 1 ? 'goes' : 'go'}`}{' '}
        with it:
      </strong>{' '}
      {names.join(', ')}.
      <ul className="plain-list">
        {later.slice(0, shownSteps).map((step) => (
          <li key={step.revision}>
            {momentText(msOf(step.time))} by {step.user}: {step.summary.map(stepWords).join('; ')}
          </li>
        ))}
        {later.length > shownSteps && <li className="muted">and {later.length - shownSteps} more, below</li>}
      </ul>
    </section>
  );
}
