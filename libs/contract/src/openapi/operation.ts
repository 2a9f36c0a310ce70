import type { Scope } from '../caller/caller.ts';
import { maxBodyBytes } from '../operation/limit.ts';
import type { RestOperation } from '../operation/list.ts';
import type { OperationWords, RestRoute } from '../operation/operation.ts';
import { responseName } from './error-response.ts';
import { headersOf } from './header.ts';
import type { Json } from './json.ts';
import { parametersOf } from './parameter.ts';

/** What is sent to an operation, with examples, and what it answers. */
export interface Shown {
  /** Media types of the body. */
  readonly body?: Json;
  /** Media types of the answer. */
  readonly answer?: Json;
  /** The name of a shared response, in place of a response of its own. */
  readonly response?: string;
}

/** The security requirement of an operation; the document states the one for reading once. */
export const securityOf = (scope: Scope | null): Json[] =>
  scope === null ? [] : [{ key: [scope] }, { bearer: [scope] }];

/** Operations that share a path and a method as one operation of the document. `default` is any other error. */
export function operation(
  operations: readonly [RestOperation, ...RestOperation[]],
  words: OperationWords & Shown,
): Json {
  const { id, summary, description, request, body, answer, errors = [] } = words;
  const [{ scope, rest: route }] = operations;
  const { tag = route.path.split('/')[1] } = words;
  const parameters = parametersOf(operations, request);
  const tags = operations.map(({ rest }) => rest.etag);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(scope === 'read' ? {} : { security: securityOf(scope) }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: route.body?.isOptional !== true,
            description: sizeOf(route),
            content: body,
          },
        }),
    responses: {
      200:
        words.response === undefined
          ? {
              description: 'Done',
              ...headersOf(tags.some((etag) => etag !== undefined)),
              content: answer,
            }
          : { $ref: `#/components/responses/${words.response}` },
      ...(tags.includes('read') ? { 304: { $ref: '#/components/responses/Unchanged' } } : {}),
      ...errorsOf(errors),
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

/** The largest size of a body, in words. */
function sizeOf({ body }: RestRoute): string {
  const bytes = body === undefined ? 0 : maxBodyBytes[body.size];
  return `At most ${bytes < mebibyte ? `${bytes / 1024} KiB` : `${bytes / mebibyte} MiB`}`;
}
const mebibyte = 1024 * 1024;

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
