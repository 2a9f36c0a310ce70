import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import {
  type AnyHandler,
  type Caller,
  type CallContext,
  type Handlers,
  handlerOf,
  isWrite,
  type Page,
  rateOf,
  type RestOperation,
  requireScope,
  restOperations,
  type RestRoute,
  ServiceError,
  type Tagged,
} from '@auction-tiers/contract';
import type { Logger } from 'pino';
import type { Authenticator } from '../../auth/authenticate.ts';
import { errorOf } from '../../auth/presumed.ts';
import { etagOfLong } from '../../handlers/request/condition.ts';
import type { Follower } from '../../mirror/follower.ts';
import { inSlices, inSlicesIfLong } from '../../slice/slice.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { ByteAuctions } from '../http/byte-auctions.ts';
import type { AddressOf } from '../http/client.ts';
import { csvMediaType, isCsvWanted } from '../http/csv.ts';
import { allowedMethods, Exchange } from '../http/exchange.ts';
import { bufferedUsage, readNotes, requireJsonWanted } from '../http/request.ts';
import { inBody, type Project, projectInSteps, readInput, readQuery, requireKnown } from './input.ts';
import { TierSetBodies } from './tier-set-bodies.ts';
import { isLines, streamAuctions } from './ndjson.ts';

interface RestDoorDeps {
  readonly handlers: Handlers;
  readonly authenticator: Authenticator;
  readonly follower: Pick<Follower, 'fresh'>;
  readonly throttle: Throttle;
  readonly auctions: ByteAuctions;
  readonly addressOf: AddressOf;
  /** What goes before the listener of a path, as cookies are admitted only where a page needs it. */
  readonly before: Readonly<Partial<Record<string, (listener: PathListener) => PathListener>>>;
  readonly log: Logger;
  readonly tierSets: TierSetBodies;
}

/** What a request to a path is answered by. */
export type PathListener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** What answers a path of the REST door; undefined for any other path. */
export type FindPath = (path: string) => PathListener | undefined;

/** An operation with the function that runs it on the raw input. */
interface Served extends RestOperation {
  readonly run: AnyHandler;
  /** Whether headers may say something about the change that it makes. */
  readonly mayBeNoted: boolean;
  /** The rate limit that its requests count against; null: none. */
  readonly rate: ReturnType<typeof rateOf> | null;
}

/** A path of the REST door: the operations that it serves, by method. */
type Methods = Readonly<Partial<Record<string, readonly [Served, ...Served[]]>>>;

/** Answers the requests to paths of the REST door; `others` answers all other requests. */
export function createRestDoor(findPath: FindPath, others: RequestListener): RequestListener {
  return (request, response) => {
    const listener = findPath(pathOf(request.url));
    if (listener === undefined) others(request, response);
    else void listener(request, response);
  };
}

/** The path of a target in its usual spelling, without the version in front. */
function pathOf(url = ''): string {
  const end = url.indexOf('?');
  return url.slice(url.startsWith('/v1/') ? 3 : 0, end === -1 ? undefined : end);
}

/**
 * Prepares the listener of every path of the REST door. All requests take the same way: permission and rate limit by the
 * operation, its input from query, headers and body, its handler, the envelope.
 */
export function createFindPath({ handlers, before, ...rest }: Omit<RestDoorDeps, 'tierSets'>): FindPath {
  const deps = { ...rest, tierSets: new TierSetBodies() };
  const paths = new Map<string, Record<string, [Served, ...Served[]]>>();
  for (const operation of restOperations) {
    const { path, method } = operation.rest;
    const methods = paths.get(path) ?? {};
    paths.set(path, methods);
    const { scope } = operation;
    const rate = scope && rateOf(scope);
    const served = { ...operation, run: handlerOf(handlers, operation), mayBeNoted: isWrite(operation), rate };
    const others = methods[method] ?? [];
    // An operation that only some queries ask for is tried before the one that all others ask for.
    methods[method] = served.rest.when === undefined ? ([...others, served] as [Served]) : [served, ...others];
  }
  const listeners = new Map<string, PathListener>();
  for (const [path, methods] of paths) {
    const own = listenerOf(path, methods, deps);
    const listener = before[path]?.(own) ?? own;
    for (const spelled of [path, `${path}/`]) listeners.set(spelled, listener);
  }
  return (path) => listeners.get(path);
}

