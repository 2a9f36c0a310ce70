import { setTimeout } from 'node:timers/promises';
import { WrongAnswer } from '../suite/suite.ts';
import type { HoldsRound } from './figures.ts';

/** The service gives the same text for a second. */
const textMs = 1100;
const msPerS = 1000;
const longHoldMs = 10;

/** Holds of the event loop since the start of the service, and pauses of its garbage collector, by bound in milliseconds. */
export interface OwnMeasurement {
  readonly holds: ReadonlyMap<number, number>;
  readonly pauses: ReadonlyMap<number, number>;
  readonly scrapeMs: number;
}

/** What the service tells at the address of its metrics, made anew for this call. */
export async function readOwn(metricsUrl: string): Promise<OwnMeasurement> {
  await setTimeout(textMs);
  const startedMs = performance.now();
  const answer = await fetch(metricsUrl);
  const text = await answer.text();
  const scrapeMs = performance.now() - startedMs;
  if (answer.status !== 200) throw new WrongAnswer(`/metrics: HTTP ${answer.status}`);
  const holds = readBuckets(text, 'auction_tiers_loop_hold_seconds');
  if (holds.size === 0) throw new WrongAnswer('/metrics tells of no hold of the event loop');
  return { holds, pauses: readBuckets(text, 'nodejs_gc_duration_seconds'), scrapeMs };
}

/** How many samples are in each bucket, over all labels but the bound. */
function readBuckets(text: string, name: string): ReadonlyMap<number, number> {
  const buckets = new Map<number, number>();
  let below = 0;
  for (const [, labels = '', value = ''] of text.matchAll(new RegExp(`^${name}_bucket\\{(.*)\\} (\\S+)$`, 'gm'))) {
    const bound = /le="([^"]+)"/.exec(labels)?.[1] ?? '';
    const boundMs = bound === '+Inf' ? Number.POSITIVE_INFINITY : Math.round(Number(bound) * msPerS * 1e3) / 1e3;
    buckets.set(boundMs, (buckets.get(boundMs) ?? 0) + Number(value) - below);
    below = bound === '+Inf' ? 0 : Number(value);
  }
  return buckets;
}

/** What was measured between two readings. */
export function between(
  before: OwnMeasurement,
  after: OwnMeasurement,
): Pick<HoldsRound, 'samples' | 'overTenMs' | 'longestMs' | 'p999Ms' | 'longestPauseMs'> {
  const added = difference(before.holds, after.holds);
  const samples = sum(added.map(([, count]) => count));
  if (samples === 0) throw new WrongAnswer('the service has measured no turn of its event loop');
  return {
    samples,
    overTenMs: sum(added.filter(([boundMs]) => boundMs > longHoldMs).map(([, count]) => count)),
    longestMs: longest(added),
    p999Ms: percentile(added, 0.999 * samples),
    longestPauseMs: longest(difference(before.pauses, after.pauses)),
  };
}

type Buckets = readonly (readonly [boundMs: number, count: number])[];

const difference = (before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): Buckets =>
  [...after].map(([boundMs, count]): [number, number] => [boundMs, count - (before.get(boundMs) ?? 0)]);

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

const longest = (buckets: Buckets) =>
  Math.max(0, ...buckets.filter(([, count]) => count > 0).map(([boundMs]) => boundMs));

function percentile(buckets: Buckets, place: number): number {
  let seen = 0;
  for (const [boundMs, count] of buckets) {
    seen += count;
    if (seen >= place) return boundMs;
  }
  return longest(buckets);
}
