import { mostRecordedHours } from '../recorded/recorded.ts';
import { type Filter, filtersOf } from '../query/filter.ts';
import { defaultPageSize, maxIds, maxPageSize } from '../query/list-input.ts';
import type { Field, FieldType } from '../resource/field.ts';
import type { Json } from './json.ts';
import { arrayOf, ref } from './json.ts';
import type { RestOperation } from '../operation/list.ts';
import { isWrite, type Rows } from '../operation/operation.ts';

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

const hour = { ...text, format: 'date-time', examples: ['2026-11-21T08:00:00Z'] };
const flag = { type: 'boolean', default: false };
const memberParameter = inQuery(
  'member_id',
  ref('Id'),
  'For administrators: the member to act for. A seller may only name its own',
);

const startElement = inQuery(
  'start_element',
  { type: 'integer', minimum: 0 },
  'Place of the first object of the page, from 0; default 0',
);

/** The parameters of queries that are not filters of a list, by name. */
const named: Readonly<Record<string, Json>> = {
  id: inQuery('id', ref('Id'), 'Identifier of the object'),
  append: inQuery('append', flag, '`true`: arrays are merged by id instead of replaced'),
  dry_run: inQuery('dry_run', flag, '`true`: only answers what would be done'),
  member_id: memberParameter,
  from: inQuery('from', ref('Id'), 'The yield management profile that the draft begins from, with its live tiers'),
  ym_profile_id: inQuery('ym_profile_id', ref('Id'), 'Only those of this yield management profile'),
  start_date: inQuery(
    'start_date',
    types.date,
    "The first day, in the member's time zone, or the moment from which on, UTC; default: the day a week before the last one",
  ),
  end_date: inQuery('end_date', types.date, 'The last day, or the moment before which, UTC; default: now'),
  group_by: inQuery(
    'group_by',
    { ...text, examples: ['tier,buyer'] },
    'What rows stand for: of `tier`, `buyer`, and `hour` or `day`, separated by commas; default: one row in all',
  ),
  sort: inQuery(
    'sort',
    { ...text, examples: ['net.desc'] },
    'Order: attributes of a row but names, with `.asc` or `.desc`, separated by commas; default: by what rows stand for',
  ),
  start_element: startElement,
  num_elements: inQuery(
    'num_elements',
    { type: 'integer', minimum: 1 },
    `Rows of a page, at most ${maxPageSize}; default ${defaultPageSize} where \`start_element\` is sent. With neither of the two all rows are returned`,
  ),
  to: inQuery('to', hour, 'The hour behind the last, UTC'),
  hours: inQuery(
    'hours',
    { ...text, examples: ['2026-11-21T08:00Z,2026-11-21T10:00Z'] },
    `Of these hours, only those that begin so, separated by commas, at most ${mostRecordedHours}; default: all`,
  ),
  after: inQuery(
    'after',
    { ...text, pattern: '^[\\w.-]{1,64}:\\d{1,15}$', examples: ['2026-11-21T08.0f3a91c2-1.jsonl.zst:48213'] },
    'The `next` of the part before',
  ),
  revision: inQuery(
    'revision',
    { ...text, examples: ['1-18'] },
    'The revision of a step, as the history and the change log show it',
  ),
  seats: inQuery(
    'seats',
    { ...text, examples: ['appnexus:101,rubicon:102'] },
    'Buyers of seats that the directory of platform members does not name',
  ),
  seed: inQuery(
    'seed',
    { ...text, minLength: 1, maxLength: 64 },
    'The seed from which the seed of each impression is made',
  ),
};

