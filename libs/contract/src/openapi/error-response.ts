import { type ErrorKind, errorCatalogue } from '../error/catalogue.ts';
import { exampleError } from './envelope.ts';
import { headersNamed, usageHeaders } from './header.ts';
import { arrayOf, type Json, objectOf, ref } from './json.ts';

/** The causes of each kind of error. */
const reasons: Record<ErrorKind, string> = {
  invalid: 'the JSON is malformed, or a field or parameter is unknown or has a value that is not allowed',
  not_found: 'no object has this id, or no operation has this path',
  gone: 'the revision is no longer kept; the message names the oldest kept one',
  not_authenticated: 'no, wrong, ended or revoked credentials; with a password, log in again',
  forbidden: 'the caller is known, and may not do this',
  method_not_allowed: 'the path does not have this method',
  not_acceptable: 'the header Accept excludes JSON',
  integrity: 'a reference to nothing, a duplicate, or an object in use',
  conflict: 'other requests change the same object at the same time; send the request again',
  key_reused: 'the Idempotency-Key was used for another request',
  precondition_failed: 'the object is not in the state that If-Match names',
  limit: 'a limit of the member or user is reached',
  too_large: 'the body is too large',
  unsupported_media_type: 'the Content-Type is neither absent nor one under which JSON is read',
  rate_exceeded: 'too many requests',
  unavailable: 'the stored objects are out of reach at the moment; nothing was changed',
  outcome_unknown:
    'it is not known whether the write was done; send it again with the same Idempotency-Key, or read first what is stored',
  unknown: 'an unexpected error',
};

const kinds = Object.keys(errorCatalogue) as ErrorKind[];
const distinct = (values: readonly unknown[]) => [...new Set(values)];

const Issue = objectOf({
  path: { type: 'string', description: 'Where: `buyer_members.0.id`; empty for the whole input' },
  message: { type: 'string', description: 'What was seen, and what is allowed' },
});

/** The envelope of every error. */
const ErrorAnswer = objectOf({
  response: {
    ...objectOf({
      status: {
        const: 'ERROR',
        description: 'The request was refused, and nothing was changed unless `error_code` is OUTCOME_UNKNOWN',
      },
      error_id: {
        enum: distinct(kinds.map((kind) => errorCatalogue[kind].errorId)),
        description: 'Kind of the error',
      },
      error: { type: 'string', description: 'For people: what was wrong, where, the value seen, what is allowed' },
      error_description: { type: 'null', description: 'Always null' },
      error_code: {
        enum: distinct(kinds.map((kind) => errorCatalogue[kind].errorCode)),
        description: 'More on `error_id`, for programs; null: none',
      },
      service: { type: ['string', 'null'], description: 'The requested path, without its slash' },
      method: { type: 'string', description: 'The requested method' },
      dbg_info: {
        description: 'About the answer itself, and what was wrong',
        allOf: [
          ref('DbgInfo'),
          {
            type: 'object',
            properties: { issues: arrayOf(ref('Issue'), { description: 'Every problem of the request' }) },
            required: ['issues'],
          },
        ],
      },
    }),
    description: 'The whole answer',
  },
});

export const errorSchemas: Json = { Issue, Error: ErrorAnswer };

/** The name of the shared response of a status. */
export const responseName = (status: number) => `Error${status}`;

const statuses = distinct(kinds.map((kind) => errorCatalogue[kind].httpStatus)) as number[];

/** The statuses that only some operations answer; any request may get the others. */
const particular = [404, 409, 410, 412];

/** The response to any failed request, and one for each status of only some operations. */
export const errorResponses = (): Json => ({
  Error: {
    description: `Any other error.\n\n${statuses.flatMap((status) => linesOf(status)).join('\n')}`,
    headers: headersNamed([
      'x-request-id',
      'www-authenticate',
      'allow',
      'retry-after',
      'x-ratelimit-code',
      ...usageHeaders,
    ]),
    content: errorContent(['invalid']),
  },
  ...Object.fromEntries(
    particular.map((status) => {
      const ofStatus = kinds.filter((kind) => errorCatalogue[kind].httpStatus === status);
      const response = {
        description: linesOf(status).join('\n'),
        headers: headersNamed(['x-request-id']),
        // The description has the others; their answers differ in nothing else.
        content: errorContent(ofStatus.slice(0, 1)),
      };
      return [responseName(status), response];
    }),
  ),
});

/** The causes of a status: a line for each kind of error. */
const linesOf = (status: number): readonly string[] =>
  kinds
    .filter((kind) => errorCatalogue[kind].httpStatus === status)
    .map((kind) => {
      const { errorId, errorCode } = errorCatalogue[kind];
      return `- ${status} \`${errorId}\`${errorCode === null ? '' : ` \`${errorCode}\``}: ${reasons[kind]}`;
    });

const errorContent = (shown: readonly ErrorKind[]): Json => ({
  'application/json': {
    schema: ref('Error'),
    examples: Object.fromEntries(shown.map((kind) => [kind, { value: exampleOfKind(kind) }])),
  },
});

function exampleOfKind(kind: ErrorKind): Json {
  const { errorId, errorCode } = errorCatalogue[kind];
  const issue = { path: 'priority', message: 'is 11, allowed: at most 10' };
  const isInvalid = kind === 'invalid';
  return exampleError(
    {
      error_id: errorId,
      error: isInvalid ? `${issue.path} ${issue.message}` : reasons[kind],
      error_description: null,
      error_code: errorCode,
      service: 'ym-auction-tier',
      method: 'POST',
    },
    isInvalid ? [issue] : [],
  );
}
