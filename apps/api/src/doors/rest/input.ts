import type { IncomingMessage } from 'node:http';
import {
  type Context,
  invalid,
  type Query,
  type QueryKind,
  type RestRoute,
  ServiceError,
  toServiceError,
} from '@auction-tiers/contract';
import { requireOwnMember } from '../../handlers/request/owner.ts';
import { maxBytesOf, readBytes, readJson } from '../http/body.ts';
import { readIdempotencyKey, readIfMatch } from '../http/request-header.ts';
import { readFlag, readId, readList, readProjection, readSeats, readWhole, requireKnown } from './query.ts';

interface Read {
  /** As tRPC's clients send it; still to be parsed. */
  readonly input: unknown;
  /** The context, with what the headers add to it. */
  readonly context: Context;
  /** Keeps the attributes of a row that were asked for. */
  readonly project: (row: object) => object;
}

/** With one id paging says nothing, and is allowed. */
const rowParameters = ['fields', 'start_element', 'num_elements'];

/** The input of an operation, from the query, the headers and the body of a request. */
export async function readInput(
  rest: RestRoute,
  request: IncomingMessage,
  query: Query,
  context: Context,
): Promise<Read> {
  const { rows, query: kinds = {}, headers = [], body } = rest;
  const project = rows === undefined ? (row: object) => row : readProjection(query, rows);
  if (rows !== undefined && rest.answer.form === 'page') return { input: readList(query, rows), context, project };
  requireKnown(query, [...Object.keys(kinds), ...(rows === undefined ? [] : rowParameters)]);
  const named = readParameters(kinds, query, context);
  const ifMatch = headers.includes('if-match') ? readIfMatch(request.headers) : undefined;
  if (ifMatch !== undefined) named['if_match'] = ifMatch;
  const idempotencyKey = headers.includes('idempotency-key') ? readIdempotencyKey(request.headers) : undefined;
  const read = { context: idempotencyKey === undefined ? context : { ...context, idempotencyKey }, project };
  if (body !== undefined) {
    const content = body.content(await readJson(request, maxBytesOf[body.size]));
    return {
      ...read,
      input: body.as === undefined ? merged(content, named, body.precedence) : { ...named, [body.as]: content },
    };
  }
  // The body of a DELETE says nothing, but one that is too large or never ends is refused.
  if (rest.method === 'DELETE') await readBytes(request, maxBytesOf.object);
  return { ...read, input: named };
}

function merged(content: unknown, named: object, precedence: 'query' | undefined): unknown {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return content;
  return precedence === 'query' ? { ...content, ...named } : { ...named, ...content };
}

/** The parameters of the query that were sent, by name. */
function readParameters(
  kinds: Readonly<Record<string, QueryKind>>,
  query: Query,
  context: Context,
): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    const value = readParameter(kind, name, query, context);
    if (value !== undefined) named[name] = value;
  }
  return named;
}

function readParameter(kind: QueryKind, name: string, query: Query, { caller }: Context): unknown {
  switch (kind) {
    case 'id':
      return readId(query);
    case 'own_id':
      // A seller has no other member than its own, so it may leave the id out.
      if (query[name] === undefined && !(caller instanceof ServiceError)) return caller.memberId ?? undefined;
      return readId(query);
    case 'whole':
      return readWhole(query, name);
    case 'flag':
      return readFlag(query, name);
    case 'text':
      return query[name];
    case 'seats':
      return readSeats(query, name);
    case 'member':
    case 'member_check': {
      const memberId = readWhole(query, name);
      if (!(caller instanceof ServiceError)) requireOwnMember(caller, memberId);
      return kind === 'member' ? memberId : undefined;
    }
  }
}

/** An error of an operation whose input has the body as one attribute: the caller knows that attribute as the body. */
export function inBody(attribute: string | undefined, thrown: unknown): unknown {
  const error = toServiceError(thrown);
  if (attribute === undefined || error.kind !== 'invalid') return thrown;
  return invalid(
    error.issues.map(({ path, message }) => ({
      path: path === attribute ? '' : path.startsWith(`${attribute}.`) ? path.slice(attribute.length + 1) : path,
      message,
    })),
  );
}
