import type { IncomingMessage } from 'node:http';
import {
  type Context,
  filtersOf,
  IdInput,
  invalid,
  type Issue,
  type ListInput,
  maxIds,
  ofIssues,
  type Query,
  type QueryKind,
  type RestRoute,
  type Rows,
  ServiceError,
  takesSeveral,
  toServiceError,
} from '@auction-tiers/contract';
import { requireOwnMember } from '../../handlers/request/condition.ts';
import { readOpenRtb } from '../http/open-rtb-body.ts';
import { maxBytesOf, readBytes, readIdempotencyKey, readIfMatch, readJson } from '../http/request.ts';

interface Read {
  /** The input in the form that tRPC clients send, not parsed yet. */
  readonly input: unknown;
  /** The context, with what the headers add to it. */
  readonly context: Context;
  readonly project: Project;
}

/** Keeps the attributes of a row that were asked for; undefined: all were. */
export type Project = ((row: object) => object) | undefined;

/** For an operation on one id, the paging parameters have no effect and are allowed. */
const rowParameters = ['fields', 'start_element', 'num_elements'];

/** The input of an operation, from the query, the headers and the body of a request. */
export async function readInput(
  rest: RestRoute,
  request: IncomingMessage,
  query: Query,
  context: Context,
): Promise<Read> {
  const { rows, query: kinds = {}, headers = [], body } = rest;
  const project = rows && readProjection(query, rows);
  if (rows !== undefined && rest.answer.form === 'page') return { input: readList(query, rows), context, project };
  requireKnown(query, [...Object.keys(kinds), ...(rows === undefined ? [] : rowParameters)]);
  const named = readParameters(kinds, query, context);
  const ifMatch = headers.includes('if-match') ? readIfMatch(request.headers) : undefined;
  if (ifMatch !== undefined) named['if_match'] = ifMatch;
  const idempotencyKey = headers.includes('idempotency-key') ? readIdempotencyKey(request.headers) : undefined;
  const read = { context: idempotencyKey === undefined ? context : { ...context, idempotencyKey }, project };
  if (body !== undefined) {
    const json =
      body.size === 'openRtb'
        ? await readOpenRtb(request, readGzip(query))
        : await readJson(request, maxBytesOf[body.size], body.isOptional);
    const content = body.content(json);
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
    case 'required':
      return query[name];
    case 'seats':
      return readSeats(query, name);
    case 'gzip':
      return void readGzip(query);
    case 'member':
    case 'member_check': {
      const memberId = readWhole(query, name);
      if (!(caller instanceof ServiceError)) requireOwnMember(caller, memberId);
      return kind === 'member' ? memberId : undefined;
    }
  }
}

/** The error of an operation that takes the body as one attribute, with paths that begin at the body. */
export function inBody(attribute: string | undefined, thrown: unknown): unknown {
  const error = toServiceError(thrown);
  if (attribute === undefined || error.kind !== 'invalid') return thrown;
  return ofIssues(
    'invalid',
    error.issues.map(({ path, message }) => ({
      path: path === attribute ? '' : path.startsWith(`${attribute}.`) ? path.slice(attribute.length + 1) : path,
      message,
    })),
  );
}

/** The parameters of a request's query. Throws for a duplicate one, and for one whose encoding is broken. */
export function readQuery(url: string): Query {
  const start = url.indexOf('?');
  const search = start === -1 ? '' : url.slice(start + 1);
  const query: Record<string, string> = Object.create(null) as Record<string, string>;
  const issues: Issue[] = [];
  for (const part of search.split('&').filter((one) => one !== '')) {
    const [name = '', value = ''] = [...new URLSearchParams(part)][0] ?? [];
    if (!isDecodable(part)) issues.push({ path: name, message: 'is not valid percent-encoded UTF-8' });
    else if (name in query) issues.push({ path: name, message: 'is a duplicate parameter, allowed: once' });
    query[name] = value;
  }
  if (issues.length > 0) throw invalid(issues);
  return query;
}

/** URLSearchParams puts a replacement character where the encoding is broken, and so changes what was asked. */
function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/** Throws for parameters that an operation does not know: a typo must not be ignored. */
export function requireKnown(query: Query, known: readonly string[]): void {
  const unknown = Object.keys(query).filter((name) => !known.includes(name));
  const message = `is not a known parameter here; known: ${known.join(', ') || 'none'}`;
  if (unknown.length > 0) throw invalid(unknown.map((path) => ({ path, message })));
}

export function readWhole(query: Query, name: string): number | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  if (/^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw invalid([{ path: name, message: `is ${JSON.stringify(text)}, allowed: a whole number` }]);
}