/** The same of texts that must be sent: a name may be that of another parameter elsewhere. */
const requiredTexts: Readonly<Record<string, Json>> = {
  from: inQuery('from', { ...text, examples: ['1-18'] }, 'The revision to begin with'),
  to: inQuery(
    'to',
    { ...text, examples: ['1-18'] },
    'The revision to end with, or a draft of the ym-profile, such as draft:9',
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
  'Names this request, so that it can be sent again within 24 hours: it is done once, and gives the same answer. With another body it is refused with 409',
);

const ifMatch = inHeader(
  'If-Match',
  { examples: ['"pP1sTqH0bYk3mO0r5w2LxA"'] },
  'An ETag that was answered for the object. When the object has changed since, the request is refused with 412',
);

const changeNote = inHeader(
  'X-Change-Note',
  { minLength: 1, maxLength: 200, examples: ['Raise the floor for the holidays'] },
  'What the change is for, in UTF-8: it stands at each of its entries in the change log, and in the history of a ym-profile',
);

const ifNoneMatch = inHeader(
  'If-None-Match',
  { examples: ['"pP1sTqH0bYk3mO0r5w2LxA"'] },
  'With one id: an ETag that was answered for the object. When the object has not changed since, the answer is 304, without a body',
);

/** The first of the hours that recorded auctions are asked for by; `from` means something else in another operation. */
export const firstHour: Json = inQuery('from', hour, 'The first hour, UTC');

/** What an operation says of its parameters, by name. */
interface ParameterWords {
  /** Parameters that mean something else than in other operations. */
  readonly own?: Readonly<Record<string, Json>>;
  /** Descriptions that are better than the usual ones. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly required?: readonly string[];
  /** Values in the example request. */
  readonly request?: Readonly<Record<string, unknown>>;
}

/**
 * The parameters of the operations that share a path and a method: those of the query and the headers that they read.
 * Throws for a required one that the example request lacks, and for a value of it that is of no parameter.
 */
export function parametersOf(
  operations: readonly RestOperation[],
  { own = {}, parameters: words = {}, required = [], request = {} }: ParameterWords,
): Json[] {
  const all = undescribedParameters(operations, words, own).map((one) =>
    required.includes(String(one['name'])) ? { ...one, required: true } : one,
  );
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
  own: Readonly<Record<string, Json>>,
): readonly Json[] {
  const routes = operations.map(({ rest }) => rest);
  const rows = routes.find(({ answer, rows: found }) => answer.form === 'page' && found !== undefined)?.rows;
  const names = new Set(routes.flatMap(({ query = {} }) => Object.keys(query)));
  const isRequired = (name: string) =>
    routes.every(({ query = {} }) => (name === 'id' ? query['id'] === 'id' : query[name] === 'required'));
  const reads = (header: 'if-match' | 'idempotency-key') => routes.some(({ headers }) => headers?.includes(header));
  return [
    ...(rows === undefined
      ? [...names].map((name) => ({
          ...(own[name] ??
            (isRequired(name) ? requiredTexts[name] : undefined) ??
            named[name] ??
            unknownParameter(name)),
          ...(words[name] === undefined ? {} : { description: words[name] }),
          ...(isRequired(name) ? { required: true } : {}),
        }))
      : listParameters(rows)),
    ...(reads('idempotency-key') ? [idempotencyKey] : []),
    ...(operations.some(isWrite) ? [changeNote] : []),
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
    startElement,
    inQuery(
      'num_elements',
      { type: 'integer', minimum: 1 },
      `Objects of a page, at most ${maxPageSize}; default ${defaultPageSize} where \`start_element\` is sent.${
        hasOwnOrder ? '' : ' With neither of the two all objects that match are returned'
      }`,
    ),
    inQuery(
      'fields',
      arrayOf({ type: 'string', enum: Object.keys(resource.fields) }),
      'Only these fields of each object',
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
      `One id gives that object under its singular key, or 404; with it only \`fields\`, \`member_id\` and paging may be sent. Several, at most ${maxIds}, give those that exist`,
      commas,
    ),
    inQuery(
      'sort',
      { type: 'string', examples: [`${sortable.at(-1) ?? 'id'}.desc,id.asc`] },
      `Order: fields with \`.asc\` or \`.desc\`, separated by commas; default \`id.asc\`. Fields: ${sortable.join(', ')}`,
    ),
    inQuery('search', text, 'Only objects whose id, name or code contains this text'),
  ];
}

/** One form of a filter on a field. */
function filter(parameter: string, { form, name, attribute, field }: Filter): Json {
  const type = typeOf(field);
  switch (form) {
    case 'min':
      return inQuery(parameter, type, `Only objects whose \`${name}\` is at least this`);
    case 'max':
      return inQuery(parameter, type, `Only objects whose \`${name}\` is at most this`);
    case 'like':
      return inQuery(parameter, text, `Only objects whose \`${name}\` contains this text`);
    case 'null':
      return inQuery(
        parameter,
        { type: 'boolean' },
        `\`true\`: only objects without \`${attribute}\`; \`false\`: only those with it`,
      );
    case 'not':
      return inQuery(parameter, arrayOf(type), `Only objects whose \`${name}\` is null or none of these`, commas);
    case 'is':
      return inQuery(
        parameter,
        arrayOf(type),
        `Only objects whose \`${name}\` is one of these. ${field.description}`,
        commas,
      );
  }
}

function typeOf({ type, values, elementFilter }: Field): Json {
  if (elementFilter !== undefined) return ref('Id');
  return values === undefined ? types[type] : { ...types[type], enum: values };
}
