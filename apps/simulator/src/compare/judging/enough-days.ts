import { type CompareReport, leastClusters, leastHoursOfDay } from '@auction-tiers/contract/compare-report';
import { studentQuantile } from '@auction-tiers/inference';
import { counted } from '../../figure/text.ts';
import type { Intervals } from './interval.ts';

/** Upper probability of a 95 % interval, and the share of logs whose interval is to lie on one side of 0. */
const [upperProbability, power] = [0.975, 0.8];
/** A need for more days is reported as no answer. */
const mostDays = 365;

type EnoughDays = CompareReport['method']['enough_days'];

/**
 * How many days like those of the log give an interval on one side of 0 in four of five logs, if the difference found is the
 * true one: the standard error shrinks with the square root of the days, and Student's t with their number.
 */
export function toEnoughDays({ used, logDays: { days, hours } }: Intervals): EnoughDays {
  if (used?.net === undefined) return { days: null, reason: 'There is no interval.' };
  if (hours.length < leastHoursOfDay) {
    return { days: null, reason: `The log has auctions in ${counted(hours.length, 'hour')}: it shows no day.` };
  }
  if (days.length < leastClusters.day) {
    return { days: null, reason: `Of ${counted(days.length, 'day')}, how much days differ is not known.` };
  }
  const { ratio, standardError } = used.net;
  if (ratio === 0) return { days: null, reason: 'The difference is 0.' };
  const errorOfDay = standardError * Math.sqrt(days.length);
  const isEnough = (count: number) => {
    // The mean of the days takes one degree of freedom, their correlation another.
    const reach = studentQuantile(upperProbability, count - 2) + studentQuantile(power, count - 2);
    return reach * errorOfDay <= Math.abs(ratio) * Math.sqrt(count);
  };
  if (!isEnough(mostDays)) {
    return { days: null, reason: `For a difference as small as this, more than ${mostDays} days would be needed.` };
  }
  let [tooFew, enough] = [leastClusters.day - 1, mostDays];
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    if (isEnough(middle)) enough = middle;
    else tooFew = middle;
  }
  return { days: enough, reason: null };
}