function listenerOf(path: string, methods: Methods, deps: Omit<RestDoorDeps, 'handlers' | 'before'>): PathListener {
  const service = path.slice(1).replace(/\/meta$/, '');
  const finish = Object.values(methods).flat()[0]?.scope === 'auction' ? 'auction' : 'object';
  const allow = allowedMethods(Object.keys(methods));
  const hasCsv = Object.values(methods).some((served) => served?.some(({ rest }) => rest.csvColumns !== undefined));
  return async (request, response) => {
    const exchange = new Exchange(request, response, service, deps.log, finish);
    if (request.method === 'OPTIONS') {
      exchange.options(allow);
      return;
    }
    try {
      requireJsonWanted(request, hasCsv ? [csvMediaType] : []);
      await answer(operationsOf(path, methods, request.method ?? ''), request, response, exchange, deps);
    } catch (error) {
      exchange.fail(await errorOf(exchange.presumed, error));
    }
    await exchange.settle();
  };
}

async function answer(
  operations: readonly [Served, ...Served[]],
  request: IncomingMessage,
  response: ServerResponse,
  exchange: Exchange,
  deps: Omit<RestDoorDeps, 'handlers' | 'before'>,
): Promise<void> {
  // Before the body is read: a caller that may not do this may not send one either.
  const context = await permit(operations, request, exchange, deps);
  const query = readQuery(request.url ?? '');
  const operation = operations.find(({ rest }) => rest.when?.(query) !== false) ?? operations[0];
  if (operation.rest.body?.mayBeLines === true && isLines(request)) {
    requireKnown(query, []);
    // It is answered for as long as its caller's credential is valid.
    const caller = deps.authenticator.open(request.headers.authorization, request.socket);
    const call = context as CallContext;
    const streaming = { call, caller, auctions: deps.auctions, fail: (error: unknown) => exchange.fail(error) };
    await streamAuctions(request, response, streaming).finally(() => caller.close());
    return;
  }
  const noted = operation.mayBeNoted ? { ...context, ...readNotes(request.headers) } : context;
  const { input, context: completed, project } = await readInput(operation.rest, request, query, noted, deps.tierSets);
  // A body may take half a minute to arrive.
  if (operation.rest.body !== undefined && operation.scope !== null) {
    await deps.authenticator.confirm(request.headers.authorization, request.socket);
  }
  let output: unknown;
  let parsed: unknown;
  try {
    const { parseInSteps } = operation;
    parsed = parseInSteps === undefined ? operation.input.parse(input) : await inSlices(parseInSteps(input));
    output = await operation.run(completed, parsed);
    if (exchange.presumed?.isOpen === true) await exchange.presumed.confirm();
  } catch (error) {
    throw inBody(operation.rest.body?.as, error);
  }
  const { csvColumns } = operation.rest;
  if (csvColumns !== undefined && isCsvWanted(request)) {
    await exchange.csv(csvColumns(parsed as never, output as never), output as Page<Row>);
    return;
  }
  const { etag, term, content, debug } = await toAnswer(operation.rest, { output, input, project });
  if (etag !== undefined) exchange.tag(etag);
  if (operation.rest.etag === 'read' && exchange.isTagKnown()) return;
  exchange.ok(term, content, debug);
}

/** The context of a request whose caller may do this and has not exceeded its rate limit. */
async function permit(
  operations: readonly [Served, ...Served[]],
  request: IncomingMessage,
  exchange: Exchange,
  deps: Pick<RestDoorDeps, 'authenticator' | 'follower' | 'throttle' | 'addressOf'>,
) {
  const [{ scope, rate, isFromMemory = false }] = operations;
  const { authenticator, throttle, addressOf } = deps;
  if (scope === null || rate === null)
    return exchange.context(new ServiceError('not_authenticated', 'not logged in yet'), addressOf);
  const { authorization } = request.headers;
  // The caller that the connection had last is the one it will have, nearly always: what is asked for it is not waited for.
  const expected = authenticator.expected(authorization, request.socket);
  const fresh = freshenAhead(operations[0], expected, deps.follower);
  const counted = bufferedUsage(request);
  const counting = counted === undefined && expected !== undefined ? throttle.take(expected, rate) : undefined;
  if (operations.every(({ isCallerPresumed }) => isCallerPresumed))
    exchange.presumed = authenticator.presume(authorization, request.socket);
  const find = isFromMemory ? 'recognise' : 'authenticate';
  const caller = exchange.presumed?.caller ?? (await authenticator[find](authorization, request.socket));
  const isExpected = !(caller instanceof ServiceError) && caller.userId === expected?.userId;
  exchange.charge(counted ?? (await ((isExpected ? counting : undefined) ?? throttle.take(caller, rate))));
  return { ...exchange.context(requireScope(caller, scope), addressOf), ...fresh };
}

