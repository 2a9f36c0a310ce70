import './today.css';
import { usePlace } from '../../address/place.ts';
import { useLive } from '../../draft/use-draft.ts';
import { timeText } from '../../figure/date.ts';
import { Problem, Room, Waiting } from '../../part/kit.tsx';
import { Against } from './against.tsx';
import { FigureLine } from './figure-line.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Headline } from './headline.tsx';
import { HourLine } from './hour-line.tsx';
import { LastSteps } from './last-steps.tsx';
import { LiveNow } from './live-now.tsx';
import { Moved } from './moved.tsx';
import { Needs } from './needs.tsx';
import { comparisonWords, periodWords } from './reckon/comparison-words.ts';
import { useNews } from './use-news.ts';
import { type Period, usePeriod } from './use-period.ts';
import { type Today, useToday } from './use-today.ts';
import { useUsual } from '../../report/use-usual.ts';
import { ReportNotes } from '../../report/report-notes.tsx';
import { WorthReading } from './worth-reading.tsx';

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
