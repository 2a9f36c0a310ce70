import './today.css';
import { useAddress, usePlace } from '../../address/place.ts';
import { useLive } from '../../draft/use-draft.ts';
import { dayText, msOf, rangeText, timeText } from '../../figure/date.ts';
import { Block, Problem, Room, Waiting } from '../../part/kit.tsx';
import { FigureLine } from './figure-line.tsx';
import { FirstSteps } from './first-steps.tsx';
import { HourLine, useIsAll } from './hour-line.tsx';
import { Needs, useNeedCount } from './needs.tsx';
import { periodWords, usualWords } from './reckon/comparison-words.ts';
import { type Today, useNews, useToday } from './use-today.ts';
import { useMovement, useReport, useUsual } from '../../report/use-report.ts';
import { ReportNotes } from '../../report/report-notes.tsx';
import { calendarOf, type Day, isDay } from '@auction-tiers/calendar';
import { Link } from '@tanstack/react-router';
import { counted, countText, percentColumn, percentText } from '../../figure/count.ts';
import { trpc } from '../../service/trpc.ts';
import { fewerAuctions, figureWords, type News, sentencesOf } from './reckon/sentences.ts';
import { WayLink } from './way-link.tsx';
import { movementParts } from '@auction-tiers/contract';
import { earnedColumn, earnedText, figures, signedText } from '../../figure/figures.ts';
import { BridgeBar, bridgeOf } from '../../report/bridge.tsx';
import { causeOf, movedText, offWords, reasonOf } from './reckon/headline.ts';
import { useId, useMemo, useState } from 'react';
import { addUp, type FigureName, figureNames, type Figures, figuresOf, sumsOf } from './reckon/sums.ts';
import { useSubscription } from '@trpc/tanstack-react-query';
import { liveRate, type LiveSecond, withSecond } from './reckon/live-rate.ts';
import { LastSteps } from './last-steps.tsx';
import { TextInput } from '@mantine/core';
import { PlainTable } from '../../part/plain-table.tsx';
import { againstWords, type Days, meanOfDays, namedDays } from './reckon/against.ts';
import { clockOf } from './reckon/same-hours.ts';
import { Choice } from '../../part/form.tsx';

/** How far the day is off a usual one, what needs somebody, the figures, the line, why it moved, and what changed. */
export function TodayRoom(): React.ReactNode {
  const { today, report, error, retry } = useToday();
  const period = usePeriod();
  const usual = useUsual();
  const { ymProfile } = usePlace();
  const { live } = useLive();
  const told = useNews(today);
  const isAll = useIsAll(today);
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
            <Line today={today} period={isAll ? period : null} />
            <div className="today-columns">
              <HourLine today={today} isAll={isAll}>
                <Against today={today} />
              </HourLine>
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

const clock = (ms: number | null) => (ms === null ? null : timeText(ms));

/** The last chosen day against what is usual, or all chosen days, of which nothing is usual. */
function Line({ today, period }: { readonly today: Today; readonly period: ReturnType<typeof usePeriod> }) {
  const { data: usual = null } = useUsual();
  const { untilMs, ...shown } = period ?? { ...today, from: today.day, to: today.day };
  const isJudged = period === null && usual !== null;
  return (
    <FigureLine
      words={periodWords(shown, clock(untilMs))}
      about={isJudged ? usualWords(today.day, untilMs !== null, usual) : null}
      isSoFar={untilMs !== null}
      figures={shown.figures}
      usual={isJudged && !usual.is_learning ? usual.day : null}
    />
  );
}

/** At most five sentences, the most important first, each a link. */
function WorthReading({ news, isPending, error }: ReturnType<typeof useNews>) {
  const sentences = sentencesOf(news);
  return (
    <Block title="Worth knowing">
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
              {sentence.text}. <WayLink way={sentence.way} />
            </li>
          ))}
        </ol>
      )}
    </Block>
  );
}

/** Without a colour where the text is 0.00. */
const toneOf = (net: string): string => ({ '+': 'gain', '−': 'loss' })[signedText(Number(net), earnedColumn)[0]!] ?? '';

