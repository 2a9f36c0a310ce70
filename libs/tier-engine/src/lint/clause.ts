import type {
  DaypartTarget,
  InventoryTarget,
  ListTarget,
  SegmentTarget,
  TargetAction,
  Targeting,
} from '../targeting/model.ts';
import { days } from '../targeting/model.ts';

/**
 * How many values of its subject an impression can have: at most one, several at once, or one domain, which is also all
 * of its parents.
 */
type Arity = 'one' | 'several' | 'domain';

/**
 * One condition on one attribute of the impression. `include`: it has one of the values; `exclude`: it has none of them.
 * A targeting is the conjunction of its clauses, and two with the same clauses match the same impressions.
 */
export interface Clause {
  readonly subject: string;
  readonly arity: Arity;
  readonly action: TargetAction;
  readonly values: ReadonlySet<string>;
}

type Reader = (targeting: Targeting) => readonly Clause[];

/** A dimension that is added to `Targeting` does not type-check until it is here: one left out would look wider. */
const readers: Record<keyof Targeting, Reader> = {
  country: read('country', list('one', lowerCase)),
  region: read('region', list('one', lowerCase)),
  city: read(
    'city',
    list('one', ({ name, countryCode }) => JSON.stringify([lowerCase(countryCode), lowerCase(name)])),
  ),
  dma: read('dma', list('one', String)),
  size: read('size', (sizes, subject) =>
    clause(
      subject,
      'several',
      'include',
      sizes.map(({ width, height }) => `${width}x${height}`),
    ),
  ),
  inventory: read('inventory', readInventory),
  domain: read('domain', list('domain', toHostName)),
  deviceType: read('deviceType', list('one', String)),
  operatingSystemFamily: read('operatingSystemFamily', list('one', lowerCase)),
  browser: read('browser', list('one', lowerCase)),
  language: read('language', list('one', lowerCase)),
  supplyType: read('supplyType', list('one', String)),
  contentCategory: read('contentCategory', list('several', lowerCase)),
  segment: read('segment', readSegment),
  keyValue: read('keyValue', (entries) =>
    entries.flatMap(({ key, values, action }) => clause(`key ${key}`, 'several', action, values)),
  ),
  daypart: read('daypart', readDaypart),
};

/** The clauses of a targeting, without those that hold for every impression. */
export function toClauses(targeting: Targeting): Clause[] {
  return Object.values(readers).flatMap((reader) => reader(targeting));
}

function read<Key extends keyof Targeting>(
  key: Key,
  toDimensionClauses: (target: NonNullable<Targeting[Key]>, subject: string) => readonly Clause[],
): Reader {
  return (targeting) => {
    const target = targeting[key];
    return target === undefined ? [] : toDimensionClauses(target, key);
  };
}

function list<Value>(arity: Arity, normalize: (value: Value) => string) {
  return ({ action, values }: ListTarget<Value>, subject: string) =>
    clause(subject, arity, action, values.map(normalize));
}

function clause(subject: string, arity: Arity, action: TargetAction, values: readonly string[]): Clause[] {
  if (action === 'exclude' && values.length === 0) return [];
  return [{ subject, arity, action, values: new Set(values.toSorted()) }];
}

/** An exclude forbids each list by itself. An include of several lists is one condition: a match in any of them counts. */
function readInventory({ action, publisherIds, siteIds, placementIds }: InventoryTarget, subject: string): Clause[] {
  const lists = Object.entries({ publisherIds, siteIds, placementIds }).filter(([, ids]) => ids.length > 0);
  if (action === 'exclude' || lists.length === 1) {
    return lists.flatMap(([name, ids]) => clause(name, 'one', action, ids.map(String)));
  }
  const values = lists.flatMap(([name, ids]) => ids.map((id) => `${name} ${id}`));
  return clause(subject, 'several', 'include', values);
}

function readSegment({ operator, include, exclude }: SegmentTarget, subject: string): Clause[] {
  const needed = operator === 'and' ? include.map((id) => [id]) : include.length > 0 ? [include] : [];
  return [
    ...needed.flatMap((ids) => clause(subject, 'several', 'include', ids.map(String))),
    ...clause(subject, 'several', 'exclude', exclude.map(String)),
  ];
}

/** Hours of the week on the clock of the zone; those of two zones cannot be compared, for clocks are moved. */
function readDaypart({ timezone, windows }: DaypartTarget): Clause[] {
  const hours = windows.flatMap(({ day, startHour, endHour }) =>
    days
      .filter((name) => day === 'all' || day === name)
      .flatMap((name) => Array.from({ length: endHour - startHour + 1 }, (_, at) => `${name} ${startHour + at}`)),
  );
  return clause(`hour in ${lowerCase(timezone)}`, 'one', 'include', hours);
}

function lowerCase(text: string): string {
  return text.toLowerCase();
}

function toHostName(domain: string): string {
  return lowerCase(domain.endsWith('.') ? domain.slice(0, -1) : domain);
}
