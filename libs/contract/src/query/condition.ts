import { type Issue, quote } from '../error/issue.ts';
import type { Field, Fields, FieldType } from '../resource/field.ts';
import { attributeText, type Plain } from '../resource/object.ts';
import { dayOrMoment, isDayOrMoment } from '../value/moment.ts';
import { caseKey, toInventoryId } from '../value/name.ts';
import { describeFilters, type Filter, filtersOf, takesSeveral } from './filter.ts';
import type { ListInput } from './list-input.ts';

/** The parameters of a list besides filters, by their names in a query. */
const listParameters = ['start_element', 'num_elements', 'sort', 'search', 'fields', 'member_id'];

export type Condition = (row: Plain) => boolean;
export type ConditionResult =
  | { readonly ok: true; readonly conditions: readonly Condition[] }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * The conditions of a filter. An unknown name is an issue that lists the known ones, so that a typo does not list every
 * row. `parameters` are the list's parameters besides filters.
 */
export function parseFilter(
  fields: Fields,
  filter: NonNullable<ListInput['filter']>,
  parameters: readonly string[] = listParameters,
): ConditionResult {
  const conditions: Condition[] = [];
  const issues: Issue[] = [];
  for (const [name, sent] of Object.entries(filter)) {
    const found = filtersOf(fields).get(name);
    const parsed = found === undefined ? unknownName(fields, parameters) : toCondition(found, sent);
    if (typeof parsed === 'string') issues.push({ path: name, message: parsed });
    else conditions.push(parsed);
  }
  return issues.length === 0 ? { ok: true, conditions } : { ok: false, issues };
}

const unknownName = (fields: Fields, parameters: readonly string[]): string =>
  `is unknown; known: ${describeFilters(fields)}; ${parameters.join(', ')}`;

/** The condition of a filter, or the problem with its values. */
function toCondition(filter: Filter, sent: unknown): Condition | string {
  const texts = (Array.isArray(sent) ? sent : [sent]).map(String);
  const [text] = texts;
  if (text === undefined) return 'is an empty list, allowed: one value or more';
  if (texts.length > 1 && !takesSeveral(filter)) return 'takes one value';
  const { form, attribute, field } = filter;
  if (form === 'like') return likeCondition(attribute, text);
  if (form === 'null') return nullCondition(attribute, text.trim());
  // What is stored has no white space around it.
  const values = texts.map((one) => valueOf(field, one.trim()));
  const bad = values.indexOf(undefined);
  if (bad !== -1) return `is ${quote(texts[bad])}, allowed: ${allowedOf(field)}`;
  if (form === 'is' || form === 'not') return equalCondition(filter, new Set(values));
  const own = (row: Plain) => comparable(field, attributeText(row[attribute]));
  const [bound = ''] = values;
  return form === 'min'
    ? (row) => row[attribute] !== null && (own(row) ?? bound) >= bound
    : (row) => row[attribute] !== null && (own(row) ?? bound) <= bound;
}

function likeCondition(attribute: string, text: string): Condition {
  const part = caseKey(text);
  return (row) => caseKey(attributeText(row[attribute])).includes(part);
}

function nullCondition(attribute: string, text: string): Condition | string {
  if (text !== 'true' && text !== 'false') return `is ${quote(text)}, allowed: true, false`;
  const isWanted = text === 'true';
  return (row) => isNull(row[attribute]) === isWanted;
}

/** A list without elements has no value, as one that was never set. */
const isNull = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);

function equalCondition({ form, attribute, field }: Filter, values: ReadonlySet<unknown>): Condition {
  const wanted = field.ignoresCase === true ? new Set([...values].map((one) => caseKey(String(one)))) : values;
  const keyOf = (value: unknown) => {
    const text = attributeText(value);
    return field.ignoresCase === true ? caseKey(text) : comparable(field, text);
  };
  const isWanted: Condition =
    field.elementFilter === undefined
      ? (row) => row[attribute] !== null && wanted.has(keyOf(row[attribute]))
      : (row) => (row[attribute] as readonly unknown[] | null)?.some((one) => wanted.has(one)) === true;
  return form === 'is' ? isWanted : (row) => !isWanted(row);
}

const patterns: Partial<Record<FieldType, RegExp>> = {
  int: /^-?\d{1,16}$/,
  double: /^-?\d{1,16}(\.\d{1,16})?$/,
  money: /^-?\d{1,16}(\.\d{1,16})?$/,
  boolean: /^(true|false|1|0)$/,
};

/** A value in the form to compare: numbers as numbers, the rest as text; undefined if it has another type. */
export function comparable({ type }: Pick<Field, 'type'>, text: string): number | string | undefined {
  if (patterns[type]?.test(text) === false) return undefined;
  if (type === 'int' || type === 'double' || type === 'money') return Number(text);
  if (type === 'boolean') return text === 'true' || text === '1' ? 'true' : 'false';
  return text;
}

/** A filter's value, parsed; undefined if the field cannot have it. */
function valueOf(field: Field, text: string): number | string | undefined {
  if (field.elementFilter !== undefined) return text === '' ? undefined : toInventoryId(text);
  if (field.values?.includes(text) === false || (field.type === 'date' && !isDayOrMoment(text))) return undefined;
  return comparable(field, text);
}

function allowedOf({ type, values, elementFilter }: Field): string {
  if (elementFilter !== undefined) return 'int or string';
  if (type === 'boolean') return 'true, false, 1, 0';
  return type === 'date' ? dayOrMoment.words : (values?.join(', ') ?? type);
}
