import { type Filter, filtersOf } from '../query/filter.ts';
import { maxIds, maxPageSize } from '../query/list-input.ts';
import type { Field, FieldType } from '../resource/field.ts';
import type { Json } from './json.ts';
import { arrayOf, ref } from './json.ts';
import type { RestOperation } from '../operation/list.ts';
import type { Rows } from '../operation/operation.ts';

const inQuery = (name: string, schema: Json, description: string, more: Json = {}): Json => ({
  name,
  in: 'query',
  description,
  schema,
  ...more,
});
const commas = { style: 'form', explode: false };
const text = { type: 'string' };

const types: Readonly<Record<FieldType, Json>> = {
  int: { type: 'integer' },
  double: { type: 'number' },
  money: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d( \\d\\d:\\d\\d:\\d\\d)?$' },
  string: text,
  object: text,
  array: text,
  'array of objects': text,
};

const flag = { type: 'boolean', default: false };
const memberParameter = inQuery(
  'member_id',
  ref('Id'),
  'For administrators: the member to act for. A seller may only name itself',
);

/** The parameters of queries that are not filters of a list, by name. */
const named: Readonly<Record<string, Json>> = {
  id: inQuery('id', ref('Id'), 'The object that is meant'),
  append: inQuery('append', flag, 'true: arrays are merged by id instead of replaced'),
  dry_run: inQuery('dry_run', flag, 'true: answers what would be done, and does nothing'),
  member_id: memberParameter,
  ym_profile_id: inQuery('ym_profile_id', ref('Id'), 'Only those of this ym-profile'),
  seats: inQuery('seats', { ...text, examples: ['appnexus:101,rubicon:102'] }, 'Seats and their buyers'),
  seed: inQuery(
    'seed',
    { ...text, minLength: 1, maxLength: 64 },
    "The seed of each impression's auction is made from it",
  ),
};

const inHeader = (name: string, schema: Json, description: string): Json => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', ...schema },
});

const idempotencyKey = inHeader(
  'Idempotency-Key',
  { pattern: '^[\\x21-\\x7e]{1,255}$', examples: ['4f0c1e0a-8d5b-4b5e-9d5a-0f3a6f1f7c55'] },
  'Names this request: sent again within 24 hours it gives the first answer and does nothing again. Under another body it is a 409',
);

const ifMatch = inHeader(
  'If-Match',
  { examples: ['"pP1sTqH0bYk3mO0r5w2LxA"'] },
  'An ETag that was answered for the object: refused with 412 when the object has changed since',
);

const ifNoneMatch = inHeader(
  'If-None-Match',
  { examples: ['"pP1sTqH0bYk3mO0r5w2LxA"'] },
  'With one id: an ETag that was answered for the object. Where it has not changed since the answer is 304, without a body',
);

/** What an operation says of its parameters, by name. */
interface ParameterWords {
  /** Descriptions that are better than the usual ones. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Values in the example request. */
  readonly request?: Readonly<Record<string, unknown>>;
}

/**
 * The parameters of the operations that share a path and a method: those of the query and the headers that they read.
 * Throws for a required one that the example request lacks, and for a value of it that is of no parameter.
 */
export function parametersOf(
  operations: readonly RestOperation[],
  { parameters: words = {}, request = {} }: ParameterWords,
): Json[] {
  const all = undescribedParameters(operations, words);
  const unknown = Object.keys(request).filter((name) => !all.some((one) => one['name'] === name));
  if (unknown.length > 0) throw new Error(`The example request has no parameter ${unknown.join(', ')}.`);
  return all.map((one) => {
    const value = request[String(one['name'])];
    if (value === undefined && one['required'] === true) {
      throw new Error(`The example request of ${operations[0]?.procedure} lacks ${String(one['name'])}.`);
    }
    return value === undefined ? one : { ...one, example: value };
  });
}

