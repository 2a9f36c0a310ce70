import type { IncomingMessage } from 'node:http';
import {
  type AnyHandler,
  type Handlers,
  handlerOf,
  isRest,
  isWrite,
  type Page,
  rateOf,
  type RestOperation,
  requireScope,
  type RestRoute,
  ServiceError,
  type Tagged,
} from '@auction-tiers/contract';
import express, { type RequestHandler, type Router } from 'express';
import type { Logger } from 'pino';
import type { Audit } from '../../audit/audit.ts';
import type { CredentialIndex } from '../../auth/credential-index.ts';
import type { ServiceHandlers } from '../../handlers/handlers.ts';
import { etagOf } from '../../handlers/request/condition.ts';
import { breatheBefore } from '../../loop/breathe.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { AddressOf } from '../http/client.ts';
import { servedOperations } from '../http/compiled-input.ts';
import { csvMediaType, isCsvWanted } from '../http/csv.ts';
import { allowedMethods, Exchange, methodRefusal } from '../http/exchange.ts';
import { readNotes, requireJsonWanted } from '../http/request.ts';
import { inBody, type Project, readInput, readQuery } from './input.ts';

interface RestDoorDeps {
  readonly handlers: Handlers & Pick<ServiceHandlers, 'currencies'>;
  readonly credentialIndex: CredentialIndex;
  readonly throttle: Throttle;
  readonly addressOf: AddressOf;
  readonly audit: Audit;
  readonly log: Logger;
}

/** An operation with the function that runs it on the raw input. */
interface Served extends RestOperation {
  readonly run: AnyHandler;
  /** Whether headers may say something about the change that it makes. */
  readonly mayBeNoted: boolean;
  /** The rate limit that its requests count against; null: none. */
  readonly rate: ReturnType<typeof rateOf> | null;
}

/** A path: the operations that it serves, by method. */
type Methods = Readonly<Partial<Record<string, readonly [Served, ...Served[]]>>>;

/**
 * A route for every path of the table of operations. All requests take the same steps: permission and rate limit by the
 * operation, its input from query, headers and body, its handler, the envelope.
 */
export function createRestDoor(deps: RestDoorDeps): Router {
  const paths = new Map<string, Record<string, [Served, ...Served[]]>>();
  for (const operation of servedOperations.filter(isRest)) {
    const { path, method } = operation.rest;
    const methods = paths.get(path) ?? {};
    paths.set(path, methods);
    const { scope } = operation;
    const rate = scope && rateOf(scope);
    const served = { ...operation, run: handlerOf(deps.handlers, operation), mayBeNoted: isWrite(operation), rate };
    const others = methods[method] ?? [];
    // An operation that only some queries ask for is tried before the one that all others ask for.
    methods[method] = served.rest.when === undefined ? ([...others, served] as [Served]) : [served, ...others];
  }
  const router = express.Router({ caseSensitive: true });
  for (const [path, methods] of paths) router.all(path, listenerOf(path, methods, deps));
  return router;
}

function listenerOf(path: string, methods: Methods, deps: RestDoorDeps): RequestHandler {
  const service = path.slice(1).replace(/\/meta$/, '');
  const allow = allowedMethods(Object.keys(methods));
  const hasCsv = Object.values(methods).some((served) => served?.some(({ rest }) => rest.csvColumns !== undefined));
  return async (request, response) => {
    const exchange = new Exchange(request, response, service, deps.log);
    if (request.method === 'OPTIONS') {
      exchange.options(allow);
      return;
    }
    try {
      requireJsonWanted(request, hasCsv ? [csvMediaType] : []);
      await answer(operationsOf(path, methods, request.method), request, exchange, deps);
    } catch (error) {
      const failure = exchange.fail(error);
      if (failure !== null && exchange.asked !== null)
        deps.audit.refusal(failure, exchange.asked, `${request.method} ${path}`);
    }
  };
}

