import { maxBodyBytes } from '../operation/limit.ts';
import type { RestOperation } from '../operation/list.ts';
import type { RestRoute } from '../operation/operation.ts';
import { responseName } from './error-response.ts';
import { answerTable, bodyTable } from './field-table.ts';
import { headersOf } from './header.ts';
import type { Json } from './json.ts';
import { parametersOf } from './parameter.ts';

/** A shared schema whose fields are listed in a description. */
interface Listed {
  readonly schema: string;
  /** Where the object is: `response.auction`. */
  readonly at: string;
  /** Levels of nested objects that are listed; default: all. */
  readonly depth?: number;
}

/** What the table of operations does not say of the operations that share a path and a method. */
export interface Words {
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Descriptions of parameters, by name, that differ from the usual ones. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Parameters without which a request is refused, beside an `id`. */
  readonly required?: readonly string[];
  /** Parameters, by name, that mean something else than in other operations. */
  readonly own?: Readonly<Record<string, Json>>;
  /** The parameters of the example request, by name. */
  readonly request?: Readonly<Record<string, unknown>>;
  /** Media types of the body. */
  readonly body?: Json;
  readonly bodyFields?: Omit<Listed, 'at'>;
  /** Media types of the answer. */
  readonly answer: Json;
  readonly answerFields?: Listed;
  /** Statuses other than those that any request may get. */
  readonly errors?: readonly number[];
}

const always = [400, 406, 429, 500, 503];
const ofCallers = [401, 403];
const ofBodies = [413, 415];

/** The operations that share a path and a method, as one operation of the document with every error that it may answer. */
export function operation(operations: readonly [RestOperation, ...RestOperation[]], words: Words, schemas: Json): Json {
  const { id, tag, summary, description, body, answer, errors = [] } = words;
  const [{ scope, rest: route }] = operations;
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
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: route.body?.isOptional !== true,
            description: bodyDescription(route, words, schemas),
            content: body,
          },
        }),
    responses: {
      200: {
        description: answerDescription(words, schemas),
        headers: headersOf(
          scope,
          tags.some((etag) => etag !== undefined),
        ),
        content: answer,
      },
      ...(tags.includes('read') ? { 304: unchanged } : {}),
      ...errorsOf([...statuses, ...errors]),
    },
  };
}

const unchanged = { description: 'The object is in the state that If-None-Match names; there is no body' };

/** The fields of a body and its largest size, in words. */
function bodyDescription({ body }: RestRoute, { bodyFields: listed }: Words, schemas: Json): string {
  const fields = listed && bodyTable(schemas[listed.schema] as Json, schemas, listed.depth);
  const bytes = body === undefined ? 0 : maxBodyBytes[body.size];
  const size = bytes < mebibyte ? `${bytes / 1024} KiB` : `${bytes / mebibyte} MiB`;
  return [`At most ${size}.`, ...(fields === undefined ? [] : [fields])].join('\n\n');
}
const mebibyte = 1024 * 1024;

function answerDescription({ answerFields: listed }: Words, schemas: Json): string {
  if (listed === undefined) return 'The request was done.';
  const fields = answerTable(schemas[listed.schema] as Json, schemas, listed.depth);
  return `The request was done. In \`${listed.at}\`:\n\n${fields}`;
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
