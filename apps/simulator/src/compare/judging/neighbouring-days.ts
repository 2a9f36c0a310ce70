import { calendarOf, dayOfNumber } from '@auction-tiers/calendar';
import { correlate, studentQuantile } from '@auction-tiers/inference';
import type { LogDays } from './log-days.ts';

const msPerHour = 3_600_000;
const hoursADay = 24;

/** Hours on either side of midnight that are compared. */
const windowHours = 3;
/** With fewer nights a correlation means nothing. */
const leastNights = 4;
/**
 * The test reports independent days as moving together in 15 of 100 logs, so that it finds most logs whose days do.
 * With more nights the test is stronger, and 5 of 100 are enough.
 */
const [probability, probabilityOfMany, manyNights] = [0.85, 0.95, 10];
/** The largest correlation of neighbouring hours that is used: beyond it a week is hardly more than one day. */
const mostHourly = 0.97;

/** Whether the difference of one day tells the difference of the next. */
export interface NeighbouringDays {
  readonly nights: number;
  /** Of the last hours of a day with the first of the next; null: there are too few nights. */
  readonly correlation: number | null;
  readonly moveTogether: boolean;
  /** Correlation of the differences of two days that are so many days apart. */
  readonly ofDays: (distance: number) => number;
}

/**
 * Compares the last hours of each day with the first of the next: how far their differences are off those of the same hours
 * of other days. What happens to a whole day, but not to the next, does not correlate them; what goes on, such as the
 * budget of a campaign, does. Then hours are taken for a process in which each keeps a share of the hour before (AR(1)),
 * which gives the correlation of whole days.
 */
export function toNeighbouringDays({ hours, days, timeZone }: LogDays): NeighbouringDays {
  const auctions = hours.reduce((sum, hour) => sum + hour.auctions, 0);
  const mean = hours.reduce((sum, hour) => sum + hour.netDifference, 0) / auctions;
  const deviations = new Map(hours.map((one) => [one.hour, one.netDifference - mean * one.auctions]));
  const counting = new Set(days);
  const zone = calendarOf(timeZone);
  const evenings: number[] = [];
  const mornings: number[] = [];
  for (const [at, { day }] of hours.entries()) {
    const isFirst = at > 0 && hours[at - 1]!.day !== day;
    if (!isFirst || !counting.has(day) || !counting.has(day - 1)) continue;
    // The first hour that begins in the day.
    const midnight = Math.ceil(zone.startOf(dayOfNumber(day)) / msPerHour);
    const evening = sumOf(deviations, midnight - windowHours);
    const morning = sumOf(deviations, midnight);
    if (evening === undefined || morning === undefined) continue;
    evenings.push(evening);
    mornings.push(morning);
  }
  const nights = evenings.length;
  const correlation = nights < leastNights ? null : correlate(Float64Array.from(evenings), Float64Array.from(mornings));
  const moveTogether = correlation !== null && isBeyondChance(correlation, nights);
  return { nights, correlation, moveTogether, ofDays: moveTogether ? toDayCorrelation(correlation) : () => 0 };
}

/** The sum of the deviations of `windowHours` hours from an hour on; undefined: none of them has auctions. */
function sumOf(deviations: ReadonlyMap<number, number>, from: number): number | undefined {
  const found = Array.from({ length: windowHours }, (_, at) => deviations.get(from + at)).filter(
    (deviation) => deviation !== undefined,
  );
  return found.length === 0 ? undefined : found.reduce((sum, deviation) => sum + deviation, 0);
}

function isBeyondChance(correlation: number, nights: number): boolean {
  if (correlation <= 0) return false;
  const degreesOfFreedom = nights - 2;
  const statistic = correlation * Math.sqrt(degreesOfFreedom / Math.max(1e-12, 1 - correlation ** 2));
  return statistic > studentQuantile(nights < manyNights ? probability : probabilityOfMany, degreesOfFreedom);
}

/** The correlation of days, from the correlation of the hours around midnight. */
function toDayCorrelation(correlation: number): (distance: number) => number {
  let [low, high] = [0, mostHourly];
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (correlationOfMeans(middle, windowHours) < correlation) low = middle;
    else high = middle;
  }
  const ofNext = correlationOfMeans(low, hoursADay);
  return (distance) => (distance === 0 ? 1 : ofNext * power(low, hoursADay * (distance - 1)));
}

/** The correlation of means of two neighbouring stretches of `length` hours; `hourly`: of neighbouring hours. */
function correlationOfMeans(hourly: number, length: number): number {
  let [variance, covariance] = [length, 0];
  for (let distance = 1; distance < 2 * length; distance++) {
    const correlation = power(hourly, distance);
    variance += 2 * Math.max(0, length - distance) * correlation;
    covariance += (length - Math.abs(length - distance)) * correlation;
  }
  return covariance / variance;
}

/** Multiplies, because engines may round `**` differently. */
function power(base: number, exponent: number): number {
  let product = 1;
  for (let factor = 0; factor < exponent; factor++) product *= base;
  return product;
}