/**
 * Asks how far the objects are that a read will need while its credential is checked: both questions then travel to Redis
 * together. For another caller it was in vain.
 */
function freshenAhead(
  { isFromMemory = false, rest }: RestOperation,
  expected: Caller | undefined,
  follower: Pick<Follower, 'fresh'>,
): Pick<CallContext, 'fresh'> {
  if (isFromMemory || rest.method !== 'GET' || rest.rows?.owner !== 'member') return {};
  const owner = expected?.memberId ?? null;
  if (owner === null) return {};
  const done = follower.fresh(owner);
  // The handler that waits for it meets the failure; a refused request has none.
  done.catch(ignoreUnused);
  return { fresh: { owner, done } };
}

const ignoreUnused = () => {};

/** The operations of a method, or a 405 that names the methods there are. */
function operationsOf(path: string, methods: Methods, method: string): readonly [Served, ...Served[]] {
  const found = methods[method === 'HEAD' ? 'GET' : method];
  if (found !== undefined) return found;
  const allow = allowedMethods(Object.keys(methods));
  throw new ServiceError('method_not_allowed', `${path} has no ${method}, allowed: ${allow.join(', ')}`, { allow });
}

type Row = Readonly<Record<string, unknown>>;

/** What goes into the envelope. */
interface Answer {
  /** Names the state of the object that is answered. */
  readonly etag?: string;
  /** The key of the data; null where there is none. */
  readonly term: string | null;
  readonly content: Row;
  /** What `dbg_info` has beside the usual. */
  readonly debug?: Row;
}

interface Given {
  /** What the handler gave. */
  readonly output: unknown;
  readonly input: unknown;
  readonly project: Project;
}

/** The answer of a route, made from what its handler gave. */
async function toAnswer({ answer: shape, etag }: RestRoute, given: Given): Promise<Answer> {
  const { term } = shape;
  if (etag === 'read') {
    const { etag: tag, item } = given.output as Tagged<object>;
    return { etag: tag, term, content: await contentOf(shape, { ...given, output: item }) };
  }
  const output = given.output as Row;
  const hidden = shape.debug?.map((name) => [name, output[name]]);
  return {
    ...(etag === 'written' ? { etag: await etagOfLong(output) } : {}),
    ...(etag === 'named' ? { etag: output['etag'] as string } : {}),
    term,
    content: await contentOf(shape, given),
    ...(hidden === undefined ? {} : { debug: Object.fromEntries(hidden) as Row }),
  };
}

/** Of a list that has no pages. */
const wholePage = ({ length }: readonly object[]): Row => ({ count: length, start_element: 0, num_elements: length });

async function contentOf(shape: RestRoute['answer'], { output, input, project }: Given): Promise<Row> {
  const { form, term, debug = [] } = shape;
  const key = term ?? '';
  const row = output as Row;
  switch (form) {
    case 'page': {
      const { items, ...page } = output as Partial<Page<object>> & { readonly items: readonly object[] };
      const shown = Object.entries(page).filter(([name]) => !debug.includes(name));
      const rows = project === undefined ? items : await inSlicesIfLong(projectInSteps(items, project));
      return { ...wholePage(items), ...Object.fromEntries(shown), [key]: rows };
    }
    case 'one':
      return { count: 1, start_element: 0, num_elements: 100, [key]: project?.(row) ?? row };
    case 'written':
      return { count: 1, id: row['id'] ?? (input as Row)['id'], [key]: output };
    case 'removed':
      return { count: 1, id: row['id'] };
    case 'value':
      return { [key]: output };
    case 'parts':
      return Object.fromEntries(Object.entries(row).filter(([name]) => !debug.includes(name)));
  }
}
