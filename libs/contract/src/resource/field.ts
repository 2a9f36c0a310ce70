import type { z } from 'zod';

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

/** `required`: a create must send it. `optional`: it has an initial value. `read_only`: only the service sets it. */
export type FieldMode = 'required' | 'optional' | 'read_only';

/** One attribute of a resource. Everything that any door needs to know of it is here. */
export interface Field<
  Value extends z.ZodType = z.ZodType,
  Input extends z.ZodType = z.ZodType,
  Mode extends FieldMode = FieldMode,
> {
  readonly mode: Mode;
  readonly type: FieldType;
  /** What is stored and returned. */
  readonly value: Value;
  /** What a writer may send; it parses to a value. */
  readonly input: Input;
  /** The value a create gets when the writer sends none. */
  readonly initial: unknown;
  readonly description: string;
  readonly sortBy: boolean;
  readonly filterBy: boolean;
  /** Elements that an array may have, after a merge too. */
  readonly maxEntries?: number;
  /** The attributes of an element, for `array of objects`. */
  readonly fields?: Readonly<Record<string, FieldType>>;
}

export type Fields = Readonly<Record<string, Field>>;
