import './today.css';
import { usePlace } from '../../address/place.ts';
import { useLive } from '../../draft/use-draft.ts';
import { dayText, msOf, timeText } from '../../figure/date.ts';
import { Block, Problem, Room, Waiting } from '../../part/kit.tsx';
import { FigureLine } from './figure-line.tsx';
import { FirstSteps } from './first-steps.tsx';
import { HourLine, useIsAll } from './hour-line.tsx';
import { Needs, useNeedCount } from './needs.tsx';
import { periodWords, usualWords } from './reckon/comparison-words.ts';
import { type Today, useNews, useToday } from './use-today.ts';
import { useMovement, useReport, useUsual } from '../../report/use-report.ts';
import { ReportNotes } from '../../report/report-notes.tsx';
import { calendarOf, type Day } from '@auction-tiers/calendar';
import { Link } from '@tanstack/react-router';
import { counted } from '../../figure/count.ts';
import { fewerAuctions, type News, sentencesOf, type Way } from './reckon/sentences.ts';
import { movementParts } from '@auction-tiers/contract';
import { earnedColumn, earnedText, signedText } from '../../figure/figures.ts';
import { BridgeBar, bridgeOf } from '../../report/bridge.tsx';
import { causeOf, movedText, offWords, reasonOf } from './reckon/headline.ts';
import { useMemo } from 'react';
import { addUp, figuresOf, sumsOf } from './reckon/sums.ts';
import { LastSteps } from './last-steps.tsx';

/** How far the day is off a usual one, what needs somebody, the figures, the line, why it moved, and what changed. */
export function TodayRoom(): React.ReactNode {
  const { today, report, error, retry } = useToday();
  const period = usePeriod();
  const usual = useUsual();
  const { live } = useLive();
  const told = useNews(today);
  const isAll = useIsAll(today);
  const isEmpty = today?.figures.auctions === 0 && (period?.figures.auctions ?? 0) === 0;
  const isFirst = isEmpty && usual.data?.learned_hours === 0;
  return (
    <Room title="Today" heading={<Headline today={today} news={told.news} />}>
      <Needs />
      {error !== null && <Problem error={error} onRetry={retry} />}
      <ReportNotes report={report} />
      {today === null && error === null && <Waiting rows={10} height={40} />}
      {today !== null &&
        (isEmpty && usual.isPending ? (
          <Waiting rows={10} height={40} />
        ) : isFirst ? (
          <FirstSteps hasAuctions={false} />
        ) : (
          <>
            <Line today={today} period={isAll ? period : null} />
            <div className="today-columns">
              <HourLine today={today} isAll={isAll} />
              <Moved day={today.day} />
            </div>
            {live?.tiers.length === 0 && <FirstSteps hasAuctions />}
          </>
        ))}
      {!isFirst && <WorthReading {...told} />}
      <LastSteps />
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
    <Block title="Why it moved" head={<small>against {dayText(periods.againstTo)}</small>}>
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

const actWords: Readonly<Record<Way['to'], string>> = {
  '/tiers': 'See the tiers',
  '/tiers/$tier': 'See the tier',
  '/buyers': 'See the buyers',
  '/history': 'See the changes',
  '/why': 'See why',
};

/** A link to where a sentence is explained; by default it names the place. */
function WayLink({ way, children }: { readonly way: Way; readonly children?: React.ReactNode }) {
  const { ymProfile } = usePlace();
  const act = way.search?.['buyer'] === undefined ? actWords[way.to] : 'See the buyer';
  return (
    <Link to={way.to} params={{ tier: String(way.tier ?? '') }} search={{ ym: ymProfile.id, ...way.search }}>
      {children ?? act}
    </Link>
  );
}
