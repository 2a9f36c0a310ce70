import { z } from 'zod';
import { currency, currencyRateChanges } from '../value/currency.ts';
import { moment } from '../value/moment.ts';
import { MoneyText, percent, storedMoney, storedPercent } from '../value/price.ts';
import { seatChanges, storedSeats } from '../value/seats.ts';
import { share } from '../value/share.ts';
import { Id, InventoryId, prose, text, wholeNumber } from '../value/scalar.ts';
import { timezone } from '../value/timezone.ts';

/** The type names that `/meta` shows. */
export type FieldType =
  | 'int'
  | 'int or string'
  | 'double'
  | 'money'
  | 'string'
  | 'boolean'
  | 'date'
  | 'object'
  | 'array'
  | 'array of objects';

/** `required`: a create must have it. `optional`: it has an initial value. `read_only`: only the service sets it. */
export type FieldMode = 'required' | 'optional' | 'read_only';

/**
 * How lists are filtered by a field. `order`: by its value and by bounds. `text`: by its value and by a part of it.
 * `equal`: by its value alone, which is an id, one of a closed list, or true or false. `none`: not at all.
 */
export type FilterBy = 'order' | 'text' | 'equal' | 'none';

/** One attribute of a resource. REST, tRPC and the store all use this definition. */
export interface Field<
  Value extends z.ZodType = z.ZodType,
  Input extends z.ZodType = z.ZodType,
  Mode extends FieldMode = FieldMode,
  Type extends FieldType = FieldType,
  By extends FilterBy = FilterBy,
> {
  readonly mode: Mode;
  readonly type: Type;
  /** What is stored and returned. */
  readonly value: Value;
  /** What a writer may send; it parses to a value. */
  readonly input: Input;
  /** The value a create gets when the writer sends none. */
  readonly initial: unknown;
  readonly description: string;
  /** What a page calls it; default: its name in words. */
  readonly label?: string;
  /** The unit of its numbers: `CPM`, `%`. */
  readonly unit?: string;
  readonly sortBy: boolean;
  readonly filterBy: By;
  /** All values that it may have, where these are a closed list. */
  readonly values?: readonly string[];
  /** Filters compare it without case: a name, or a code that is accepted in any case. */
  readonly ignoresCase?: boolean;
  /** For a list: the name of the filter that finds rows by one element. */
  readonly elementFilter?: string;
  /** The most elements of an array, also after a merge. */
  readonly maxEntries?: number;
  /** The attributes of an element, for `array of objects`. */
  readonly fields?: Readonly<Record<string, FieldType>>;
  /**
   * For an object that writes merge by key: the value of each key that was never set, was reset by null, or was defined
   * after the object had been stored. A key that is not listed here is removed by null.
   */
  readonly keyDefaults?: Readonly<Record<string, unknown>>;
}

export type Fields = Readonly<Record<string, Field>>;

type Options = Pick<
  Field,
  'unit' | 'values' | 'ignoresCase' | 'elementFilter' | 'maxEntries' | 'fields' | 'keyDefaults'
> &
  Partial<Pick<Field, 'sortBy'>>;

function field<
  V extends z.ZodType,
  I extends z.ZodType,
  M extends FieldMode,
  T extends FieldType,
  const By extends FilterBy,
>(
  mode: M,
  type: T,
  filterBy: By,
  description: string,
  [value, input]: readonly [V, I],
  initial: unknown,
  options: Options = {},
): Field<V, I, M, T, By> {
  const described = value.meta({ description });
  // If the value is sent as it is returned, both share one schema, which the document has once.
  const sent = (input as z.ZodType) === value ? (described as z.ZodType as I) : input.meta({ description });
  return {
    mode,
    type,
    description,
    value: described,
    input: mode === 'read_only' ? input : sent,
    initial,
    sortBy: filterBy !== 'none',
    filterBy,
    ...options,
  };
}

