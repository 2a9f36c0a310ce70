import './step-worth.css';
import { addDays, calendarOf } from '@auction-tiers/calendar';
import { changesTiers, type Forecast, type HistoryStep, type MovementAnswer } from '@auction-tiers/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { usePlace } from '../address/place.ts';
import { counted } from '../figure/count.ts';
import { dayMs, dayText, msOf, shortDayText, useNow } from '../figure/date.ts';
import { earnedText, type Range, signedText, toRange } from '../figure/figures.ts';
import { trpc } from '../service/trpc.ts';
import { useMovement, useReport } from './use-report.ts';
import { SmallButton } from '../part/kit.tsx';

type Step = Pick<HistoryStep, 'revision' | 'kind' | 'draft_id' | 'time' | 'changes'>;

/** What a step brought on the last whole day, against the tiers without it. */
interface Earned {
  readonly net: number;
  readonly interval: Range | null;
}

const mostForecasts = 100;

/** `1-26-de7f675d` as a cause of a movement names it: `1-26`. */
const shortRevision = (revision: string): string => revision.split('-').slice(0, 2).join('-');

/** The part of a step in what moved net; undefined: it has none, or nothing was recorded. */
const causeOfStep = (movement: MovementAnswer | null, { revision }: Step) =>
  movement?.parts.find(({ kind }) => kind === 'rules')?.of.find(({ id }) => id === shortRevision(revision));

/**
 * What steps were forecast to earn, and what those of the last week brought yesterday: the part of the rules in what
 * moved that day, which Movement shows too. `isAsked`: without it, only what is known already.
 */
export function useStepWorths(isAsked: boolean) {
  const { ymProfile, memberId, timeZone } = usePlace();
  const day = addDays(calendarOf(timeZone).dayAt(useNow()), -1);
  const { movement, error } = useMovement('week', isAsked, { from: day, to: day });
  const isPending = isAsked && movement === null && error === null;
  const { data: report } = useReport({ groupBy: ['day'], from: day, to: day });
  const { data: forecasts } = useQuery(
    trpc.forecast.list.queryOptions({
      member_id: memberId,
      filter: { ym_profile_id: ymProfile.id },
      sort: 'id.desc',
      num_elements: mostForecasts,
    }),
  );
  return useMemo(() => {
    return {
      /** The last whole day. */
      day,
      /** Its end: what was changed since has earned nothing on it. */
      endMs: calendarOf(timeZone).endOf(day),
      /** Decided on that day. */
      auctions: report?.rows[0]?.auctions ?? 0,
      /** Whether all of its hours count. */
      isWhole: movement?.hours_left_out.length === 0,
      /** Whether what the steps earned is still being worked out, which takes seconds. */
      isPending,
      earnedOf(step: Step): Earned | null {
        const cause = causeOfStep(movement, step);
        if (cause === undefined) return null;
        const { net, interval } = cause;
        return { net: Number(net), interval: toRange(interval) };
      },
      forecastOf: ({ draft_id: draft }: Step): Forecast | null =>
        draft === null ? null : (forecasts?.items.find(({ draft_id: id }) => id === draft) ?? null),
    };
  }, [movement, report, forecasts, day, timeZone, isPending]);
}

export type StepWorths = ReturnType<typeof useStepWorths>;

/** What is known of a step as the page says it: its forecast, and what it earned. */
export function worthOf(step: Step, worths: StepWorths, now: number) {
  const [earned, forecast] = [worths.earnedOf(step), worths.forecastOf(step)];
  // Where no auction was decided yesterday, a day cannot be told.
  const [times, per] =
    worths.auctions === 0
      ? [1, 'per 1,000 auctions']
      : [worths.auctions / 1000, `on a day of ${counted(worths.auctions, 'auction')}`];
  const scaled = (perThousand: string | null) => (perThousand === null ? null : Number(perThousand) * times);
  const promised =
    forecast &&
    rangeWords(scaled(forecast.promised_difference), {
      low: scaled(forecast.promised_low),
      high: scaled(forecast.promised_high),
    });
  const measured = forecast?.state === 'measured' ? scaled(forecast.measured_difference) : null;
  return {
    forecast,
    promised,
    per,
    /** Over all the days of its forecast; one day tells less than that, and does not judge a forecast. */
    measured,
    fact: measured ?? earned?.net ?? null,
    interval: measured === null ? (earned?.interval ?? null) : null,
    isOfYesterday: measured === null && earned !== null,
    isPending: worths.isPending && isOfLastWeek(step, now) && msOf(step.time) < worths.endMs,
  };
}

