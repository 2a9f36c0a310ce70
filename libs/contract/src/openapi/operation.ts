import type { Scope } from '../caller/caller.ts';
import { responseName } from './error-response.ts';
import type { Json } from './json.ts';

export interface OperationText {
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** What the credential must allow; undefined: anybody. */
  readonly scope?: Scope;
  readonly parameters?: readonly Json[];
  /** Media types of the body. */
  readonly body?: Json;
  /** Media types of the answer. */
  readonly answer: Json;
  /** The answer names the object's state. */
  readonly isTagged?: boolean;
  /** Asked for what is new, it may answer that nothing is. */
  readonly mayBeUnchanged?: boolean;
  /** Statuses other than those that any call may get. */
  readonly errors?: readonly number[];
}

const always = [400, 406, 429, 500, 503];
const ofCallers = [401, 403];
const ofBodies = [413, 415];

/** One operation of the document, with every error that it may answer. */
export function operation(text: OperationText): Json {
  const {
    id,
    tag,
    summary,
    description,
    scope,
    parameters = [],
    body,
    answer,
    isTagged = false,
    mayBeUnchanged = false,
    errors = [],
  } = text;
  const statuses = [...always, ...(scope === undefined ? [] : ofCallers), ...(body === undefined ? [] : ofBodies)];
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: scope === undefined ? [] : [{ key: [scope] }, { bearer: [scope] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { required: true, content: body } }),
    responses: {
      200: okResponse(answer, isTagged),
      ...(mayBeUnchanged ? { 304: unchanged } : {}),
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
