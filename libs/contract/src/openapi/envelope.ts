import { arrayOf, type Json, objectOf, ref, schemaName } from './json.ts';
import type { ResourceService } from '../operation/list.ts';

const whole = (description: string): Json => ({ type: 'integer', minimum: 0, description });

/** The `dbg_info` of every answer. Some answers add to it, so it is open. */
export const DbgInfo: Json = {
  type: 'object',
  description: 'About the answer itself. Where calls are limited, it also says how many were made and are allowed',
  properties: {
    output_term: { type: 'string', description: 'The key of the data in `response`; `not_found` where there is none' },
    version: { type: 'string', description: 'Version of the API' },
    warnings: arrayOf({ type: 'string' }, { description: 'What was ignored or changed without failing the request' }),
    time: { type: 'number', description: 'How long the service took, milliseconds' },
    request_id: { type: 'string', description: 'As in the header X-Request-Id: finds the request in the log' },
  },
  required: ['output_term', 'version', 'warnings', 'time', 'request_id'],
};

/** The envelope of a success around its data. */
export function envelope(content: Json, dbgInfo: Json = ref('DbgInfo')): Json {
  const status = { const: 'OK', description: 'The request was done' };
  return objectOf({
    response: { ...objectOf({ status, ...content, dbg_info: dbgInfo }), description: 'The whole answer' },
  });
}

export const listEnvelope = (plural: string, name: string) =>
  envelope({
    count: whole('How many objects match, over all pages'),
    start_element: whole('Place of the first object of this page, from 0'),
    num_elements: whole('Size of the page'),
    [plural]: arrayOf(ref(name), { description: 'The objects of this page' }),
  });

export const oneEnvelope = (service: string, name: string) =>
  envelope({
    count: { const: 1, description: 'One object' },
    start_element: { const: 0, description: 'Says nothing about one object' },
    num_elements: { const: 100, description: 'Says nothing about one object' },
    [service]: ref(name),
  });

const writtenId = { ...ref('Id'), description: 'Identifier of the object' };
const oneWritten = { const: 1, description: 'One object' };

export const writtenEnvelope = (service: string, name: string) =>
  envelope({ count: oneWritten, id: writtenId, [service]: ref(name) });

const exampleDbgInfo = (term: string | null) => ({
  output_term: term ?? 'not_found',
  version: '1.0',
  warnings: [],
  time: 0.8,
  request_id: '5f1f0c57-8c0f-4c62-9b32-5b8a3f8c7d10',
});

/** An example of an answer. `term` names the data key. */
export function exampleAnswer(term: string | null, content: Json, extra: Json = {}): Json {
  return { response: { status: 'OK', ...content, dbg_info: { ...exampleDbgInfo(term), ...extra } } };
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
  Deleted: envelope({ count: oneWritten, id: writtenId }),
  Meta: envelope({ fields: arrayOf(ref('MetaField'), { description: 'The fields of the service' }) }),
};