/** What a step was forecast to earn beside what it earned; nothing where neither is known. */
export function StepWorth({ step, worths }: { readonly step: Step; readonly worths: StepWorths }) {
  const { currency, timeZone } = usePlace();
  const known = worthOf(step, worths, useNow());
  const { forecast, promised, per, measured, fact, interval, isPending } = known;
  if (fact === null && forecast === null && !isPending) return null;
  const outcome = forecast?.outcome ?? null;
  const isPart = calendarOf(timeZone).dayAt(msOf(step.time)) === worths.day;
  return (
    <p className="step-worth">
      {forecast !== null && (
        <span>
          <span className="muted">Forecast</span> {promised} {currency} {per}
        </span>
      )}
      {fact !== null && (
        <span>
          <span className="muted">Earned</span>{' '}
          <strong className={fact < 0 ? 'loss' : 'gain'}>{signedText(fact, earnedText)}</strong>
          {interval && ` (${rangeWords(null, interval)})`} {currency}{' '}
          {measured === null
            ? `on ${dayText(worths.day)}${isPart ? ', since it was made' : ''}`
            : `${per}, over ${counted(forecast!.days, 'day')}`}
          {measured === null && !worths.isWhole && ', in the hours that were recorded'}
        </span>
      )}
      {isPending && (
        <span className="muted" aria-busy="true">
          Earned …
        </span>
      )}
      {known.isOfYesterday && <EarnedSince step={step} />}
      {outcome !== null && <span className="muted">{outcomes[outcome as keyof typeof outcomes]}</span>}
      {forecast !== null && measured === null && <span className="muted">{laterWords(forecast)}</span>}
    </p>
  );
}

/**
 * What a step has earned since it was made, to the end of the last whole day: its part of the movement of these days
 * against as many before it. Worked out when it is asked for, because that takes a thread of the service seconds.
 */
function EarnedSince({ step }: { readonly step: Step }) {
  const { currency, timeZone } = usePlace();
  const [isAsked, setIsAsked] = useState(false);
  const from = calendarOf(timeZone).dayAt(msOf(step.time));
  const to = addDays(calendarOf(timeZone).dayAt(useNow()), -1);
  const { movement, error, periods } = useMovement('before', isAsked, { from, to });
  // Of the last whole day alone the figure stands beside; of more than a week it cannot be told.
  if (from >= to || periods.isShortened) return null;
  if (!isAsked) {
    return <SmallButton onClick={() => setIsAsked(true)}>Since this change</SmallButton>;
  }
  if (movement === null && error === null) return <span className="muted">Since this change …</span>;
  const cause = causeOfStep(movement, step);
  if (cause === undefined) return <span className="muted">Since this change: too little was recorded to tell.</span>;
  const net = Number(cause.net);
  return (
    <span>
      <span className="muted">Since this change</span>{' '}
      <strong className={net < 0 ? 'loss' : 'gain'}>{signedText(net, earnedText)}</strong> {currency} in all, to{' '}
      {dayText(to)}
      {movement!.hours_left_out.length > 0 && ', in the hours that were recorded'}
    </span>
  );
}

const outcomes = { as_promised: 'as forecast', above: 'more than forecast', below: 'less than forecast' } as const;

const rangeWords = (
  value: number | null,
  { low, high }: { readonly low: number | null; readonly high: number | null },
): string => {
  if (low !== null && high !== null) return `${signedText(low, earnedText)} to ${signedText(high, earnedText)}`;
  return value === null ? 'not known' : signedText(value, earnedText);
};

const laterWords = ({ state, due_on: due }: Forecast): string =>
  state === 'not_measured'
    ? 'The forecast could not be checked.'
    : `To be checked on ${shortDayText(due.slice(0, 10))}.`;

/** Whether a step may be a cause of what moved since the week before. */
export const isOfLastWeek = (step: Step, nowMs: number): boolean =>
  changesTiers(step) && nowMs - msOf(step.time) < 8 * dayMs;