/** Why net of the headline's day moved against the same weekday before, part by part. */
function Moved({ day }: { readonly day: Day }) {
  const { movement, periods, error, isAhead } = useMovement('week', true, { from: day, to: day });
  const isNothing = Number(movement?.from) === 0 && Number(movement?.against) === 0;
  const bridge = movement === null ? null : bridgeOf(movement);
  return (
    <Block
      title={
        <>
          Why it moved <small>against {dayText(periods.againstTo)}</small>
        </>
      }
    >
      <div className="today-moved">
        {movement === null && error === null && !isAhead && <Waiting rows={5} height={28} />}
        {(isAhead || error !== null || (movement !== null && isNothing)) && (
          <p className="muted">Nothing can be said of these days yet.</p>
        )}
        {movement !== null && bridge !== null && !isNothing && (
          <>
            <dl className="bridge-list">
              {movement.parts.map(({ kind, net: part }, index) => (
                <div key={kind}>
                  <dt>{movementParts[kind]}</dt>
                  <dd className={toneOf(part)}>{signedText(Number(part), earnedColumn)}</dd>
                  <dd className="bridge-track" aria-hidden="true">
                    <BridgeBar {...bridge.bars[index]!} />
                  </dd>
                </div>
              ))}
            </dl>
            <p>
              {movedText(movement.sentences)}{' '}
              <Link to="/today/movement" search={{ from: day, to: day }}>
                See why
              </Link>
            </p>
          </>
        )}
      </div>
    </Block>
  );
}

/**
 * The day in one sentence: how far off a usual day, the cause that "Why it moved" names of the same day, else the first
 * thing worth a look, and how many things need somebody.
 */
function Headline({ today, news }: { readonly today: Today | null; readonly news: News }) {
  const { currency, to } = usePlace();
  const { data: usual = null } = useUsual();
  const needs = useNeedCount();
  const isAsked = (today?.figures.auctions ?? 0) > 0;
  const { movement } = useMovement('week', isAsked, { from: to, to });
  const cause = causeOf(movement?.sentences ?? [], to, fewerAuctions(news) !== null);
  const reason = cause === null || cause.isOrdinary ? reasonOf(news) : null;
  const net = today?.figures.net ?? null;
  const off =
    offWords({ day: to, isOver: today?.untilMs === null, net, usual: usual?.is_learning === true ? null : usual }) ??
    (net === null ? dayText(to) : `${dayText(to)}: ${earnedText(net)} ${currency} net`);
  return (
    <>
      <span className="visually-hidden">Today: </span>
      <span>{off}.</span>
      {cause !== null && (
        <>
          {' '}
          <Link to="/today/movement" search={{ from: to, to }}>
            {cause.text}
          </Link>
        </>
      )}
      {reason !== null && (
        <>
          {' '}
          <WayLink way={reason.way}>{reason.text}.</WayLink>
        </>
      )}
      {needs > 0 && (
        <>
          {' '}
          <a className="warn" href="#needs">
            {counted(needs, 'thing')} {needs === 1 ? 'needs' : 'need'} you.
          </a>
        </>
      )}
    </>
  );
}

/** The sums of the chosen days; null for a single day, and while they are read. */
function usePeriod() {
  const { from, to, timeZone } = usePlace();
  const { data } = useReport({ groupBy: ['day'], enabled: from < to });
  return useMemo(() => {
    if (data === undefined || from === to) return null;
    const untilMs = msOf(data.complete_to);
    return {
      from,
      to,
      /** Until when it is counted; null: it is over. */
      untilMs: untilMs >= calendarOf(timeZone).endOf(to) ? null : untilMs,
      figures: figuresOf(addUp(data.rows.map(sumsOf))),
    };
  }, [data, from, to, timeZone]);
}

/** The present auctions per second. After an interruption the stream goes on by itself. */
function LiveNow() {
  const { ymProfile, memberId } = usePlace();
  const [seconds, setSeconds] = useState<readonly LiveSecond[]>([]);
  const { status } = useSubscription(
    trpc.report.live.subscriptionOptions(
      { ym_profile_id: ymProfile.id, member_id: memberId },
      { onData: ({ data: { time, auctions } }) => setSeconds((before) => withSecond(before, { time, auctions })) },
    ),
  );
  const rate = liveRate(seconds);
  return <span className="muted today-live">{wordsOf(status, rate)}</span>;
}

function wordsOf(status: string, rate: number | null): string {
  if (status === 'error') return 'What happens now cannot be read.';
  if (status !== 'pending') return 'Connecting to what happens now…';
  if (rate === null) return 'Auctions now: …';
  if (rate === 0) return 'No auctions now.';
  const shown = rate < 10 ? figures.decimal(rate, 0, 1) : countText(rate);
  return `${shown} ${shown === '1' ? 'auction' : 'auctions'} a second now.`;
}