/** Whether `gzip=1` says that the body is packed, as Prebid.js writes it. */
function readGzip({ gzip }: Query): boolean {
  if (gzip === undefined || gzip === '0' || gzip === '1') return gzip === '1';
  throw invalid([{ path: 'gzip', message: `is ${JSON.stringify(gzip)}, allowed: 0 or 1` }]);
}

export function readFlag(query: Query, name: string): boolean | undefined {
  const text = query[name];
  if (text === undefined || text === 'true' || text === 'false')
    return text === undefined ? undefined : text === 'true';
  throw invalid([{ path: name, message: `is ${JSON.stringify(text)}, allowed: true or false` }]);
}

/** `id=7` or `id=7,8`; duplicates fold. */
export function readIds(query: Query): number[] | undefined {
  const text = query['id'];
  if (text === undefined) return undefined;
  const parts = text.split(',').map((part) => part.trim());
  const bad = parts.find((part) => !/^\d{1,16}$/.test(part) || !IdInput.shape.id.safeParse(Number(part)).success);
  if (bad !== undefined)
    throw invalid([{ path: 'id', message: `holds ${JSON.stringify(bad)}, allowed: ids such as 7 or 7,8` }]);
  const ids = [...new Set(parts.map(Number))];
  if (ids.length > maxIds)
    throw invalid([{ path: 'id', message: `holds ${ids.length} ids, allowed: at most ${maxIds}` }]);
  return ids;
}

/** The id of the one object that a write is about. */
export function readId(query: Query): number {
  const ids = readIds(query);
  const [id] = ids ?? [];
  if (id !== undefined && ids?.length === 1) return id;
  const message = ids === undefined ? 'is required in the query' : `holds ${ids.length} ids, allowed: one`;
  throw invalid([{ path: 'id', message }]);
}

const listParameters = new Set(['id', 'start_element', 'num_elements', 'sort', 'search', 'fields', 'member_id']);

/** A list's input: the known parameters, and the rest as filters, whose names the list itself checks. */
export function readList(query: Query, resource: Rows): ListInput {
  // Objects of the whole installation may name a member as an attribute, by which a list is filtered.
  const isAttribute = resource.owner === 'shared' && Object.hasOwn(resource.fields, 'member_id');
  const isFilter = isAttribute && query['member_id']?.includes(',') === true;
  const filter = Object.fromEntries(
    Object.entries(query)
      .filter(([name]) => !listParameters.has(name) || (isFilter && name === 'member_id'))
      .map(([name, text]) => [name, readFilter(resource, name, text)]),
  );
  return {
    ids: readIds(query),
    start_element: readWhole(query, 'start_element'),
    num_elements: readWhole(query, 'num_elements'),
    sort: query['sort'],
    search: query['search'],
    member_id: isFilter ? undefined : readWhole(query, 'member_id'),
    ...(Object.keys(filter).length === 0 ? {} : { filter }),
  };
}

/** The values of a filter; the unchanged text for a filter that takes a single value and for an unknown one. */
function readFilter({ fields }: Rows, name: string, text: string): string | string[] {
  const filter = filtersOf(fields).get(name);
  return filter !== undefined && takesSeveral(filter) ? splitValues(text) : text;
}

/** Values separated by commas. Inside a value `\,` is a comma and `\\` a backslash; any other backslash is kept. */
export function splitValues(text: string): string[] {
  const values = [''];
  for (const [part] of text.matchAll(/\\[,\\]|[^]/g)) {
    if (part === ',') values.push('');
    else values.push(`${values.pop()}${part.startsWith('\\') ? part.slice(-1) : part}`);
  }
  return values;
}

/** Which attributes `fields=a,b` keeps; all when it is not given. */
export function readProjection(query: Query, resource: Pick<Rows, 'fields'>): Project {
  const { fields } = query;
  if (fields === undefined) return undefined;
  const names = fields.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !Object.hasOwn(resource.fields, name));
  if (unknown.length > 0) {
    const message = `holds ${JSON.stringify(unknown[0])}, allowed: ${Object.keys(resource.fields).join(', ')}`;
    throw invalid([{ path: 'fields', message }]);
  }
  return (row) => Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));
}

/** `seats=appnexus:101,rubicon:102` */
export function readSeats(query: Query, name: string): Record<string, number> | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  const pairs = text.split(',').map((pair) => /^(.+):([1-9]\d{0,15})$/.exec(pair.trim()));
  if (pairs.includes(null)) {
    const message = `is ${JSON.stringify(text)}, allowed: name:id pairs such as appnexus:101,rubicon:102`;
    throw invalid([{ path: name, message }]);
  }
  return Object.fromEntries(pairs.map((pair) => [pair?.[1], Number(pair?.[2])])) as Record<string, number>;
}