function undescribedParameters(
  operations: readonly RestOperation[],
  words: Readonly<Record<string, string>>,
): readonly Json[] {
  const routes = operations.map(({ rest }) => rest);
  const rows = routes.find(({ answer, rows: found }) => answer.form === 'page' && found !== undefined)?.rows;
  const names = new Set(routes.flatMap(({ query = {} }) => Object.keys(query)));
  const isRequired = routes.every(({ query = {} }) => query['id'] === 'id');
  const reads = (header: 'if-match' | 'idempotency-key') => routes.some(({ headers }) => headers?.includes(header));
  return [
    ...(rows === undefined
      ? [...names].map((name) => ({
          ...(named[name] ?? unknownParameter(name)),
          ...(words[name] === undefined ? {} : { description: words[name] }),
          ...(name === 'id' && isRequired ? { required: true } : {}),
        }))
      : listParameters(rows)),
    ...(reads('idempotency-key') ? [idempotencyKey] : []),
    ...(reads('if-match') ? [ifMatch] : []),
    ...(routes.some(({ etag }) => etag === 'read') ? [ifNoneMatch] : []),
  ];
}

function unknownParameter(name: string): never {
  throw new Error(`The parameter ${name} of the table of operations is not described in parameter.ts.`);
}

/** Everything that reading a service takes, each name once: what every list takes comes before a filter of that name. */
function listParameters(resource: Rows): Json[] {
  const fields = Object.entries(resource.fields);
  const sortable = fields.filter(([, field]) => field.sortBy).map(([name]) => name);
  const hasOwnOrder = sortable.length === 0;
  const all = [
    ...(hasOwnOrder ? [] : selecting(sortable)),
    inQuery('start_element', { type: 'integer', minimum: 0 }, 'Place of the first row of the page; default 0'),
    inQuery(
      'num_elements',
      { type: 'integer', minimum: 1 },
      `Rows of the page; default 100 where start_element is given, capped at ${maxPageSize} with a warning. ${
        hasOwnOrder ? '' : 'With neither of the two everything that matches is returned'
      }`.trim(),
    ),
    inQuery(
      'fields',
      arrayOf({ enum: Object.keys(resource.fields) }),
      'The attributes to return; the objects of the answer then have only these',
      commas,
    ),
    memberParameter,
    ...[...filtersOf(resource.fields)].map(([parameter, one]) => filter(parameter, one)),
  ];
  const byName = new Map(all.toReversed().map((parameter) => [parameter['name'], parameter]));
  return all.filter((parameter) => byName.get(parameter['name']) === parameter);
}

function selecting(sortable: readonly string[]): Json[] {
  return [
    inQuery(
      'id',
      arrayOf(ref('Id'), { maxItems: maxIds }),
      `One id gives that object or a 404, and goes with fields, member_id and paging only; several (at most ${maxIds}) give those that exist`,
      commas,
    ),
    inQuery(
      'sort',
      { type: 'string', examples: [`${sortable.at(-1) ?? 'id'}.desc,id.asc`] },
      `Fields with .asc or .desc, separated by commas; default id.asc. Of: ${sortable.join(', ')}`,
    ),
    inQuery('search', text, 'Text that id, name or code holds, in any case'),
  ];
}

/** One form of a filter on a field. */
function filter(parameter: string, { form, name, attribute, field }: Filter): Json {
  const type = typeOf(field);
  switch (form) {
    case 'min':
      return inQuery(parameter, type, `${name} is at least this`);
    case 'max':
      return inQuery(parameter, type, `${name} is at most this`);
    case 'like':
      return inQuery(parameter, text, `${name} holds this text, in any case`);
    case 'null':
      return inQuery(parameter, { type: 'boolean' }, `true: without ${attribute}; false: with it`);
    case 'not':
      return inQuery(parameter, arrayOf(type), `${name} is null or none of these`, commas);
    case 'is':
      return inQuery(
        parameter,
        arrayOf(type),
        `${name} is one of these: ${field.description}${escapeOf(field)}`,
        commas,
      );
  }
}

/** How a comma inside a value is written, where values can have one. */
const escapeOf = ({ type, values }: Field): string =>
  type === 'string' && values === undefined ? '. In a value a comma is written `\\,` and a backslash `\\\\`' : '';

function typeOf({ type, values, elementFilter }: Field): Json {
  if (elementFilter !== undefined) return ref('Id');
  return values === undefined ? types[type] : { ...types[type], enum: values };
}
