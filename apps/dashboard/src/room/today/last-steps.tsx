import { calendarOf } from '@auction-tiers/calendar';
import { changesTiers, type HistoryStep } from '@auction-tiers/contract';
import { Link } from '@tanstack/react-router';
import { usePlace } from '../../address/place.ts';
import { canUndo, stepWords } from '../../difference/step-words.ts';
import { counted } from '../../figure/count.ts';
import { dayText, happenedText, momentText, msOf, useNow, zoneShown } from '../../figure/date.ts';
import { earnedText, signedText } from '../../figure/figures.ts';
import { Block, Reading } from '../../part/kit.tsx';
import { PlainTable } from '../../part/plain-table.tsx';
import { isOfLastWeek, useStepWorths, worthOf } from '../../report/step-worth.tsx';
import { useHistory } from '../../report/use-history.ts';
import { groupWords } from './reckon/changes.ts';

const shownSteps = 3;
/** Those of live tests are passed over. */
const readSteps = 20;
const shownLines = 2;

/** The last steps that changed the tiers, whenever they were: what each was forecast to earn, and what it has earned. */
export function LastSteps() {
  const { session, currency } = usePlace();
  const now = useNow();
  const { data, error } = useHistory({ num_elements: readSteps });
  const steps = data?.items.filter(changesTiers).slice(0, shownSteps);
  const worths = useStepWorths(steps?.some((step) => isOfLastWeek(step, now)) === true);
  const basis = `${currency} ${worths.auctions === 0 ? 'per 1,000 auctions' : 'a day'}`;
  const rows = steps?.map((step) => ({ ...step, worth: worthOf(step, worths, now) }));
  return (
    <Block title="Changed last">
      <Reading data={data} error={error} rows={shownSteps} height={20} />
      {rows?.length === 0 && <p className="muted">Nothing yet: no tier and no profile of it was changed.</p>}
      {rows !== undefined && rows.length > 0 && (
        <PlainTable
          label="Last steps"
          isStacked
          rows={rows}
          idOf={({ revision }) => revision}
          className="today-steps"
          columns={[
            { head: 'When', className: 'today-when', cell: whenCell },
            { head: 'What', isName: true, cell: whatCell },
            { head: 'By', cell: byCell },
            { head: `Forecast (${basis})`, isNumber: true, cell: ({ worth }) => worth.promised ?? '–' },
            {
              head: `Earned (${basis})`,
              definition: `Measured over the days of its forecast, else what it brought on ${dayText(worths.day)}`,
              isNumber: true,
              toneOf: ({ worth: { fact } }) => (fact === null || fact === 0 ? '' : fact > 0 ? 'gain' : 'loss'),
              cell: ({ worth: { fact, isPending } }) =>
                fact === null ? (isPending ? '…' : '–') : signedText(fact, earnedText),
            },
            session.scopes.includes('publish') && {
              head: 'Undo',
              isHeadHidden: true,
              isNumber: true,
              cell: undoCell,
            },
          ]}
        />
      )}
    </Block>
  );
}

const whenCell = ({ time }: HistoryStep) => (
  <span title={momentText(msOf(time))}>{happenedText(msOf(time), Date.now())}</span>
);

/** What it changed, with a link to the steps of its day. */
function whatCell({ time, summary }: HistoryStep) {
  const day = calendarOf(zoneShown()).dayAt(msOf(time));
  const more = summary.length - shownLines;
  return (
    <Link to="/history" search={{ since: day, until: day }}>
      {summary.slice(0, shownLines).map(stepWords).join('; ')}
      {more > 0 && ` and ${counted(more, 'more change')}`}
    </Link>
  );
}

const byCell = ({ kind, user }: HistoryStep) => <span title={groupWords({ kind, user, count: 1 })}>{user}</span>;

const undoCell = (step: HistoryStep) =>
  canUndo(step) && (
    <Link className="quiet-link" to="/history" search={{ step: step.revision }}>
      Undo
    </Link>
  );
