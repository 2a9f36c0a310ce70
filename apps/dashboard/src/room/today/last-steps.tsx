import { calendarOf } from '@auction-tiers/calendar';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { usePlace } from '../../address/place.ts';
import { canUndo, stepWords } from '../../difference/step-words.ts';
import { counted } from '../../figure/count.ts';
import { happenedText, momentText, msOf } from '../../figure/date.ts';
import { Block, Reading } from '../../part/kit.tsx';
import { isOfLastWeek, StepWorth, useStepWorths } from '../../report/step-worth.tsx';
import { trpc } from '../../service/trpc.ts';
import { groupWords } from './reckon/changes.ts';
import { useNow } from '../../figure/use-now.ts';

const shownSteps = 3;
const shownLines = 2;

/** The last steps of the history, whenever they were, each a link to the steps of its day. */
export function LastSteps() {
  const { ymProfile, memberId, timeZone, session } = usePlace();
  const now = useNow();
  const { data, error } = useQuery(
    trpc.ymProfile.history.queryOptions({ id: ymProfile.id, member_id: memberId, num_elements: shownSteps }),
  );
  const worths = useStepWorths(data?.items.some((step) => isOfLastWeek(step, now)) === true);
  return (
    <Block title="What changed last">
      <Reading data={data} error={error} rows={shownSteps} height={20} />
      {data?.items.length === 0 && <p className="muted">Nothing yet: no tier and no profile of it was changed.</p>}
      {data !== undefined && data.items.length > 0 && (
        <ol className="today-steps" aria-label="Last steps">
          {data.items.map((step) => {
            const { revision, time, user, kind, summary } = step;
            const day = calendarOf(timeZone).dayAt(msOf(time));
            const more = summary.length - shownLines;
            return (
              <li key={revision}>
                <Link to="/history" search={{ since: day, until: day }} title={momentText(msOf(time), timeZone)}>
                  {happenedText(msOf(time), now)}, {groupWords({ kind, user, count: 1 })}
                </Link>
                : {summary.slice(0, shownLines).map(stepWords).join('; ')}
                {more > 0 && <span className="muted"> and {counted(more, 'more change')}</span>}{' '}
                {session.scopes.includes('publish') && canUndo(step) && (
                  <Link to="/history" search={{ step: revision }}>
                    Undo
                  </Link>
                )}
                <StepWorth step={step} worths={worths} />
              </li>
            );
          })}
        </ol>
      )}
    </Block>
  );
}