async function answer(
  operations: readonly [Served, ...Served[]],
  request: IncomingMessage,
  exchange: Exchange,
  deps: RestDoorDeps,
): Promise<void> {
  // Before the body is read: a caller that may not do this may not send one either.
  const context = await permit(operations, request, exchange, deps);
  const { authorization } = request.headers;
  const query = readQuery(request.url ?? '');
  const operation = operations.find(({ rest }) => rest.when?.(query) !== false) ?? operations[0];
  const noted = operation.mayBeNoted ? { ...context, ...readNotes(request.headers) } : context;
  const { input, context: read, project } = await readInput(operation.rest, request, query, noted);
  // A body may take half a minute to arrive.
  const completed =
    operation.rest.body === undefined || operation.scope === null
      ? read
      : { ...read, caller: requireScope(await deps.credentialIndex.authenticate(authorization), operation.scope) };
  let output: unknown;
  let parsed: unknown;
  try {
    parsed = await operation.input.parse(input);
    output = await operation.run(completed, parsed);
  } catch (error) {
    throw inBody(operation.rest.body?.as, error);
  }
  const {
    answer: { form },
    csvColumns,
  } = operation.rest;
  if (form === 'page') await breatheBefore((output as Partial<Page<Row>>).items ?? []);
  if (csvColumns !== undefined && isCsvWanted(request)) {
    const { locale } = parsed as { readonly locale?: string };
    exchange.csv(csvColumns(parsed as never, output as never), output as Page<Row>, locale);
    return;
  }
  const { etag, term, content, debug } = toAnswer(operation.rest, { output, input, project });
  if (etag !== undefined) exchange.tag(etag);
  if (operation.rest.etag === 'read' && exchange.isTagKnown()) return;
  const { caller } = completed;
  const currency =
    operation.rest.answer.hasMoney === true && !(caller instanceof ServiceError)
      ? deps.handlers.currencies.ofAnswer(caller, parsed, output)
      : undefined;
  exchange.ok(term, content, currency === undefined ? debug : { ...debug, currency });
}

/** The context of a request whose caller may do this and has not exceeded its rate limit. */
async function permit(
  operations: readonly [Served, ...Served[]],
  request: IncomingMessage,
  exchange: Exchange,
  deps: Pick<RestDoorDeps, 'credentialIndex' | 'throttle' | 'addressOf'>,
) {
  const [{ scope, rate }] = operations;
  const { credentialIndex, throttle, addressOf } = deps;
  if (scope === null || rate === null)
    return exchange.context(new ServiceError('not_authenticated', 'not logged in yet'), addressOf);
  const caller = await credentialIndex.authenticate(request.headers.authorization);
  const context = exchange.context(caller, addressOf);
  exchange.charge(await throttle.take(caller, rate));
  return { ...context, caller: requireScope(caller, scope) };
}

/** The operations of a method, or a 405 that names the methods there are. */
function operationsOf(path: string, methods: Methods, method: string): readonly [Served, ...Served[]] {
  const found = methods[method === 'HEAD' ? 'GET' : method];
  if (found !== undefined) return found;
  const allow = allowedMethods(Object.keys(methods));
  throw methodRefusal(path, method, allow);
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
function toAnswer({ answer: shape, etag }: RestRoute, given: Given): Answer {
  const { term } = shape;
  if (etag === 'read') {
    const { etag: tag, item } = given.output as Tagged<object>;
    return { etag: tag, term, content: contentOf(shape, { ...given, output: item }) };
  }
  const output = given.output as Row;
  const hidden = shape.debug?.map((name) => [name, output[name]]);
  return {
    ...(etag === 'written' ? { etag: etagOf(output) } : {}),
    ...(etag === 'named' ? { etag: output['etag'] as string } : {}),
    term,
    content: contentOf(shape, given),
    ...(hidden === undefined ? {} : { debug: Object.fromEntries(hidden) as Row }),
  };
}

/** The paging attributes of a list that has no pages. */
const wholePage = ({ length }: readonly object[]): Row => ({ count: length, start_element: 0, num_elements: length });

function contentOf(shape: RestRoute['answer'], { output, input, project }: Given): Row {
  const { form, term, debug = [] } = shape;
  const key = term ?? '';
  const row = output as Row;
  switch (form) {
    case 'page': {
      const { items, ...page } = output as Partial<Page<object>> & { readonly items: readonly object[] };
      const shown = Object.entries(page).filter(([name]) => !debug.includes(name));
      const rows = project === undefined ? items : items.map(project);
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
