import './today.css';
import { usePlace } from '../../address/place.ts';
import { useLive } from '../../draft/use-draft.ts';
import { happenedText, momentText, msOf, rangeText, timeText } from '../../figure/date.ts';
import { Block, Problem, Reading, Room, Waiting } from '../../part/kit.tsx';
import { Against } from './against.tsx';
import { FigureLine } from './figure-line.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Headline } from './headline.tsx';
import { HourLine } from './hour-line.tsx';
import { LiveNow } from './live-now.tsx';
import { Needs } from './needs.tsx';
import { comparisonWords, periodWords } from './reckon/comparison-words.ts';
import { useNews } from './use-news.ts';
import { type Period, usePeriod } from './use-period.ts';
import { type Today, useToday } from './use-today.ts';
import { useUsual } from '../../report/use-usual.ts';
import { ReportNotes } from '../../report/report-notes.tsx';
import { calendarOf, type Day } from '@auction-tiers/calendar';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { canUndo, stepWords } from '../../difference/step-words.ts';
import { counted } from '../../figure/count.ts';
import { isOfLastWeek, StepWorth, useStepWorths } from '../../report/step-worth.tsx';
import { trpc } from '../../service/trpc.ts';
import { groupWords } from './reckon/changes.ts';
import { useNow } from '../../figure/use-now.ts';
import { sentencesOf } from './reckon/sentences.ts';
import { WayLink } from './way-link.tsx';
import { movementParts } from '@auction-tiers/contract';
import { earnedColumn, signedText } from '../../figure/money.ts';
import { BridgeBar, bridgeOf } from '../../report/bridge.tsx';
import { useMovement } from '../../report/use-movement.ts';
import { movedText } from './reckon/headline.ts';

/** How far the day is off a usual one, what needs somebody, the figures, the line, why it moved, and what changed. */
export function TodayRoom(): React.ReactNode {
  const { today, report, error, retry } = useToday();
  const period = usePeriod();
  const usual = useUsual();
  const { ymProfile } = usePlace();
  const { live } = useLive();
  const told = useNews(today);
  const isEmpty = today?.figures.auctions === 0 && (period?.figures.auctions ?? 0) === 0;
  return (
    <Room title="Today" heading={<Headline today={today} news={told.news} />}>
      <Needs />
      {error !== null && <Problem error={error} onRetry={retry} />}
      <ReportNotes report={report} />
      {today === null && error === null && <Waiting rows={10} height={40} />}
      {today !== null &&
        (isEmpty && usual.isPending ? (
          <Waiting rows={10} height={40} />
        ) : isEmpty && usual.data?.learned_hours === 0 ? (
          <FirstSteps hasAuctions={false} />
        ) : (
          <>
            <section className="surface">
              <Lines today={today} period={period} />
              <Against today={today} />
            </section>
            <div className="today-columns">
              <HourLine today={today} />
              <Moved day={today.day} />
            </div>
            {live?.tiers.length === 0 && <FirstSteps hasAuctions />}
          </>
        ))}
      <WorthReading {...told} />
      <LastSteps />
      <p className="muted today-about">
        {today?.isNow === true && <LiveNow />} {ymProfile.description}
      </p>
    </Room>
  );
}

interface LinesProps {
  readonly today: Today;
  readonly period: Period | null;
}

/** The day that is not over, then the sums of the chosen days; for days that are over, the sums come first. */
function Lines({ today, period }: LinesProps) {
  const { timeZone } = usePlace();
  const { data: usual = null } = useUsual();
  const clock = (ms: number | null) => (ms === null ? null : timeText(ms, timeZone));
  const isDayFirst = period === null || today.isNow;
  const day = (
    <FigureLine
      key="day"
      words={comparisonWords({ day: today.day, until: clock(today.untilMs) }, usual)}
      figures={today.figures}
      usual={usual === null ? {} : usual.is_learning ? null : usual.day}
      isMain={isDayFirst}
    />
  );
  if (period === null) return day;
  const all = (
    <FigureLine
      key="period"
      words={periodWords(period, clock(period.untilMs))}
      figures={period.figures}
      usual={null}
      isMain={!isDayFirst}
    />
  );
  return isDayFirst ? [day, all] : [all, day];
}

const shownSteps = 3;
const shownLines = 2;

/** The last steps of the history, whenever they were, each a link to the steps of its day. */
function LastSteps() {
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

/** At most five sentences, the most important first, each a link. */
function WorthReading({ news, isPending, error }: ReturnType<typeof useNews>) {
  const sentences = sentencesOf(news);
  return (
    <Block title="Worth reading">
      {error !== null && <Problem error={error} />}
      {isPending && <Waiting rows={3} height={20} />}
      {!isPending && sentences.length === 0 && (
        <p className="muted">
          Nothing: no buyer has gone quiet, every tier has won within a week, no tier has an error, all figures are in
          their usual range, and nothing was changed.
        </p>
      )}
      {!isPending && sentences.length > 0 && (
        <ol className="today-sentences">
          {sentences.map((sentence) => (
            <li key={sentence.key}>
              <WayLink way={sentence.way}>{sentence.text}.</WayLink>
            </li>
          ))}
        </ol>
      )}
    </Block>
  );
}

/** Why net of the headline's day moved against the same weekday before, part by part. */
function Moved({ day }: { readonly day: Day }) {
  const { movement, periods, error, isAhead } = useMovement('week', true, { from: day, to: day });
  const isNothing = Number(movement?.from) === 0 && Number(movement?.against) === 0;
  const bridge = movement === null ? null : bridgeOf(movement);
  return (
    <Block title="Why it moved">
      <div className="today-moved">
        {movement === null && error === null && !isAhead && <Waiting rows={5} height={28} />}
        {(isAhead || error !== null || (movement !== null && isNothing)) && (
          <p className="muted">Nothing can be said of these days yet.</p>
        )}
        {movement !== null && bridge !== null && !isNothing && (
          <>
            <dl className="bridge-list">
              {movement.parts.map(({ kind, net: part }, place) => (
                <div key={kind}>
                  <dt>{movementParts[kind]}</dt>
                  <dd className={Number(part) < 0 ? 'loss' : Number(part) > 0 ? 'gain' : ''}>
                    {signedText(Number(part), earnedColumn)}
                  </dd>
                  <dd className="bridge-track" aria-hidden="true">
                    <BridgeBar {...bridge.bars[place]!} />
                  </dd>
                </div>
              ))}
            </dl>
            <p>
              <Link to="/today/movement" search={{ from: day, to: day }}>
                {rangeText(periods.from, periods.to)}: {movedText(movement.sentences)}
              </Link>
            </p>
          </>
        )}
      </div>
    </Block>
  );
}
