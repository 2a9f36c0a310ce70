import { AggregatorRegistry, collectDefaultMetrics, type Metric, Registry } from 'prom-client';
import type { DurationCounts } from './counts.ts';

/** The header content-type of the text. */
export const metricsType = Registry.PROMETHEUS_CONTENT_TYPE;

/** A text is reused for this long: a scrape needs no credential, so that repeated scrapes must cost next to nothing. */
const textMs = 1000;
const msPerS = 1000;

type Labels = Readonly<Record<string, string>>;

/** One value of a metric. */
export interface Sample {
  readonly labels?: Labels;
  readonly value: number;
}

/** A metric as prom-client passes it from process to process. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number];

/** One value, or several by their labels; null: it is not known now. */
type Read = number | null | readonly Sample[];
/** Durations with the labels that they are counted by. */
type Durations = Iterable<{ readonly labels?: Labels; readonly durations: DurationCounts }>;

/** Pauses of the garbage collector are counted in buckets from a millisecond on, seconds. */
const gcBoundsS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1];

let ofNode: Registry | undefined;

/** Node's own metrics, registered once per process: their observers cannot be removed again. */
function nodeMetrics(): Registry {
  if (ofNode === undefined) {
    ofNode = new Registry();
    collectDefaultMetrics({ register: ofNode, gcDurationBuckets: gcBoundsS });
  }
  return ofNode;
}

/**
 * The metrics of this process. Every scrape calls each metric's `read`, which must be quick. Names follow Prometheus:
 * base units, with the unit at the end; the name of a counter ends with `_total`.
 */
export class Metrics {
  readonly #registry = Registry.merge([nodeMetrics()]);

  /** Adds a count since the start. */
  addCounter(name: string, help: string, read: () => readonly Sample[] | number): void {
    this.#add({ name, help, type: 'counter', aggregator: 'sum' }, read);
  }

  /** Adds a present value. `of`: which value counts where several processes have one. */
  addGauge(name: string, help: string, read: () => Read | Promise<Read>, of: 'max' | 'min' = 'max'): void {
    this.#add({ name, help, type: 'gauge', aggregator: of }, read);
  }

  #add(
    metric: Readonly<Record<'name' | 'help' | 'type' | 'aggregator', string>>,
    read: () => Read | Promise<Read>,
  ): void {
    this.#register(metric.name, async () => {
      const found = await read();
      const samples = typeof found === 'number' ? [{ value: found }] : (found ?? []);
      return { ...metric, values: samples.map(({ labels = {}, value }: Sample) => ({ labels, value })) };
    });
  }

  /** Adds a histogram of durations. */
  addDurations(name: string, help: string, read: () => Durations): void {
    const get = async () => ({
      name,
      help,
      type: 'histogram',
      aggregator: 'sum',
      values: [...read()].flatMap(({ labels = {}, durations }) => toValues(name, labels, durations)),
    });
    this.#register(name, get);
  }

  /** The values, to be merged with those of other processes. */
  async values(): Promise<MetricValues[]> {
    const all = await this.#registry.getMetricsAsJSON();
    return all.map((metric) => ({
      ...metric,
      // prom-client omits the start time where processes are merged, and says NaN where there was no lag.
      aggregator: metric.aggregator === 'omit' ? 'min' : metric.aggregator,
      values: metric.values.filter(({ value }) => !Number.isNaN(value)),
    }));
  }

  #register(name: string, get: () => Promise<object>): void {
    // The registry asks a metric for its name and its values, and for nothing else.
    this.#registry.registerMetric({ name, get } as unknown as Metric);
  }
}

/** A histogram as Prometheus has it: each bucket includes all shorter durations. */
function toValues(name: string, labels: Labels, { boundsS, counts, sumMs }: DurationCounts): object[] {
  let count = 0;
  const buckets = Array.from(counts, (many, at) => {
    count += many;
    return { metricName: `${name}_bucket`, labels: { le: boundsS[at] ?? '+Inf', ...labels }, value: count };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sumMs / msPerS },
    { metricName: `${name}_count`, labels, value: count },
  ];
}

/** The values of several processes as one text. */
export const mergeToText = (processes: readonly (readonly MetricValues[])[]): Promise<string> =>
  AggregatorRegistry.aggregate([...processes]).metrics();

/** The sums of ended processes, to be kept: Prometheus takes a sum that falls for a counter that began again. */
export async function mergeSums(processes: readonly (readonly MetricValues[])[]): Promise<MetricValues[]> {
  const merged = await AggregatorRegistry.aggregate([...processes]).getMetricsAsJSON();
  // prom-client names the type by its text, and types it as a number.
  return merged.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
}

/** Returns a function that gives the text of the metrics, made by `make` at most once per `maxAgeMs`. */
export function cachedText(make: () => Promise<string>, maxAgeMs: number = textMs): () => Promise<string> {
  let last: { readonly madeMs: number; readonly text: Promise<string> } | undefined;
  return () => {
    const nowMs = performance.now();
    if (last !== undefined && nowMs < last.madeMs + maxAgeMs) return last.text;
    const text = make();
    last = { madeMs: nowMs, text };
    // A failure is passed on once, and not cached.
    text.catch(() => (last = undefined));
    return text;
  };
}
