import { weekdayOf } from '@auction-tiers/inference';
import type { CompareReport, Stopped, Stretch } from '@auction-tiers/contract/compare-report';
import { capital, counted, signedMoney, rangeOf } from '../../figure/text.ts';
import type { ActiveHours } from '../measuring/active-hours.ts';
import { keptDays } from '../measuring/active-hours.ts';
import type { LogHour } from './log-days.ts';

const [msPerHour, hoursADay, sunday, saturday] = [3_600_000, 24, 0, 6];
/** A buyer or tier has likely stopped if less than this share of active ones would be silent for as long by chance. */
const stopProbability = 0.01;
/** Most buyers and tiers that a sentence names. */
const named = 3;

/** A buyer that bids, or a tier that wins, and when. */
export interface Seen extends Pick<Stopped, 'kind' | 'id' | 'name'> {
  readonly hours: ActiveHours;
}

/** A buyer or tier that is silent at the end of the log. */
interface Stop extends Seen {
  /** The last active hour. */
  readonly last: LogHour;
  readonly probability: number;
}

/** Buyers and tiers that likely stopped, the surest first; probabilities are corrected by `seen` (Bonferroni). */
export function findStops(seen: readonly Seen[], hours: readonly LogHour[]): Stop[] {
  const firstKept = (hours.at(-1)?.hour ?? 0) - (keptDays - 1) * hoursADay;
  const known = hours.filter(({ hour }) => hour >= firstKept);
  return seen
    .flatMap((one): Stop[] => {
      const stop = findStop(one.hours, known);
      const probability = Math.min(1, (stop?.probability ?? 1) * seen.length);
      return stop === undefined || probability >= stopProbability ? [] : [{ ...one, last: stop.last, probability }];
    })
    .toSorted((left, right) => left.probability - right.probability || left.id - right.id);
}

/**
 * The longest time between active hours divides the log into windows, which are active up to the last active hour and
 * silent after it. If windows are exchangeable, all orders of active and silent ones are equally likely. Hours without
 * auctions do not count, nor weekends for a buyer or tier that was never active on one.
 */
function findStop(active: ActiveHours, hours: readonly LogHour[]): Pick<Stop, 'last' | 'probability'> | undefined {
  const isOnWeekends = hours.some(({ hour, day }) => isWeekend(day) && active.has(hour));
  const usual = isOnWeekends ? hours : hours.filter(({ day }) => !isWeekend(day));
  const places = [...usual.keys()].filter((at) => active.has(usual[at]!.hour));
  const [first = 0, last = 0] = [places[0], places.at(-1)];
  const silent = usual.length - 1 - last;
  if (places.length === 0 || last - first < hoursADay || silent < hoursADay) return undefined;
  const window = places.reduce((longest, at, index) => Math.max(longest, at - (places[index - 1] ?? at)), 1);
  const [before, after] = [last - first + 1, silent].map((count) => Math.floor(count / window)) as [number, number];
  let probability = 1;
  for (let at = 1; at <= after; at++) probability *= at / (before + at);
  return { last: usual[last]!, probability };
}

/** `day`: days since 1970-01-01. */
const isWeekend = (day: number): boolean => [saturday, sunday].includes(weekdayOf(day));

/** The hour as reports write it: ISO 8601, UTC. */
export function hourText({ hour }: LogHour): string {
  return new Date(hour * msPerHour).toISOString();
}

/** The difference in some days as a text, of all auctions where the log has a share of them; `within`: stands after the amount. */
export function stretchText(
  { difference, interval }: Stretch,
  { currency, share }: Pick<CompareReport, 'currency' | 'share'>,
  within = '',
): string {
  const ofAll = (sum: string) => String(Number(sum) / share);
  const range = interval && { low: ofAll(interval.low), high: ofAll(interval.high) };
  return `${signedMoney(ofAll(difference))} ${currency}${within}${rangeOf(range)}`;
}

/** The same with the number of the days. */
export const daysText = (since: Stretch, report: Pick<CompareReport, 'currency' | 'share'>): string =>
  stretchText(since, report, ` in ${counted(since.days, 'day')}`);

/** Which buyers and tiers likely stopped, when, and the difference since then; empty: none. */
export function stoppedText(stopped: readonly Stopped[], report: Pick<CompareReport, 'currency' | 'share'>): string {
  const sentences = stopped.slice(0, named).map(({ kind, id, name, last_seen: seen, since }) => {
    const did = kind === 'buyer' ? 'bid' : 'won';
    const effect = since === null ? '' : `: from ${since.from} on the difference is ${daysText(since, report)}`;
    return `${capital(kind)} ${name ?? id} ${did} last on ${seen.slice(0, 10)} at ${seen.slice(11, 16)} UTC, and has likely stopped${effect}.`;
  });
  const more = stopped.length - sentences.length;
  return [...sentences, ...(more > 0 ? [`So have ${more} more.`] : [])].join(' ');
}
