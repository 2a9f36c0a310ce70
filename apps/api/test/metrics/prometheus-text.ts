/** One value of a metric. */
export interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric with all of its series. */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly series: readonly Series[];
}

const metricName = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const sampleLine = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const label = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,|$)/y;
const suffixes = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
  counter: [''],
  gauge: [''],
};

/**
 * Reads the text format of Prometheus, version 0.0.4, more strictly than Prometheus does: each metric has a help and a type
 * before its series, all in one place; no series comes twice; counters are named and valued as such; histograms add up.
 * Throws an error that names the line or the metric.
 */
export function parseMetrics(text: string): ReadonlyMap<string, Family> {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const families = new Map<string, Family & { series: Series[] }>();
  let current: (Family & { series: Series[] }) | undefined;
  let help: readonly [name: string, text: string] | undefined;
  for (const line of text.slice(0, -1).split('\n')) {
    if (line === '') continue;
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (keyword === 'HELP') {
      if (!metricName.test(name) || rest === '' || families.has(name)) throw new Error(`a wrong help: ${line}`);
      help = [name, rest];
    } else if (keyword === 'TYPE') {
      if (help?.[0] !== name || !(rest in suffixes)) throw new Error(`a wrong type: ${line}`);
      current = { name, help: help[1], type: rest, series: [] };
      families.set(name, current);
    } else {
      const series = parseSeries(line);
      const ends: readonly string[] = suffixes[current?.type as keyof typeof suffixes] ?? [];
      if (current === undefined || !ends.some((end) => `${current?.name}${end}` === series.name)) {
        throw new Error(`a series of no metric, or out of place: ${line}`);
      }
      current.series.push(series);
    }
  }
  for (const family of families.values()) check(family);
  return families;
}

function parseSeries(line: string): Series {
  const [, name, labelText = '', value = ''] = sampleLine.exec(line) ?? [];
  if (name === undefined) throw new Error(`not a series: ${line}`);
  const labels: Record<string, string> = {};
  label.lastIndex = 0;
  while (label.lastIndex < labelText.length) {
    const [, key = '', escaped = ''] = label.exec(labelText) ?? [];
    if (key === '' || key in labels) throw new Error(`wrong labels: ${line}`);
    labels[key] = escaped.replace(/\\(.)/g, (_, one: string) => (one === 'n' ? '\n' : one));
  }
  const number = value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value);
  if (value === '' || Number.isNaN(number)) throw new Error(`not a number: ${line}`);
  return { name, labels, value: number };
}

const labelsText = (labels: Series['labels']) => JSON.stringify(labels, Object.keys(labels).toSorted());
const keyOf = ({ name, labels }: Series) => `${name} ${labelsText(labels)}`;

function check(family: Family): void {
  const { name, type, series } = family;
  const keys = series.map(keyOf);
  const twice = keys.find((key, at) => keys.indexOf(key) !== at);
  if (twice !== undefined) throw new Error(`two series are the same: ${twice}`);
  if (type === 'counter' && !name.endsWith('_total')) throw new Error(`the counter ${name} does not end with _total`);
  // The library names some gauges of Node so.
  if (type !== 'counter' && name.endsWith('_total') && !name.startsWith('nodejs_'))
    throw new Error(`${name} is no counter`);
  if (type === 'counter' && series.some(({ value }) => value < 0)) throw new Error(`${name} is below 0`);
  if (type === 'histogram') checkHistogram(family);
}

function checkHistogram({ name, series }: Family): void {
  const groups = new Map<string, Series[]>();
  for (const one of series) {
    const { le: _, ...labels } = one.labels;
    const key = labelsText(labels);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  for (const [key, group] of groups) {
    const wrong = (why: string) => new Error(`the histogram ${name} ${key}: ${why}`);
    const buckets = group.filter((one) => one.name === `${name}_bucket`);
    const [count, sum] = ['_count', '_sum'].map((end) => group.find((one) => one.name === `${name}${end}`)?.value);
    const bounds = buckets.map(({ labels: { le = '' } }) => (le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le)));
    if (count === undefined || sum === undefined) throw wrong('has no count or no sum');
    if (bounds.some((bound, at) => Number.isNaN(bound) || bound <= (bounds[at - 1] ?? 0))) throw wrong('wrong bounds');
    if (bounds.at(-1) !== Number.POSITIVE_INFINITY) throw wrong('the last bucket is not the one without a bound');
    if (buckets.some(({ value }, at) => value < (buckets[at - 1]?.value ?? 0))) throw wrong('is not cumulative');
    if (buckets.at(-1)?.value !== count) throw wrong('the last bucket is not the count');
  }
}

/** The value of the one series with these labels; 0 where there is none. */
export function valueOf(
  metrics: ReadonlyMap<string, Family>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  const family = metrics.get(name.replace(/_(?:sum|count|bucket)$/, '')) ?? metrics.get(name);
  const found = (family?.series ?? []).filter(
    (one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value),
  );
  if (found.length > 1) throw new Error(`${found.length} series of ${name} have the labels ${JSON.stringify(labels)}`);
  return found[0]?.value ?? 0;
}

/** All values that a label of a metric has. */
export const labelValues = (metrics: ReadonlyMap<string, Family>, name: string, key: string): readonly string[] => [
  ...new Set((metrics.get(name)?.series ?? []).map(({ labels }) => labels[key] ?? '')),
];
