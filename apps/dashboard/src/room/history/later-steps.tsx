import type { HistoryStep } from '@auction-tiers/contract';
import { useQuery } from '@tanstack/react-query';
import { usePlace } from '../../address/place.ts';
import { stepWords } from '../../difference/step-words.ts';
import { counted } from '../../figure/count.ts';
import { momentText, msOf } from '../../figure/date.ts';
import { trpc } from '../../service/trpc.ts';

const mostRead = 100;
const shownSteps = 5;

/** The number of a revision within the seller's: `5-120-...` is the 120th. */
const numberOf = (revision: string): number => Number(revision.split('-')[1]);

/** The steps after a moment, the newest first, and the number of steps of each user. */
export function stepsAfter(steps: readonly HistoryStep[], revision: string) {
  const later = steps.filter((step) => numberOf(step.revision) > numberOf(revision));
  const counts = new Map<string, number>();
  for (const { user } of later) counts.set(user, (counts.get(user) ?? 0) + 1);
  return { later, users: [...counts] };
}

/** The users whose steps going back to a moment takes away: all steps that came after it. */
export function LaterSteps({ to }: { readonly to: string }) {
  const { ymProfile, memberId, session, timeZone } = usePlace();
  const { data } = useQuery(
    trpc.ymProfile.history.queryOptions({ id: ymProfile.id, member_id: memberId, num_elements: mostRead }),
  );
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
            {momentText(msOf(step.time), timeZone)} by {step.user}: {step.summary.map(stepWords).join('; ')}
          </li>
        ))}
        {later.length > shownSteps && <li className="muted">and {later.length - shownSteps} more, below</li>}
      </ul>
    </section>
  );
}
