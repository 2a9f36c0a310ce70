import { z } from 'zod';
import type { RestOperation } from '../operation/list.ts';
import { idempotencyKeyForm } from '../operation/limit.ts';
import { isWrite, type QueryKind, type Rows } from '../operation/operation.ts';
import { type Filter, filterPrefixes, filtersOf } from '../query/filter.ts';
import { ActingFor, maxIds, paging } from '../query/list-input.ts';
import type { Field, FieldType } from '../resource/field.ts';
import { arrayOf, type Json, ref } from './json.ts';
import { toJsonSchema } from './to-json-schema.ts';

const inQuery = (name: string, { description, ...schema }: Json, more: Json = {}): Json => ({
  name,
  in: 'query',
  ...(description === undefined ? {} : { description }),
  schema,
  ...more,
});
/** Elements of a list are separated by commas. */
const commas = { explode: false };
const text = { type: 'string' };

const inHeader = (name: string, schema: Json, description: string): Json => ({
  name,
  in: 'header',
  description,
  schema: { ...text, ...schema },
});

const idempotencyKey = inHeader(
  'Idempotency-Key',
  { pattern: idempotencyKeyForm.source, examples: ['4f0c1e0a-8d5b-4b5e-9d5a-0f3a6f1f7c55'] },
  'Names this request: sent again within 24 hours, an auction within ten minutes, it is done once and gives the same answer. At most 64 characters for an auction. With another body: 409',
);

const ifMatch = inHeader(
  'If-Match',
  { examples: ['"pP1sTqH0bYk3mO0r5w2LxA"'] },
  'An ETag that was answered for the object. When the object has changed since: 412',
);

const changeNote = inHeader(
  'X-Change-Note',
  { minLength: 1, maxLength: 200, examples: ['Raise the floor for the holidays'] },
  'Note on the change, in UTF-8, for the change log and the history of the ym-profile',
);

const ifNoneMatch = inHeader(
  'If-None-Match',
  { examples: ['"pP1sTqH0bYk3mO0r5w2LxA"'] },
  'With one id: an ETag that was answered for the object. When the object has not changed since, the answer is 304, without a body',
);

/**
 * The query parameters and headers of the operations that share a path and a method. `request` has example values.
 * Throws if a required parameter has none, and for a value of an unknown parameter.
 */
