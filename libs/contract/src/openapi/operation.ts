import type { RestOperation } from '../operation/list.ts';
import { responseName } from './error-response.ts';
import type { Json } from './json.ts';
import { parametersOf } from './parameter.ts';

/** What the table of operations does not say of the operations that share a path and a method. */
export interface Words {
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Descriptions of parameters, by name, that differ from the usual ones. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** The parameters of the example request, by name. */
  readonly request?: Readonly<Record<string, unknown>>;
  /** Media types of the body. */
  readonly body?: Json;
  /** Media types of the answer. */
  readonly answer: Json;
  /** Statuses other than those that any request may get. */
  readonly errors?: readonly number[];
}

const always = [400, 406, 429, 500, 503];
const ofCallers = [401, 403];
const ofBodies = [413, 415];

/** The operations that share a path and a method, as one operation of the document with every error that it may answer. */
export function operation(operations: readonly [RestOperation, ...RestOperation[]], words: Words): Json {
  const { id, tag, summary, description, body, answer, errors = [] } = words;
  const [{ scope }] = operations;
  const parameters = parametersOf(operations, words);
  const tags = operations.map(({ rest }) => rest.etag);
  const statuses = [...always, ...(scope === null ? [] : ofCallers), ...(body === undefined ? [] : ofBodies)];
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: scope === null ? [] : [{ key: [scope] }, { bearer: [scope] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { required: true, content: body } }),
    responses: {
      200: okResponse(
        answer,
        tags.some((etag) => etag !== undefined),
      ),
      ...(tags.includes('read') ? { 304: unchanged } : {}),
      ...errorsOf([...statuses, ...errors]),
    },
  };
}

const text = { type: 'string' };
const etag = { description: 'The state of the one object that is answered, for If-Match', schema: text };

const unchanged = { description: 'The object is in the state that If-None-Match names; there is no body' };

function okResponse(content: Json, isTagged: boolean): Json {
  const headers = {
    'x-request-id': { description: 'Finds the request in the log', schema: text },
    ...(isTagged ? { etag } : {}),
  };
  return { description: 'Done', headers, content };
}

function errorsOf(statuses: readonly number[]): Json {
  const sorted = statuses.toSorted((a, b) => a - b);
  return Object.fromEntries(
    sorted.map((status) => [status, { $ref: `#/components/responses/${responseName(status)}` }]),
  );
}

/** A media type of JSON with its examples by name. */
export function jsonContent(schema: Json, examples: Readonly<Record<string, unknown>> = {}): Json {
  const named = Object.entries(examples).filter(([, value]) => value !== undefined);
  return {
    'application/json': {
      schema,
      ...(named.length === 0 ? {} : { examples: Object.fromEntries(named.map(([name, value]) => [name, { value }])) }),
    },
  };
}
