import { z } from 'zod';
import { currency } from '../value/currency.ts';
import { moment } from '../value/moment.ts';
import { moneyText, percent, storedMoney, storedPercent } from '../value/price.ts';
import { share } from '../value/share.ts';
import { Id, prose, text, wholeNumber } from '../value/scalar.ts';
import { timezone } from '../value/timezone.ts';

/** The type names that `/meta` shows. */
export type FieldType =
  | 'int'
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

/** One attribute of a resource. Every door reads it here. */
export interface Field<
  Value extends z.ZodType = z.ZodType,
  Input extends z.ZodType = z.ZodType,
  Mode extends FieldMode = FieldMode,
  Type extends FieldType = FieldType,
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
  readonly sortBy: boolean;
  readonly filterBy: boolean;
  /** All values that it may have, where these are a closed list. */
  readonly values?: readonly string[];
  /** Filters compare it without case: a name, or a code that is accepted in any case. */
  readonly ignoresCase?: boolean;
  /** Of a list: the filter that finds the rows by an element of it. */
  readonly elementFilter?: string;
  /** Elements that an array may have, after a merge too. */
  readonly maxEntries?: number;
  /** The attributes of an element, for `array of objects`. */
  readonly fields?: Readonly<Record<string, FieldType>>;
}

export type Fields = Readonly<Record<string, Field>>;

type Options = Pick<Field, 'values' | 'ignoresCase' | 'elementFilter' | 'maxEntries' | 'fields'> &
  Partial<Pick<Field, 'sortBy' | 'filterBy'>>;

function field<V extends z.ZodType, I extends z.ZodType, M extends FieldMode, T extends FieldType>(
  mode: M,
  type: T,
  description: string,
  [value, input]: readonly [V, I],
  initial: unknown,
  options: Options = {},
): Field<V, I, M, T> {
  const scalar = type !== 'array' && type !== 'array of objects' && type !== 'object';
  const ignored = { description: `${description}. Ignored when sent, with a warning`, readOnly: true };
  return {
    mode,
    type,
    description,
    value: value.meta({ ...value.meta(), description }),
    input: input.meta({ ...input.meta(), ...(mode === 'read_only' ? ignored : { description }) }),
    initial,
    sortBy: scalar,
    filterBy: scalar,
    ...options,
  };
}

const date = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

/** An attribute that only the service sets; what a writer sends for it is ignored, with a warning. */
export const readOnly = {
  id: () => field('read_only', 'int', 'Unique identifier', [Id, z.unknown()], undefined),
  date: (description: string) => field('read_only', 'date', description, [date, z.unknown()], undefined),
  string: (description: string) => field('read_only', 'string', description, [z.string(), z.unknown()], undefined),
  /** A name, or a code that is accepted in any case. */
  name: (description: string) =>
    field('read_only', 'string', description, [z.string(), z.unknown()], undefined, { ignoresCase: true }),
  choice: <const Values extends readonly [string, ...string[]]>(values: Values, description: string) =>
    field('read_only', 'string', description, [z.enum(values), z.unknown()], undefined, { values }),
  nullableChoice: <const Values extends readonly [string, ...string[]]>(values: Values, description: string) =>
    field('read_only', 'string', description, [z.enum(values).nullable(), z.unknown()], undefined, { values }),
  nullableDate: (description: string) =>
    field('read_only', 'date', description, [date.nullable(), z.unknown()], undefined),
  /** A date that is not stored with the object, so that rows are neither filtered nor sorted by it. */
  notedDate: (description: string) =>
    field('read_only', 'date', description, [date.nullable(), z.unknown()], undefined, {
      sortBy: false,
      filterBy: false,
    }),
  nullableString: (description: string) =>
    field('read_only', 'string', description, [z.string().nullable(), z.unknown()], undefined),
  int: (description: string) => field('read_only', 'int', description, [z.int(), z.unknown()], undefined),
  nullableInt: (description: string) =>
    field('read_only', 'int', description, [z.int().nullable(), z.unknown()], undefined),
  number: (description: string) => field('read_only', 'double', description, [z.number(), z.unknown()], undefined),
  boolean: (description: string) => field('read_only', 'boolean', description, [z.boolean(), z.unknown()], undefined),
  /** A text that is not stored with the object, so that rows are neither filtered nor sorted by it. */
  derivedString: (description: string) =>
    field('read_only', 'string', description, [z.string(), z.unknown()], undefined, {
      sortBy: false,
      filterBy: false,
    }),
  objects: <V extends z.ZodType>(value: V, fields: Readonly<Record<string, FieldType>>, description: string) =>
    field('read_only', 'array of objects', description, [z.array(value), z.unknown()], undefined, { fields }),
  object: (description: string) =>
    field('read_only', 'object', description, [z.record(z.string(), z.unknown()).nullable(), z.unknown()], undefined),
};

