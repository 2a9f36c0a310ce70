import { schemaName } from '../resource/field.ts';
import { arrayOf, type Json, ref } from './json.ts';
import type { ResourceService } from '../operation/list.ts';

const whole = (description: string): Json => ({ type: 'integer', minimum: 0, description });

/** The `dbg_info` of every answer. Some answers add to it, so it is open. */
export const DbgInfo: Json = {
  type: 'object',
  description: 'About the answer itself. If requests are limited, also how many were made and are allowed',
  properties: {
    output_term: { type: 'string', description: 'The key of the data in `response`; `not_found`: no data' },
    version: { type: 'string', description: 'Version of the API' },
    warnings: arrayOf({ type: 'string' }, { description: 'What was ignored or changed without failing the request' }),
    time: { type: 'number', description: 'How long the service took, milliseconds' },
    request_id: { type: 'string', description: 'As in the header X-Request-Id: finds the request in the log' },
    currency: { type: 'string', description: 'Of all money in the answer, ISO 4217, where it holds any' },
  },
  required: ['output_term', 'version', 'warnings', 'time', 'request_id'],
};

/** The attributes of every success besides its data; a page of rows and an object have further ones. */
const base = (content: Json): Json => ({
  type: 'object',
  description: 'Answer',
  properties: { status: { const: 'OK', description: 'The request was done' }, ...content, dbg_info: ref('DbgInfo') },
  required: ['status', ...Object.keys(content), 'dbg_info'],
});
const id = { ...ref('Id'), description: 'Its identifier' };

const envelopeSchemas: Json = {
  Success: { ...base({}) },
  PageSuccess: {
    ...base({
      count: whole('How many objects match, over all pages'),
      start_element: whole('Index of the first object of this page, from 0'),
      num_elements: whole('Size of the page'),
    }),
  },
  OneSuccess: {
    ...base({
      count: { const: 1, description: 'One object' },
      start_element: { const: 0, description: 'Without meaning for one object' },
      num_elements: { const: 100, description: 'Without meaning for one object' },
    }),
  },
  WriteSuccess: {
    ...base({ count: { const: 1, description: 'One object' }, id }),
  },
};

/** The envelope of a success: the attributes common to all, and its data. */
export const envelope = (content: Json, common = 'Success'): Json => ({
  type: 'object',
  properties: {
    response: {
      allOf: [ref(common)],
      properties: content,
      ...(Object.keys(content).length === 0 ? {} : { required: Object.keys(content) }),
      unevaluatedProperties: false,
    },
  },
  required: ['response'],
  additionalProperties: false,
});

export const listEnvelope = (plural: string, name: string) =>
  envelope({ [plural]: arrayOf(ref(name), { description: 'Rows' }) }, 'PageSuccess');

export const oneEnvelope = (service: string, name: string) => envelope({ [service]: ref(name) }, 'OneSuccess');

export const writtenEnvelope = (service: string, name: string) => envelope({ [service]: ref(name) }, 'WriteSuccess');

const exampleDbgInfo = (term: string | null) => ({
  output_term: term ?? 'not_found',
  version: '1.0',
  warnings: [],
  time: 0.8,
  request_id: '5f1f',
});

/** Two elements of a list whose JSON is longer than this are not both shown. */
const longestShown = 500;

/** The number of elements to which examples cut a list of objects or sentences: two, or one where they are long. */
export const shownElements = (list: readonly unknown[]): number =>
  JSON.stringify(list.slice(0, 2)).length > longestShown ? 1 : 2;

/** Prepares a value for an example: cuts its lists of objects and sentences, at any depth. */
export function asShown(value: unknown): unknown {
  if (Array.isArray(value)) {
    return (value.every((one) => typeof one === 'number') ? value : value.slice(0, shownElements(value))).map(asShown);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asShown(inner)]));
}

/** An example of an answer. `term` names the data key. */
export function exampleAnswer(term: string | null, content: Json): Json {
  return { response: { status: 'OK', ...(asShown(content) as Json), dbg_info: exampleDbgInfo(term) } };
}

export function exampleError(content: Json, issues: readonly unknown[]): Json {
  return { response: { status: 'ERROR', ...content, dbg_info: { ...exampleDbgInfo(null), issues } } };
}

/** The answers of a service as shared schemas. */
export function answerSchemas({ resource: { service, plural, fields }, methods }: ResourceService): Json {
  const name = schemaName(service);
  const isWritten = methods.some((method) => method === 'POST' || method === 'PUT');
  return {
    [`${name}List`]: listEnvelope(plural, name),
    ...('id' in fields ? { [`${name}One`]: oneEnvelope(service, name) } : {}),
    ...(isWritten ? { [`${name}Written`]: writtenEnvelope(service, name) } : {}),
  };
}

/** The answers that more than one service gives. */
export const sharedAnswerSchemas: Json = {
  ...envelopeSchemas,
  Deleted: envelope({}, 'WriteSuccess'),
  Meta: envelope({ fields: arrayOf(ref('MetaField'), { description: 'The fields of the service' }) }),
};
