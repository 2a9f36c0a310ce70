import './today.css';
import { useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { DraftState } from '../../difference/draft-state.tsx';
import { useDraft } from '../../draft/use-draft.ts';
import { hourOf } from '../../figure/date.ts';
import { Problem } from '../../part/problem.tsx';
import { Room, Waiting } from '../../part/room.tsx';
import { CsvDownload } from './csv-download.tsx';
import { FigureLine } from './figure-line.tsx';
import { FirstSteps } from './first-steps.tsx';
import { HourLine } from './hour-line.tsx';
import { LastSteps } from './last-steps.tsx';
import { LiveNow } from './live-now.tsx';
import { comparisonWords } from './reckon/comparison-words.ts';
import { useToday } from './use-today.ts';
import { WorthReading } from './worth-reading.tsx';

/** What the last chosen day brings, against what such a day usually brings, and what is worth reading about it. */
export function TodayRoom(): React.ReactNode {
  const { timeZone } = usePlace();
  const { today, error, retry } = useToday();
  return (
    <Room
      title="Today"
      head={
        <>
          {today?.isNow === true && <LiveNow />}
          <span style={{ flex: 1 }} />
          <CsvDownload />
        </>
      }
    >
      <DraftsDue />
      {error !== null && <Problem error={error} onRetry={retry} />}
      {today === null && error === null && <Waiting rows={10} height={40} />}
      {today !== null && (
        <>
          <p className="muted today-words">
            {comparisonWords({
              day: today.day,
              until: today.untilMs === null ? null : clockText(today.untilMs, timeZone),
              usual: today.usual,
            })}
          </p>
          {today.figures.auctions === 0 && today.usual.of.length === 0 ? (
            <FirstSteps />
          ) : (
            <>
              <FigureLine today={today} />
              <HourLine today={today} />
            </>
          )}
        </>
      )}
      <WorthReading today={today} />
      <LastSteps />
    </Room>
  );
}

/** Drafts that were not published at their time, and those whose time will come. */
function DraftsDue() {
  const { drafts } = useDraft();
  const [nowMs] = useState(Date.now);
  const due = drafts.filter(({ state }) => state !== 'open');
  if (due.length === 0) return null;
  return (
    <section className="today-drafts" aria-label="Drafts with a time">
      {due.map((draft) => (
        <DraftState key={draft.id} draft={draft} nowMs={nowMs} />
      ))}
    </section>
  );
}

/** `14:05`. */
function clockText(ms: number, timeZone: string): string {
  const minute = new Intl.DateTimeFormat('en-GB', { timeZone, minute: '2-digit' }).format(ms).padStart(2, '0');
  return `${String(hourOf(ms, timeZone)).padStart(2, '0')}:${minute}`;
}
