import { toAlpha2 } from '@auction-tiers/dma-data';
import {
  deviceTypes,
  formatFee,
  maxPriceMicros,
  mediaTypes,
  microsToNumber,
  positions,
  type Size,
  supplyTypes,
} from '@auction-tiers/tier-engine';
import { toHost } from '../value/name.ts';
import { z } from 'zod';
import { quote } from '../error/issue.ts';
import { bidMicros, feePpm, floorMicros } from '../value/price.ts';
import { Id, InventoryId, longestInventoryId, NullableId, orDigits, wholeNumber } from '../value/scalar.ts';

/** The JSON form of a kind's values, with its bounds; the generator of the byte reader writes code from it. */
export type Form =
  /** Text with this many UTF-16 units. */
  | { readonly is: 'text'; readonly min: number; readonly max: number }
  /**
   * Text of at most `max` UTF-16 units; the engine uses alpha-2 codes. The byte reader passes an auction with an
   * unknown country to the contract's schema.
   */
  | { readonly is: 'country'; readonly max: number }
  /** Text of at most `max` UTF-16 units. The byte reader passes a region missing in ISO 3166-2 to the schema. */
  | { readonly is: 'region'; readonly max: number }
  /** Text of at most `max` UTF-16 units; the engine has domains in the form in which they are compared. */
  | { readonly is: 'domain'; readonly max: number }
  /** A whole number from 0. The byte reader passes an auction with an unknown market area to the contract's schema. */
  | { readonly is: 'market area' }
  /** A whole number from 1, or text of 1 to `max` UTF-16 units that is no such number. */
  | { readonly is: 'inventory id'; readonly max: number }
  | { readonly is: 'whole number'; readonly min: 0 | 1; readonly isNullable?: true }
  /** Units of 10 to the minus `decimals`; a finer value is rounded like a bid or a floor, or refused. */
  | { readonly is: 'decimal'; readonly decimals: number; readonly maxUnits: number; readonly finer: Finer }
  | { readonly is: 'choice'; readonly values: readonly (string | number)[] }
  | { readonly is: 'moment' }
  /** True or false. The byte reader passes an auction that has one to the contract's schema. */
  | { readonly is: 'flag' }
  | { readonly is: 'size' }
  /** At most `max` keys with at most `max` texts each; longer texts than `longestText` are valid, but rare. */
  | { readonly is: 'key-values'; readonly max: number; readonly longestText: number }
  | { readonly is: 'list'; readonly of: Form; readonly max: number }
  /** An object with a table of attributes of its own, by the name of its reader. */
  | { readonly is: 'object'; readonly name: string };

/** How a decimal finer than its unit is handled. */
export type Finer = 'bid' | 'floor' | 'refused';

/** An attribute's values: as sent, in the engine, and the mapping between the two. */
export interface Kind<Schema extends z.ZodType = z.ZodType, Value = unknown> {
  readonly form: Form;
  /** Reads what is sent. */
  readonly schema: Schema;
  /** Converts a parsed value to the engine's value. */
  toEngine(parsed: z.output<Schema>): Value;
  /** Converts the engine's value to the value to send. */
  toWire(value: Value): unknown;
}

/** A kind whose values are the same in JSON and in the engine. */
const same = <Schema extends z.ZodType>(form: Form, schema: Schema): Kind<Schema, z.output<Schema>> => ({
  form,
  schema,
  toEngine: (parsed) => parsed,
  toWire: (value) => value,
});

/** Entries that a list may hold, and keys that key-values may have. */
export const maxEntries = 1000;

export const text = (min: number, max: number) =>
  same({ is: 'text', min, max }, min === 0 ? z.string().max(max) : z.string().min(min).max(max));

const longestName = 1000;

/** Text that names something, such as a city. */
export const name = text(0, longestName);

const Country = z.string().max(longestName);
const DomainText = z.string().max(longestName);

/** A country's code; the engine has alpha-2 codes. */
export const country: Kind<typeof Country, string> = {
  ...same({ is: 'country', max: longestName }, Country),
  toEngine: toAlpha2,
};

/** ISO 3166-2. */
export const region = same({ is: 'region', max: longestName }, z.string().max(longestName));

/** A domain or an address; the engine has the host in the form in which hosts are compared. */
export const domain: Kind<typeof DomainText, string> = {
  ...same({ is: 'domain', max: longestName }, DomainText),
  toEngine: toHost,
};

export const dma = same({ is: 'market area' }, wholeNumber(0));

export const id = same({ is: 'whole number', min: 1 }, Id);

/** What a publisher, site, placement or segment is called. */
export const inventoryId = same({ is: 'inventory id', max: longestInventoryId }, InventoryId);

export const nullableId = same({ is: 'whole number', min: 1, isNullable: true }, NullableId);

/** A whole number from 0. */
export const whole = same({ is: 'whole number', min: 0 }, wholeNumber(0));

