import { addDays, calendarOf } from '@auction-tiers/calendar';
import { countText } from '../../figure/count.ts';
import type { Experiment, ExperimentResult } from '@auction-tiers/contract';
import { chartHtml, drawEffectLine } from '@auction-tiers/chart';
import { useMemo } from 'react';
import { usePlace } from '../../address/place.ts';
import { dayText, momentText, msOf, shortDayText } from '../../figure/date.ts';
import { earnedText, shortMoney, signedText } from '../../figure/money.ts';
import { Chart } from '../../part/chart.tsx';
import { Block } from '../../part/kit.tsx';

const lineHeight = 240;

interface CourseProps {
  readonly experiment: Experiment;
  readonly result: ExperimentResult;
}

/** What the rules did for 1,000 auctions, as it was known at the end of each day, with its range and the phases. */
export function EffectCourse({ experiment, result }: CourseProps) {
  const { timeZone, currency } = usePlace();
  const { start_at: start, phases, design } = experiment;
  const points = useMemo(() => {
    const startMs = msOf(start ?? '');
    const begins = calendarOf(timeZone).dayAt(startMs);
    const isAtMidnight = calendarOf(timeZone).startOf(begins) === startMs;
    // A switchback begins with the next whole day.
    const first = design === 'switchback' && !isAtMidnight ? addDays(begins, 1) : begins;
    return result.days.map(({ day, so_far: soFar, auctions }) => {
      const own = addDays(first, day);
      const value = Number(soFar.per_thousand);
      const [low, high] = [soFar.interval?.low, soFar.interval?.high].map((end) =>
        end === undefined ? null : Number(end),
      );
      const range =
        low === null || high === null
          ? ', range not known yet'
          : ` (${signedText(low!, earnedText)} to ${signedText(high!, earnedText)})`;
      return {
        timeMs: calendarOf(timeZone).endOf(own),
        value,
        low: low ?? null,
        high: high ?? null,
        label: shortDayText(own),
        title: `${dayText(own)}: ${signedText(value, earnedText)}${range} ${currency}, ${countText(auctions)} auctions that day`,
      };
    });
  }, [result.days, start, timeZone, currency, design]);
  if (points.length === 0) return null;
  const flags = phases.map(({ started_at: at }, place) => ({
    timeMs: msOf(at),
    label: `Phase ${place + 1} from ${momentText(msOf(at), timeZone)}`,
    href: '#phases',
  }));
  const title = `Rules, effect for 1,000 auctions so far, ${currency}`;
  return (
    <Block title={`${title} (${timeZone})`}>
      <Chart
        height={lineHeight}
        marks="day"
        draw={(width) =>
          chartHtml(
            {
              id: 'effect-course',
              title,
              description: points.map((point) => point.title).join('; '),
              hasLinks: flags.length > 1,
              draw: (px) =>
                drawEffectLine(
                  { points, flags: flags.length > 1 ? flags : [], flagsTitle: 'Phases', word: shortMoney(currency) },
                  px,
                ),
            },
            width,
          )
        }
      />
      {phases.length > 1 && (
        <ol id="phases" className="muted experiment-phases">
          {flags.map(({ label }) => (
            <li key={label}>{label}</li>
          ))}
        </ol>
      )}
    </Block>
  );
}