export function parametersOf(
  operations: readonly RestOperation[],
  request: Readonly<Record<string, unknown>> = {},
): readonly Json[] {
  const all = [...queryOf(operations), ...headersOf(operations)];
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

function headersOf(operations: readonly RestOperation[]): readonly Json[] {
  const routes = operations.map(({ rest }) => rest);
  const reads = (header: 'if-match' | 'idempotency-key') => routes.some(({ headers }) => headers?.includes(header));
  return [
    ...(reads('idempotency-key') ? [idempotencyKey] : []),
    ...(operations.some(isWrite) ? [changeNote] : []),
    ...(reads('if-match') ? [ifMatch] : []),
    ...(routes.some(({ etag }) => etag === 'read') ? [ifNoneMatch] : []),
  ];
}

function queryOf(operations: readonly RestOperation[]): readonly Json[] {
  const rows = operations.find(({ rest: { answer, rows: found } }) => answer.form === 'page' && found !== undefined);
  if (rows?.rest.rows !== undefined) return listParameters(rows.rest.rows);
  const names = new Set(operations.flatMap(({ rest: { query = {} } }) => Object.keys(query)));
  return [...names].map((name) => {
    const isRequired = operations.every((one) => isNeeded(one, name));
    return { ...parameterOf(operations, name), ...(isRequired ? { required: true } : {}) };
  });
}

/** The attributes of an operation's input, each with its description. */
function shapeOf({ input }: RestOperation): Readonly<Record<string, z.ZodType>> {
  const schema = input instanceof z.ZodDefault ? input.unwrap() : input;
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** Whether an operation is refused without a parameter. A seller may leave out its own id. */
const isNeeded = (operation: RestOperation, name: string): boolean => {
  const kind = operation.rest.query?.[name];
  return kind !== undefined && kind !== 'own_id' && shapeOf(operation)[name]?.safeParse(undefined).success === false;
};

/** What a parameter's schema has in addition to the schema of the input's attribute. */
const forms: Partial<Record<QueryKind, Json>> = {
  flag: { default: false },
  seats: { ...text, examples: ['appnexus:101,rubicon:102'] },
};

function parameterOf(operations: readonly RestOperation[], name: string): Json {
  const asked = operations.find(({ rest: { query = {} } }) => name in query);
  const kind = asked?.rest.query?.[name] ?? 'text';
  if (kind === 'gzip') return inQuery(name, { enum: [0, 1], default: 0, description: '1: the body is packed by gzip' });
  const attribute = name === 'member_id' ? ActingFor : asked && shapeOf(asked)[name];
  const description = attribute?.description;
  if (attribute === undefined || description === undefined) {
    throw new Error(`The parameter ${name} of ${asked?.procedure} is not described in the input of the operation.`);
  }
  const schema = kind === 'seats' ? {} : toJsonSchema(unwrapped(attribute), 'input');
  return inQuery(name, { ...schema, ...forms[kind], description });
}

/** The attribute's schema without null and undefined, which a query cannot express. */
function unwrapped(schema: z.ZodType): z.ZodType {
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable;
  return isWrapped ? unwrapped(schema.unwrap() as z.ZodType) : schema;
}

/** All parameters of a list, each name once: a general parameter replaces a filter with its name. */
function listParameters({ fields }: Rows): readonly Json[] {
  const hasOwnOrder = !Object.values(fields).some(({ sortBy }) => sortBy);
  const unpaged = ' where `start_element` is sent. With neither, all matching rows are returned';
  const all = [
    ...(hasOwnOrder ? [] : selecting),
    inQuery('start_element', toJsonSchema(paging.start_element, 'input')),
    inQuery('num_elements', {
      ...toJsonSchema(paging.num_elements, 'input'),
      description: `${paging.num_elements.description}${hasOwnOrder ? '' : unpaged}`,
    }),
    inQuery(
      'fields',
      { ...arrayOf(text), description: 'Only these fields of each object; `/meta` of the service lists them' },
      commas,
    ),
    inQuery('member_id', toJsonSchema(ActingFor, 'input')),
    ...[...filtersOf(fields)].flatMap(([parameter, one]) => (one.form === 'is' ? [filter(parameter, one)] : [])),
    otherFilters,
  ];
  const byName = new Map(all.toReversed().map((parameter) => [parameter['name'], parameter]));
  return all.filter((parameter) => byName.get(parameter['name']) === parameter);
}

const selecting: readonly Json[] = [
  inQuery(
    'id',
    {
      ...arrayOf(ref('Id'), { maxItems: maxIds }),
      description: `One id gives that object under its singular key, or 404; with it only \`fields\`, \`member_id\` and paging may be sent. Several, at most ${maxIds}, give those that exist`,
    },
    commas,
  ),
  inQuery('sort', {
    ...text,
    examples: ['id.desc'],
    description:
      'Order: fields with `.asc` or `.desc`, separated by commas; default `id.asc`. `/meta` of the service lists them',
  }),
  inQuery('search', { ...text, description: 'Only objects whose id, name or code contains this text' }),
];

/** A filter on a field. The object's schema describes the field. */
const filter = (parameter: string, { field }: Filter): Json => inQuery(parameter, arrayOf(typeOf(field)), commas);

/** The other filters as one parameter: listed one by one they would be a tenth of the document. */
const otherFilters = inQuery(
  'filters',
  {
    type: 'object',
    propertyNames: { pattern: `^(${filterPrefixes.join('|')})` },
    additionalProperties: text,
    description:
      'Further filters, each a parameter of its own: a prefix before the name of a field that `/meta` of the service lists',
  },
  // A page that sends requests starts with this value.
  { example: {} },
);

const types: Readonly<Record<FieldType, Json>> = {
  int: { type: 'integer' },
  'int or string': text,
  double: { type: 'number' },
  money: { type: 'number' },
  boolean: { type: 'boolean' },
  date: ref('Date'),
  string: text,
  object: text,
  array: text,
  'array of objects': text,
};

function typeOf({ type, values, filterBy, elementFilter }: Field): Json {
  if (values !== undefined) return { enum: values };
  if (elementFilter !== undefined) return ref('InventoryId');
  return type === 'int' && filterBy === 'equal' ? ref('Id') : types[type];
}
