import type { Decided, ParsedAuction } from '@auction-tiers/auction-codec';
import { auctionFields, bidFields, type FieldTable, impressionFields } from '@auction-tiers/contract';
import { formatFee, microsToNumber } from '@auction-tiers/tier-engine';

/** An auction as its line says it, in the engine's terms. */
export interface PackedAuction {
  readonly parsed: ParsedAuction;
  readonly decided: Decided | undefined;
}

/**
 * How a line was written: its keys in their order, and after the key of an object the list of the object's keys. A key
 * with a question mark is left out where it has no value; the form of a time may follow the key `time`.
 */
type Keys = readonly (string | readonly [key: string, keys: Keys])[];

/** The usual forms of times, by their key in a shape. */
const momentForms: Readonly<Record<string, (timeMs: number) => string>> = {
  time: (timeMs) => new Date(timeMs).toISOString().replace('.000Z', 'Z'),
  'time.000': (timeMs) => new Date(timeMs).toISOString(),
};

/** The shape of a line; undefined: no shape reproduces the line from what was read of it. */
export function shapeOf(line: string, auction: PackedAuction): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  const shape = JSON.stringify(keysOf(Object(value) as Readonly<Record<string, unknown>>));
  return lineOf(shape, auction) === line ? shape : undefined;
}

function keysOf(value: Readonly<Record<string, unknown>>): Keys {
  return Object.entries(value).map(([key, inside]) => {
    if (key === 'bids' && Array.isArray(inside)) return [key, keysOfBids(inside)];
    const isObject = key === 'impression' || key === 'decided' || key === 'experiment';
    if (isObject && typeof inside === 'object' && inside !== null) {
      return [key, keysOf(inside as Readonly<Record<string, unknown>>)];
    }
    return key === 'time' ? formOf(inside) : key;
  });
}

function formOf(moment: unknown): string {
  const timeMs = Date.parse(String(moment));
  if (Number.isNaN(timeMs)) return 'time';
  return Object.keys(momentForms).find((form) => momentForms[form]!(timeMs) === moment) ?? 'time';
}

/** The keys of all bids, in the order of the bid with the most keys; a key that some bids lack has a question mark. */
function keysOfBids(bids: readonly unknown[]): Keys {
  const keys = bids.map((bid) => Object.keys(Object(bid)));
  const most = keys.reduce((left, right) => (right.length > left.length ? right : left), keys[0] ?? []);
  const all = [...new Set([...most, ...keys.flat()])];
  return all.map((key) => (keys.every((some) => some.includes(key)) ? key : `${key}?`));
}

const shapes = new Map<string, Keys>();
const mostShapes = 10_000;

/** The line that an auction was read from. */
export function lineOf(shape: string, { parsed, decided }: PackedAuction): string {
  let keys = shapes.get(shape);
  if (keys === undefined) {
    keys = JSON.parse(shape) as Keys;
    if (shapes.size < mostShapes) shapes.set(shape, keys);
  }
  const impression = { ...parsed.impression, timeMs: parsed.timeMs };
  const line = object(keys, auctionFields, { ...parsed }, (key, inside) => {
    if (key === 'decided') return decided === undefined ? undefined : decidedObject(inside, decided);
    if (key === 'impression') return object(inside, impressionFields, impression);
    return key === 'bids' ? parsed.bids.map((bid) => object(inside, bidFields, { ...bid })) : undefined;
  });
  return JSON.stringify(line);
}

type Nested = (key: string, keys: Keys) => unknown;

function object(
  keys: Keys,
  fields: FieldTable,
  values: Readonly<Record<string, unknown>>,
  nested: Nested = () => undefined,
): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const one of keys) {
    if (typeof one !== 'string') {
      made[one[0]] = nested(one[0], one[1]);
      continue;
    }
    const moment = momentForms[one];
    const key = moment === undefined ? one.replace(/\?$/, '') : 'time';
    const field = fields[key];
    const value = field === undefined ? undefined : values[field.engine];
    if (value === undefined && one.endsWith('?')) continue;
    if (value === undefined || value === null) made[key] = null;
    else made[key] = moment === undefined ? field!.kind.toWire(value) : moment(value as number);
  }
  return made;
}

function decidedObject(keys: Keys, decided: Decided): Record<string, unknown> {
  const { revision, seed, timeMs, feePpm, winner, clearingMicros, answerCrc32, share, experiment } = decided;
  const values: Readonly<Record<string, unknown>> = {
    revision,
    seed,
    revenue_share_pct: formatFee(feePpm),
    winner,
    clearing_price: microsToNumber(clearingMicros),
    answer_crc32: answerCrc32,
    share,
  };
  const entries = keys.map((one): [string, unknown] => {
    if (typeof one !== 'string') return [one[0], experiment];
    const moment = momentForms[one];
    return moment === undefined ? [one, values[one]] : ['time', moment(timeMs)];
  });
  return Object.fromEntries(entries);
}
