import type { Issue } from '../error/issue.ts';
import type { Field, Fields, FieldType } from '../resource/field.ts';
import { attributeText, type Plain } from '../resource/object.ts';
import type { ListInput } from './list-input.ts';

/** What a list takes beside filters, by its names in a query. */
const listParameters = ['start_element', 'num_elements', 'sort', 'search', 'fields', 'member_id'];

type Operator = 'is' | 'not' | 'min' | 'max' | 'like';
export type Condition = (row: Plain) => boolean;
export type ConditionResult =
  | { readonly ok: true; readonly conditions: readonly Condition[] }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * The conditions of a filter; an unknown name is an issue that lists the known ones, for a typo must not list all.
 * `parameters` are what the list takes beside filters.
 */
export function parseFilter(
  fields: Fields,
  filter: NonNullable<ListInput['filter']>,
  parameters: readonly string[] = listParameters,
): ConditionResult {
  const conditions: Condition[] = [];
  const issues: Issue[] = [];
  for (const [name, sent] of Object.entries(filter)) {
    const found = findOperator(fields, name);
    const parsed = found === undefined ? unknownName(fields, parameters) : toCondition(found, sent);
    if (typeof parsed === 'string') issues.push({ path: name, message: parsed });
    else conditions.push(parsed);
  }
  return issues.length === 0 ? { ok: true, conditions } : { ok: false, issues };
}

interface Found {
  readonly operator: Operator;
  readonly name: string;
  readonly field: Field;
}

/** A field's own name comes before a prefix: `min_price` is a field, `min_min_price` its lower bound. */
function findOperator(fields: Fields, name: string): Found | undefined {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (field?.filterBy === true) return { operator: 'is', name, field };
  const [, operator, rest = ''] = /^(min|max|not|like)_(.+)$/.exec(name) ?? [];
  const bounded = Object.hasOwn(fields, rest) ? fields[rest] : undefined;
  if (operator === undefined || bounded?.filterBy !== true) return undefined;
  return { operator: operator as Operator, name: rest, field: bounded };
}

function unknownName(fields: Fields, parameters: readonly string[]): string {
  const names = Object.keys(fields).filter((name) => fields[name]?.filterBy);
  return `is not a known parameter; known: ${names.join(', ')}, each also with min_, max_, not_ or like_ in front; and ${parameters.join(', ')}`;
}

function toCondition({ operator, name, field }: Found, sent: unknown): Condition | string {
  const texts = (Array.isArray(sent) ? sent : String(sent).split(',')).map(String);
  if (operator === 'like') {
    const part = texts.join(',').toLowerCase();
    return (row) => attributeText(row[name]).toLowerCase().includes(part);
  }
  const values = texts.map((text) => comparable(field, text));
  const bad = values.indexOf(undefined);
  if (bad !== -1) return `is ${JSON.stringify(texts[bad])}, allowed: ${field.type}`;
  const own = (row: Plain) => comparable(field, attributeText(row[name]));
  const [bound] = values;
  if (bound === undefined || (values.length > 1 && (operator === 'min' || operator === 'max'))) {
    return 'takes one value';
  }
  switch (operator) {
    case 'is':
      return (row) => row[name] !== null && values.includes(own(row));
    case 'not':
      return (row) => row[name] === null || !values.includes(own(row));
    case 'min':
      return (row) => row[name] !== null && (own(row) ?? bound) >= bound;
    case 'max':
      return (row) => row[name] !== null && (own(row) ?? bound) <= bound;
  }
}

const forms: Partial<Record<FieldType, RegExp>> = {
  int: /^-?\d{1,16}$/,
  double: /^-?\d{1,16}(\.\d{1,16})?$/,
  money: /^-?\d{1,16}(\.\d{1,16})?$/,
  boolean: /^(true|false|1|0)$/,
  date: /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/,
};

/** A value in the form that compares rightly: numbers as numbers, the rest as text; undefined when it is not of the type. */
export function comparable({ type }: Pick<Field, 'type'>, text: string): number | string | undefined {
  if (forms[type]?.test(text) === false) return undefined;
  if (type === 'int' || type === 'double' || type === 'money') return Number(text);
  if (type === 'boolean') return text === 'true' || text === '1' ? 'true' : 'false';
  return text;
}
