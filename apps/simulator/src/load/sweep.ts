import type { Measurement, SweepReport } from '../schema/load-report.ts';

/** A rate holds when at least this part of it is answered ... */
const leastShare = 0.98;
/** ... and the 99th percentile of latencies is at most this many times the 99th percentile of the lowest rate. */
const mostTimesUnloaded = 5;
const growth = 1.5;
/** The highest rate tried is 437 times the lowest. */
const mostSteps = 16;

const rule =
  `The knee is the highest rate that held, all lower ones having held too. A rate holds when at least ` +
  `${leastShare * 100} % of it are answered, nothing fails, and the 99th percentile is at most ` +
  `${mostTimesUnloaded} times that of the lowest rate.`;

/**
 * Raises the rate by half from step to step, until a rate does not hold twice, or after 16 steps. `measureAt` sends at a
 * rate in requests per second; the first measurement, at the lowest rate, only warms the API up.
 */
export async function sweep(
  lowestRate: number,
  measureAt: (rate: number) => Promise<Measurement>,
): Promise<SweepReport> {
  const warmUp = await measureAt(lowestRate);
  const unloaded = isOver(warmUp) ? warmUp : await measureAt(lowestRate);
  const mostP99Ms = unloaded.latency_ms.p99 * mostTimesUnloaded;
  const steps: { readonly holds: boolean; readonly measurement: Measurement }[] = [];
  const add = (measurement: Measurement): boolean => {
    const holds = holdsAt(measurement, mostP99Ms);
    steps.push({ holds, measurement });
    return holds;
  };
  let knee: number | null = null;
  let isFound = false;
  for (let step = 0; step < mostSteps && !isFound; step++) {
    const rate = step === 0 ? lowestRate : Math.round(lowestRate * growth ** step);
    const first = step === 0 ? unloaded : await measureAt(rate);
    const holds = add(first) || (!isOver(first) && add(await measureAt(rate)));
    // A measurement that was aborted, or that no API answered, says nothing about its rate.
    if (!holds && isOver(steps.at(-1)!.measurement)) break;
    if (holds) knee = rate;
    else isFound = true;
  }
  return { rule, unloaded_p99_ms: unloaded.latency_ms.p99, most_p99_ms: mostP99Ms, steps, knee, is_found: isFound };
}

function holdsAt({ rate_asked: asked, ...found }: Measurement, mostP99Ms: number): boolean {
  return (
    found.rate_achieved >= leastShare * (asked ?? 0) &&
    found.requests.failed + found.auctions.refused === 0 &&
    found.ended_by !== 'aborted' &&
    found.latency_ms.p99 <= mostP99Ms
  );
}

/** Whether a measurement ended in a way in which every further one would end. */
function isOver({ ended_by: reason }: Measurement): boolean {
  return reason === 'aborted' || reason === 'unreachable' || reason === 'unauthorized';
}