/** Characters that a name may have. */
const maxName = 255;
const namedBy = (max: number) => [z.string(), text(1, max)] as const;

/** An attribute that a create must send. */
export const required = {
  id: (description: string) => field('required', 'int', description, [Id, Id], undefined),
  text: (max: number, description: string) => field('required', 'string', description, namedBy(max), undefined),
  name: (description: string) =>
    field('required', 'string', description, namedBy(maxName), undefined, { ignoresCase: true }),
  /** An array of scalars that may not be null. */
  list: <V extends z.ZodType>(element: V, max: number, description: string) => {
    const schema = z.array(element).max(max);
    return field('required', 'array', description, [schema.nullable(), schema], undefined, { maxEntries: max });
  },
};

function listOf<V extends z.ZodType>(element: V, max: number, description: string, example?: z.input<V>) {
  const examples = example === undefined ? {} : { examples: [[example]] };
  const schema = z.array(element).max(max).nullable().meta(examples);
  return field('optional', 'array', description, [schema, schema], null, { maxEntries: max });
}

/** An attribute with an initial value. */
export const optional = {
  id: (description: string) => field('optional', 'int', description, [Id.nullable(), Id.nullable()], null),
  /** The caller's own member: filled in by the service, checked when sent. */
  owner: () => field('optional', 'int', "The caller's own member", [Id, Id], undefined),
  int: (min: number, max: number, initial: number, description: string) => {
    const schema = wholeNumber(min, max);
    return field('optional', 'int', description, [schema, schema], initial);
  },
  text: (min: number, max: number, description: string) =>
    field('optional', 'string', description, [z.string().nullable(), text(min, max).nullable()], null),
  name: (description: string) =>
    field('optional', 'string', description, [z.string().nullable(), text(1, maxName).nullable()], null, {
      ignoresCase: true,
    }),
  /** Text that may have several lines. */
  prose: (max: number, description: string) =>
    field('optional', 'string', description, [z.string().nullable(), prose(0, max).nullable()], null),
  choice: <const Values extends readonly [string, ...string[]]>(
    values: Values,
    initial: Values[number],
    description: string,
  ) => field('optional', 'string', description, [z.enum(values), z.enum(values)], initial, { values }),
  boolean: (initial: boolean, description: string) =>
    field('optional', 'boolean', description, [z.boolean(), z.boolean()], initial),
  /** A moment; null when never set. */
  date: (description: string) => field('optional', 'date', description, [date.nullable(), moment().nullable()], null),
  money: (description: string) =>
    field('optional', 'money', description, [storedMoney().nullable(), moneyText().nullable()], null),
  percent: (description: string) => field('optional', 'double', description, [storedPercent(), percent()], 0),
  /** A part of a whole, from 0 to 1; null when never set. */
  share: (description: string) =>
    field('optional', 'double', description, [share().nullable(), share().nullable()], null),
  currency: (description: string) =>
    field('optional', 'string', description, [z.string(), currency()], 'USD', { ignoresCase: true }),
  timezone: (description: string) => field('optional', 'string', description, [z.string(), timezone()], 'UTC'),
  /** An array of scalars; null when never set. */
  list: listOf,
  /** An object of a form of its own; `input` may accept more than is answered. Where none is sent the service fills it in. */
  object: <V extends z.ZodType, I extends z.ZodType>(value: V, input: I, description: string) =>
    field('optional', 'object', description, [value, input], undefined),
  /** An array of ids; `elementFilter` is the filter that finds the rows by one of them. */
  ids: <const Name extends string>(elementFilter: Name, max: number, description: string) => ({
    ...listOf(Id, max, description),
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
