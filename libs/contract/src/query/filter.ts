import type { z } from 'zod';
import type { Field, Fields, FilterBy } from '../resource/field.ts';

/**
 * The forms of a filter, with the prefix of the field's name: is one of these values; is at least; is at most; is null
 * or none of these values; contains this text; is null.
 */
const forms = { is: '', min: 'min_', max: 'max_', not: 'not_', like: 'like_', null: 'null_' } as const;
export type FilterForm = keyof typeof forms;

/** The prefixes of all forms except `is`, which has none. */
export const filterPrefixes = Object.values(forms).filter((prefix) => prefix !== '');

/** A parameter that filters a list. */
export interface Filter {
  readonly form: FilterForm;
  /** The name after the form's prefix: the field's name, or the field's `elementFilter`. */
  readonly name: string;
  /** The attribute of a row that the filter compares. */
  readonly attribute: string;
  readonly field: Field;
}

/** Whether a filter of this form takes several values. */
export const takesSeveral = ({ form }: Pick<Filter, 'form'>): boolean => form === 'is' || form === 'not';

const known = new WeakMap<Fields, ReadonlyMap<string, Filter>>();

/** A resource's filters by parameter. A field's own name wins: `min_price` is a field, `min_min_price` its bound. */
export function filtersOf(fields: Fields): ReadonlyMap<string, Filter> {
  const found = known.get(fields);
  if (found !== undefined) return found;
  const filters = Object.entries(fields).flatMap(([attribute, field]) =>
    formsOf(field).map((form) => ({ form, name: field.elementFilter ?? attribute, attribute, field })),
  );
  const ownFirst = [...filters.filter(({ form }) => form === 'is'), ...filters.filter(({ form }) => form !== 'is')];
  const byParameter = new Map<string, Filter>();
  for (const filter of ownFirst) {
    const parameter = `${forms[filter.form]}${filter.name}`;
    if (!byParameter.has(parameter)) byParameter.set(parameter, filter);
  }
  known.set(fields, byParameter);
  return byParameter;
}

/** The forms that mean something for a field: ids and choices have no order and no parts. */
const formsBy: Readonly<Record<FilterBy, readonly FilterForm[]>> = {
  order: ['is', 'min', 'max', 'not'],
  text: ['is', 'not', 'like'],
  equal: ['is', 'not'],
  none: [],
};

function formsOf({ elementFilter, filterBy, value }: Field): readonly FilterForm[] {
  const own = formsBy[elementFilter === undefined ? filterBy : 'equal'];
  return own.length > 0 && value.safeParse(null).success ? [...own, 'null'] : own;
}

/** The filters of a resource in words. */
export function describeFilters(fields: Fields): string {
  const filters = [...filtersOf(fields).values()];
  const namesOf = (form: FilterForm) => filters.filter((one) => one.form === form).map(({ name }) => name);
  const prefixed = (
    [
      ['min', `min_, max_ with ${namesOf('min').join(', ')}`],
      ['like', 'like_ on texts'],
      ['null', 'null_ on nullable'],
    ] as const
  ).flatMap(([form, words]) => (namesOf(form).length === 0 ? [] : [`; ${words}`]));
  return `${namesOf('is').join(', ')}, also not_${prefixed.join('')}`;
}

type OneOrMore<Value> = Value | readonly Value[];
type Stored<F extends Pick<Field, 'value'>> = z.output<F['value']>;

/** The type of the values that a filter compares with a field. */
type Compared<F extends Pick<Field, 'type' | 'value'>> = F['type'] extends 'money'
  ? number | string
  : NonNullable<Stored<F>>;

/** The names of the fields with one of these `filterBy`. */
type FilteredBy<F extends Fields, By extends FilterBy> = {
  [Name in keyof F & string]: F[Name]['filterBy'] extends By ? Name : never;
}[keyof F & string];
type Filterable<F extends Fields> = FilteredBy<F, Exclude<FilterBy, 'none'>>;
type Nullable<F extends Fields> = {
  [Name in Filterable<F>]: null extends Stored<F[Name]> ? Name : never;
}[Filterable<F>];

/** The names of the filters by an element of a list. */
type ElementName<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { readonly elementFilter: infer Element extends string } ? Element : never;
}[keyof F];

type Flat<T> = { readonly [Name in keyof T]: T[Name] };

/** The filters of a resource with these fields, as a typed caller names them: a typo is a type error. */
export type FilterOf<F extends Fields> = Flat<
  { [Name in Filterable<F> as Name | `not_${Name}`]?: OneOrMore<Compared<F[Name]>> } & {
    [Name in FilteredBy<F, 'order'> as `min_${Name}` | `max_${Name}`]?: Compared<F[Name]>;
  } & { [Name in FilteredBy<F, 'text'> as `like_${Name}`]?: string } & {
    [Name in Nullable<F> as `null_${Name}`]?: boolean;
  } & {
    [Name in ElementName<F> as Name | `not_${Name}`]?: OneOrMore<number | string>;
  } & { [Name in ElementName<F> as `null_${Name}`]?: boolean }
>;