const words = { usual: 'what is usual', ...againstWords, days: 'other days' };

/** The last chosen day against any other days, or an average day of them, each up to the same time. */
function Against({ today }: { readonly today: Today }) {
  const { day } = today;
  const labelId = useId();
  const [{ against = 'usual', against_from: first, against_to: last }, change] = useAddress<'/today'>();
  const week = namedDays('week', day);
  const own: Days = { from: first ?? week.from, to: last ?? week.to };
  const days = against === 'usual' ? null : against === 'days' ? own : namedDays(against, day);
  const box = (label: string, value: Day, name: 'against_from' | 'against_to') => (
    <TextInput
      type="date"
      label={label}
      value={value}
      onChange={({ currentTarget: { value: typed } }) => isDay(typed) && change({ [name]: typed })}
    />
  );
  return (
    <section className="today-against" aria-label="Against other days">
      <div className="room-tools">
        <span className="muted" id={labelId}>
          {dayText(day)} against
        </span>
        <Choice
          aria-labelledby={labelId}
          variant="unstyled"
          w={200}
          words={words}
          value={against}
          onChange={(value) => change({ against: value === 'usual' ? undefined : value })}
        />
        {against === 'days' && (
          <>
            {box('First of them', own.from, 'against_from')}
            {box('Last of them', own.to, 'against_to')}
          </>
        )}
      </div>
      {days !== null && <Compared today={today} days={days} />}
      {(against === 'day' || against === 'week') && (
        <p>
          <Link to="/today/movement" search={{ from: day, to: day, ...(against === 'day' ? { by: 'before' } : {}) }}>
            What moved net, and why
          </Link>
        </p>
      )}
    </section>
  );
}

function Compared({ today, days: { from, to } }: { readonly today: Today; readonly days: Days }) {
  const { timeZone, currency } = usePlace();
  const { day, untilMs, figures: now, hoursByDay } = today;
  const { data, error, refetch } = useReport({ groupBy: ['day'], from, to, enabled: from <= to });
  const mean = useMemo(() => {
    if (data === undefined) return undefined;
    const days = new Map(data.rows.filter((row) => row.day !== day).map((row) => [row.day!, sumsOf(row)]));
    const until = untilMs === null ? null : clockOf(untilMs, timeZone);
    return meanOfDays({ from, to }, { days, hours: hoursByDay, until });
  }, [data, from, to, day, hoursByDay, untilMs, timeZone]);
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (from > to) return <p className="muted">The last of them is before the first.</p>;
  if (mean === undefined) return null;
  if (mean === null) return <p className="muted">No auction of {rangeText(from, to)} is known.</p>;
  const until = untilMs === null ? '' : `, until ${timeText(untilMs)}`;
  const head = mean.count === 1 ? rangeText(from, to) : `A day of ${rangeText(from, to)}`;
  const wordings = figureWords(currency);
  const shownOf = (name: FigureName, value: number | null) =>
    value === null ? '–' : `${wordings[name].say(value)}${wordings[name].unit}`;
  return (
    <>
      <p className="muted">
        {mean.count === 1 ? '' : `The mean of ${counted(mean.count, 'day')} with auctions. `}
        {until === '' ? 'Whole days.' : `All days${until}.`}
      </p>
      <PlainTable
        rows={figureNames}
        idOf={(name) => name}
        columns={[
          { head: 'Figure', isName: true, cell: (name) => wordings[name].name },
          { head: dayText(day), isNumber: true, cell: (name) => shownOf(name, now[name]) },
          { head, isNumber: true, cell: (name) => shownOf(name, mean.figures[name]) },
          { head: 'Change', isNumber: true, cell: (name) => changeText(name, now, mean.figures) },
        ]}
      />
    </>
  );
}

/** The change of fill in points, of any other figure in per cent of the earlier value. */
function changeText(name: FigureName, { [name]: now }: Figures, { [name]: before }: Figures): string {
  if (now === null || before === null) return '–';
  if (name === 'fill') return `${signedText(now - before, percentColumn)} points`;
  return before === 0 ? '–' : signedText((now - before) / Math.abs(before), percentText);
}