export const auctionType = same({ is: 'choice', values: [1, 2] }, orDigits(z.literal([1, 2])));

export const deviceType = same({ is: 'choice', values: deviceTypes }, z.enum(deviceTypes));

export const mediaType = same({ is: 'choice', values: mediaTypes }, z.enum(mediaTypes));

export const position = same({ is: 'choice', values: positions }, z.enum(positions));

export const flag = same({ is: 'flag' }, z.boolean());

export const supplyType = same({ is: 'choice', values: supplyTypes }, z.enum(supplyTypes));

/** CPM; the engine has micros. A finer bid is rounded up, a finer floor down. */
const price = (finer: 'bid' | 'floor', schema: ReturnType<typeof bidMicros>): Kind<typeof schema, number> => ({
  ...same({ is: 'decimal', decimals: 6, maxUnits: maxPriceMicros, finer }, schema),
  toWire: microsToNumber,
});
export const bidPrice = price('bid', bidMicros());
export const floorPrice = price('floor', floorMicros());
/** How many there are, which need not be whole; the engine has millionths. */
export const quantity = floorPrice;

/** Per cent; the engine has parts per million. */
export const fee: Kind<ReturnType<typeof feePpm>, number> = {
  ...same({ is: 'decimal', decimals: 4, maxUnits: 999_999, finer: 'refused' }, feePpm()),
  toWire: formatFee,
};

const IsoMoment = z.iso.datetime({ offset: true });

/** The answer repeats the moment in UTC, so its year must have four digits there too. */
function isMoment(moment: string): boolean {
  const timeMs = Date.parse(moment);
  return IsoMoment.safeParse(moment).success && !Number.isNaN(timeMs) && /^\d{4}-/.test(new Date(timeMs).toISOString());
}

const momentIssue = ({ input }: { readonly input?: unknown }) =>
  `is ${quote(input)}, allowed: a moment of the years 0000 to 9999 with its offset such as 2026-11-21T08:00:00Z`;

const Moment = z.string({ error: momentIssue }).refine(isMoment, { error: momentIssue }).meta({ format: 'date-time' });

/** ISO 8601 with an offset; the engine has milliseconds since the epoch. */
export const moment: Kind<typeof Moment, number> = {
  form: { is: 'moment' },
  schema: Moment,
  toEngine: Date.parse,
  toWire: (timeMs) => new Date(timeMs).toISOString(),
};

/** A list of at most `maxEntries` values. */
export const list = <Schema extends z.ZodType, Value>(
  kind: Kind<Schema, Value>,
): Kind<z.ZodArray<Schema>, readonly Value[]> => ({
  form: { is: 'list', of: kind.form, max: maxEntries },
  schema: z.array(kind.schema).max(maxEntries),
  toEngine: (parsed) => parsed.map((one) => kind.toEngine(one)),
  toWire: (values) => values.map((value) => kind.toWire(value)),
});

const Side = wholeNumber(0);
export const size: Kind<z.ZodObject<{ width: typeof Side; height: typeof Side }, z.core.$strict>, Size> = same(
  { is: 'size' },
  z.strictObject({
    width: Side.describe('Device-independent pixels'),
    height: Side.describe('Device-independent pixels'),
  }),
);

type KeyValues = ReadonlyMap<string, readonly string[]>;

/** Keys are the caller's own words and may be `__proto__`, so the result is a Map. */
function toKeyValues(value: unknown, context: z.core.$RefinementCtx): KeyValues {
  const parsed = new Map<string, readonly string[]>();
  const refuse = (path: string[], message: string, input: unknown) =>
    context.addIssue({ code: 'custom', path, message, input });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    refuse([], `is ${quote(value)}, allowed: an object of arrays of text such as {"section":["sports"]}`, value);
    return parsed;
  }
  const entries = Object.entries(value);
  if (entries.length > maxEntries) refuse([], `has ${entries.length} keys, allowed: at most ${maxEntries}`, value);
  for (const [key, values] of entries) {
    // Null means absent, as it does for an attribute.
    if (values === null) continue;
    if (Array.isArray(values) && values.length <= maxEntries && values.every((one) => typeof one === 'string')) {
      parsed.set(key, values);
    } else refuse([key], `is ${quote(values)}, allowed: an array of at most ${maxEntries} texts`, values);
  }
  return parsed;
}

const KeyValuesBody = z
  .unknown()
  .meta({
    type: 'object',
    maxProperties: maxEntries,
    additionalProperties: { type: ['array', 'null'], maxItems: maxEntries, items: { type: 'string' } },
    examples: [{ section: ['sports'] }],
  })
  .transform(toKeyValues);

/** An object of lists of text. */
export const keyValues: Kind<typeof KeyValuesBody, KeyValues> = {
  form: { is: 'key-values', max: maxEntries, longestText: longestName },
  schema: KeyValuesBody,
  toEngine: (parsed) => parsed,
  toWire: (values) => Object.fromEntries(values),
};