/** The name of a service or of a field as schemas are named: `ym-auction-tier` gives `YmAuctionTier`. */
export const schemaName = (name: string): string =>
  name.replaceAll(/(?:^|[-_])([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A field by which lists are neither filtered nor sorted. */
export const unlisted = <V extends z.ZodType, I extends z.ZodType, M extends FieldMode, T extends FieldType>(
  one: Field<V, I, M, T>,
): Field<V, I, M, T, 'none'> => ({ ...one, sortBy: false, filterBy: 'none' });

/** A field with a label on a page that differs from its name in words. */
export const labelled = <F extends Field>(label: string, one: F): F => ({ ...one, label });

/** A field whose schemas the document has once, under these names, however many objects have the field. */
export function shared<F extends Pick<Field, 'value' | 'input'>>(name: string, one: F): F {
  const value = one.value.meta({ id: schemaName(name) });
  return { ...one, value, input: one.input === one.value ? value : one.input.meta({ id: `${schemaName(name)}Input` }) };
}

const date = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  .meta({ id: 'Instant', description: 'Moment in UTC' });

const changed = 'When it last changed, UTC';
const LastModified = date.meta({ id: 'LastModified', description: changed });
const unique = 'Unique identifier';
const UniqueId = Id.meta({ id: 'UniqueId', description: unique });
const OptionalDate = date.nullable().meta({ id: 'InstantOrNull', description: 'Moment in UTC, or null' });
const OptionalId = Id.nullable().meta({ id: 'IdOrNull', description: 'Identifier, or null' });

/** The schema of what a writer sends for an attribute that only the service sets. */
const Ignored = z.unknown().meta({
  id: 'Ignored',
  description: 'Only the service sets it; ignored when sent, with a warning',
  readOnly: true,
});

/** An attribute that only the service sets. */
const set = <V extends z.ZodType, T extends FieldType, const By extends FilterBy>(
  type: T,
  filterBy: By,
  value: V,
  description: string,
  options?: Options,
) => field('read_only', type, filterBy, description, [value, Ignored], undefined, options);

export const readOnly = {
  id: () => ({ ...set('int', 'equal', UniqueId, unique), value: UniqueId }),
  /** The id of another object. */
  idOf: (description: string) => set('int', 'equal', Id, description),
  nullableIdOf: (description: string) => set('int', 'equal', OptionalId, description),
  date: (description: string) => set('date', 'order', date, description),
  lastModified: () => ({ ...set('date', 'order', LastModified, changed), value: LastModified }),
  nullableDate: (description: string) => set('date', 'order', OptionalDate, description),
  /** A date that is not stored with the object, so that rows are neither filtered nor sorted by it. */
  notedDate: (description: string) => set('date', 'none', OptionalDate, description),
  string: (description: string) => set('string', 'text', z.string(), description),
  nullableString: (description: string) => set('string', 'text', z.string().nullable(), description),
  /** A text that is not stored with the object, so that rows are neither filtered nor sorted by it. */
  derivedString: (description: string) => set('string', 'none', z.string(), description),
  nullableDerivedString: (description: string) => set('string', 'none', z.string().nullable(), description),
  /** A figure as decimal text, which neither filters nor orders rows. */
  nullableDecimal: (description: string) => set('string', 'none', z.string().nullable(), description),
  /** A name, or a code that is accepted in any case. */
  name: (description: string) => set('string', 'text', z.string(), description, { ignoresCase: true }),
  choice: <const Values extends readonly [string, ...string[]]>(values: Values, description: string) =>
    set('string', 'equal', z.enum(values), description, { values }),
  nullableChoice: <const Values extends readonly [string, ...string[]]>(values: Values, description: string) =>
    set('string', 'equal', z.enum(values).nullable(), description, { values }),
  int: (description: string) => set('int', 'order', z.int(), description),
  nullableInt: (description: string) => set('int', 'order', z.int().nullable(), description),
  number: (description: string) => set('double', 'order', z.number(), description),
  boolean: (description: string) => set('boolean', 'equal', z.boolean(), description),
  objects: <V extends z.ZodType>(value: V, fields: Readonly<Record<string, FieldType>>, description: string) =>
    set('array of objects', 'none', z.array(value), description, { fields }),
  object: (description: string) => set('object', 'none', z.record(z.string(), z.unknown()).nullable(), description),
};

/** Characters that a name may have. */
const maxName = 255;
const namedBy = (max: number) => [z.string(), text(1, max)] as const;

/** An attribute that a create must send. */
export const required = {
  id: (description: string) => field('required', 'int', 'equal', description, [Id, Id], undefined),
  text: (max: number, description: string) => field('required', 'string', 'text', description, namedBy(max), undefined),
  name: (description: string) =>
    field('required', 'string', 'text', description, namedBy(maxName), undefined, { ignoresCase: true }),
  /** An object with its own schema; `input` may accept more than is returned. */
  object: <V extends z.ZodType, I extends z.ZodType>(
    value: V,
    input: I,
    description: string,
    keyDefaults: Readonly<Record<string, unknown>>,
  ) => field('required', 'object', 'none', description, [value, input], undefined, { keyDefaults }),
  /** An array of scalars that may not be null. */
  list: <V extends z.ZodType>(element: V, max: number, description: string) => {
    const schema = z.array(element).max(max);
    return field('required', 'array', 'none', description, [schema.nullable(), schema], undefined, { maxEntries: max });
  },
};

function listOf<V extends z.ZodType>(element: V, max: number, description: string, example?: z.input<V>) {
  const examples = example === undefined ? {} : { examples: [[example]] };
  const schema = z.array(element).max(max).nullable().meta(examples);
  return field('optional', 'array', 'none', description, [schema, schema], null, { maxEntries: max });
}

const ownMember = "The caller's own member";
const OwnMember = Id.meta({ id: 'OwnMember', description: ownMember });

/** An attribute with an initial value. */
export const optional = {
  id: (description: string) => field('optional', 'int', 'equal', description, [OptionalId, OptionalId], null),
  /** The caller's own member: filled in by the service, checked when sent. */
  owner: () => ({
    ...field('optional', 'int', 'equal', ownMember, [Id, Id], undefined),
    value: OwnMember,
    input: OwnMember,
  }),
  int: (min: number, max: number, initial: number, description: string) => {
    const schema = wholeNumber(min, max);
    return field('optional', 'int', 'order', description, [schema, schema], initial);
  },
  text: (min: number, max: number, description: string) =>
    field('optional', 'string', 'text', description, [z.string().nullable(), text(min, max).nullable()], null),
  name: (description: string) =>
    field('optional', 'string', 'text', description, [z.string().nullable(), text(1, maxName).nullable()], null, {
      ignoresCase: true,
    }),
  /** Text that may have several lines. */
  prose: (max: number, description: string) =>
    field('optional', 'string', 'text', description, [z.string().nullable(), prose(0, max).nullable()], null),
  choice: <const Values extends readonly [string, ...string[]]>(
    values: Values,
    initial: Values[number],
    description: string,
  ) => {
    const schema = z.enum(values);
    return field('optional', 'string', 'equal', description, [schema, schema], initial, { values });
  },
  boolean: (initial: boolean, description: string) => {
    const schema = z.boolean();
    return field('optional', 'boolean', 'equal', description, [schema, schema], initial);
  },
  /** A moment; null when never set. */
  date: (description: string) =>
    field('optional', 'date', 'order', description, [OptionalDate, moment().nullable()], null),
  money: (description: string) =>
    field('optional', 'money', 'order', description, [storedMoney().nullable(), MoneyText.nullable()], null, {
      unit: 'CPM',
    }),
  percent: (description: string) =>
    field('optional', 'double', 'order', description, [storedPercent(), percent()], 0, { unit: '%' }),
  /** A part of a whole, from 0 to 1; null when never set. */
  share: (description: string) => {
    const schema = share().nullable();
    return field('optional', 'double', 'order', description, [schema, schema], null);
  },
  currency: (description: string) =>
    field('optional', 'string', 'text', description, [z.string(), currency()], 'USD', { ignoresCase: true }),
  /** The value of one unit of other currencies in one currency; null when never set. */
  rates: (description: string) =>
    field(
      'optional',
      'object',
      'none',
      description,
      [z.record(z.string(), z.string()).nullable(), currencyRateChanges().nullable()],
      null,
      { keyDefaults: {} },
    ),
  /** Buyers by name of a seat; null when never set. */
  seats: (description: string) =>
    field('optional', 'object', 'none', description, [storedSeats().nullable(), seatChanges().nullable()], null, {
      keyDefaults: {},
    }),
  timezone: (description: string) => field('optional', 'string', 'text', description, [z.string(), timezone()], 'UTC'),
  /** An array of scalars; null when never set. */
  list: listOf,
  /** An object with its own schema; `input` may accept more than is returned. If absent, the service fills it in. */
  object: <V extends z.ZodType, I extends z.ZodType>(value: V, input: I, description: string) =>
    field('optional', 'object', 'none', description, [value, input], undefined),
  /** An object of a form of its own; null when never set. */
  settings: <V extends z.ZodType, I extends z.ZodType>(
    value: V,
    input: I,
    keyDefaults: Readonly<Record<string, unknown>>,
    description: string,
  ) => field('optional', 'object', 'none', description, [value.nullable(), input.nullable()], null, { keyDefaults }),
  /** An array of names of inventory; `elementFilter` is the filter that finds the rows by one of them. */
  inventoryIds: <const Name extends string>(elementFilter: Name, max: number, description: string) => ({
    ...listOf(InventoryId, max, description),
    elementFilter,
  }),
  /** An array of objects; `input` may accept more than is stored. `example` is an element as it may be sent. */
  objects: <V extends z.ZodType, I extends z.ZodType>(
    value: V,
    input: I,
    max: number,
    fields: Readonly<Record<string, FieldType>>,
    description: string,
    example: z.input<I>,
  ) =>
    field(
      'optional',
      'array of objects',
      'none',
      description,
      [
        z.array(value).nullable(),
        z
          .array(input)
          .max(max)
          .nullable()
          .meta({ examples: [[example]] }),
      ],
      null,
      { fields, maxEntries: max },
    ),
};
