import { type AppRouter, requireScope, ServiceError } from '@auction-tiers/contract';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import express, { type NextFunction, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import type { Authenticator } from '../auth/authenticate.ts';
import type { ServiceHandlers } from '../handlers/handlers.ts';
import type { Health } from '../mirror/health.ts';
import type { Throttle } from '../throttle/throttle.ts';
import type { Kind } from '../throttle/usage.ts';
import { ByteAuctions } from './http/byte-auctions.ts';
import { auctionFastPath } from './auction-fast-path/auction-fast-path.ts';
import { serviceDoor } from './service-door.ts';
import { trpcDoor } from './trpc/trpc-door.ts';
import { auctionActions } from './rest/auction-routes.ts';
import { maxBytesOf, readJson, unwrap } from './http/body.ts';
import { browserSafety } from './http/browser-safety.ts';
import { callProcedure } from './rest/call-procedure.ts';
import { Exchange } from './http/exchange.ts';
import { docsPage, docsPolicy } from './rest/docs-page.ts';
import { streamAuctions } from './rest/ndjson.ts';
import { openApiDocument } from './rest/openapi.ts';
import { readQuery, requireKnown } from './rest/query.ts';
import { actionOf, type Service, services } from './rest/resource-routes.ts';
import { simulationCalls } from './rest/simulation-routes.ts';
import { tierSetCalls } from './rest/tier-set-routes.ts';

interface AppDeps {
  readonly router: AppRouter;
  readonly handlers: ServiceHandlers;
  readonly authenticator: Authenticator;
  readonly throttle: Throttle;
  readonly health: Health;
  readonly log: Logger;
}

/** What answers a request, whether express has seen it (as all but services need) or not. */
type Answer<Asked extends IncomingMessage, Answered extends ServerResponse> = (
  request: Asked,
  response: Answered,
  exchange: Exchange,
) => Promise<void> | void;

/** Every door of the service. */
export function createApp({ router, handlers, authenticator, throttle, health, log }: AppDeps): RequestListener {
  const auctions = new ByteAuctions(handlers.auction);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.use(browserSafety);

  const callerOf = ({ headers, socket }: Pick<Request, 'headers' | 'socket'>, isFromMemory: boolean) => {
    const header = headers.authorization;
    return isFromMemory
      ? authenticator.recognise(header, Date.now(), socket)
      : authenticator.authenticate(header, Date.now(), socket);
  };

  app.use('/trpc', ...trpcDoor({ router, throttle, log, callerOf }));

  const rest = express.Router({ caseSensitive: true });
  app.use('/v1', rest);
  app.use(rest);

  /** Runs one answer; whatever it throws becomes the documented error. */
  const route =
    <Asked extends IncomingMessage, Answered extends ServerResponse>(
      service: string | null,
      answer: Answer<Asked, Answered>,
    ) =>
    async (request: Asked, response: Answered) => {
      const exchange = new Exchange(request, response, service, log);
      try {
        await answer(request, response, exchange);
      } catch (error) {
        exchange.fail(error);
      }
    };
  const contextOf = async (request: IncomingMessage, exchange: Exchange, kind: Kind, isFromMemory: boolean) => {
    const caller = await callerOf(request, isFromMemory);
    exchange.charge(await throttle.take(caller, kind));
    return exchange.context(caller);
  };

  /** The same for what is answered as JSON, which must then be what the caller takes. */
  const jsonRoute = <Asked extends IncomingMessage, Answered extends ServerResponse>(
    service: string | null,
    answer: Answer<Asked, Answered>,
  ) =>
    route<Asked, Answered>(service, (request, response, exchange) => {
      requireJsonWanted(request);
      return answer(request, response, exchange);
    });

  /** What is for anybody and has no envelope: documents, and what a load balancer asks. */
  const page = (path: string, show: (response: Response) => void) =>
    rest.all(
      path,
      route<Request, Response>(null, (request, response) => {
        requireMethod(request, ['GET']);
        show(response);
      }),
    );
  page('/openapi.json', (response) => response.json(openApiDocument()));
  page('/docs', (response) => {
    response.setHeader('content-security-policy', docsPolicy);
    response.type('html').send(docsPage(openApiDocument()));
  });
  page('/healthz', (response) => response.json({ status: 'alive' }));
  page('/readyz', (response) => response.json(health.readiness(Date.now())));

  rest.all(
    '/auth',
    jsonRoute<Request, Response>('auth', async (request, _response, exchange) => {
      requireMethod(request, ['POST']);
      requireKnown(readQuery(request.originalUrl), []);
      const credentials = unwrap(await readJson(request, maxBytesOf.login), 'auth');
      const nobody = new ServiceError('not_authenticated', 'not logged in yet');
      exchange.ok(
        null,
        await callProcedure<{ token: string }>(router, 'mutation', 'auth.login', credentials, exchange.context(nobody)),
      );
    }),
  );

  for (const [path, act] of Object.entries(auctionActions)) {
    rest.all(
      path,
      jsonRoute<Request, Response>(path.slice(1), async (request, response, exchange) => {
        requireMethod(request, ['POST']);
        const query = readQuery(request.originalUrl);
        const context = await contextOf(request, exchange, 'auction', true);
        requireScope(context.caller, 'auction');
        if (path === '/auction/batch' && request.is('application/x-ndjson') === 'application/x-ndjson') {
          requireKnown(query, []);
          // A stream is checked once, as its procedure would be at each line.
          const call = { ...context, caller: requireScope(context.caller, 'auction') };
          await streamAuctions(request, response, call, auctions);
          return;
        }
        await act({ router, request, query, context, exchange });
      }),
    );
  }

  for (const [path, calls] of Object.entries({ ...tierSetCalls, ...simulationCalls })) {
    rest.all(
      path,
      jsonRoute<Request, Response>(path.slice(1), async (request, _response, exchange) => {
        requireMethod(request, Object.keys(calls));
        const call = request.method === 'POST' ? calls.POST : calls.GET;
        if (call === undefined) throw new TypeError(`${path} has no call for ${request.method}`);
        const { kind, act } = call;
        const query = readQuery(request.originalUrl);
        const context = await contextOf(request, exchange, kind, false);
        requireScope(context.caller, kind);
        await act({ router, request, query, context, exchange });
      }),
    );
  }

  const serviceListeners = new Map<string, RequestListener>();
  for (const service of services) {
    const { service: name } = service.resource;
    const answer = jsonRoute(name, (request, _response, exchange) => answerService(service, request, exchange));
    rest.all(`/${name}`, answer);
    for (const path of [`/${name}`, `/v1/${name}`]) serviceListeners.set(path, (...asked) => void answer(...asked));
    rest.all(
      `/${name}/meta`,
      jsonRoute<Request, Response>(name, async (request, _response, exchange) => {
        requireMethod(request, ['GET']);
        requireKnown(readQuery(request.originalUrl), []);
        const context = await contextOf(request, exchange, 'read', false);
        exchange.ok('fields', {
          fields: await callProcedure<unknown>(router, 'query', `${service.router}.meta`, undefined, context),
        });
      }),
    );
  }

  async function answerService(service: Service, request: IncomingMessage, exchange: Exchange): Promise<void> {
    const action = actionOf(service, request.method ?? '');
    const kind = request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write';
    const found = await contextOf(request, exchange, kind, service.isOfMemory);
    // Before the body is read: nobody may send one who may do nothing with it.
    const context = { ...found, caller: requireScope(found.caller, kind) };
    await action({ service, router, handlers, request, query: readQuery(request.url ?? ''), context, exchange });
  }

  app.use(
    jsonRoute<Request, Response>(null, (request) => {
      const paths = [
        ...services.map(({ resource }) => `/${resource.service}`),
        ...Object.keys(tierSetCalls),
        ...Object.keys(simulationCalls),
        ...Object.keys(auctionActions),
        '/auth',
      ];
      throw new ServiceError('not_found', `${request.path} is no path here; there are: ${paths.join(', ')}`);
    }),
  );
  // Express itself refuses some requests, such as a path that is no URL encoding.
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    const status = (error as { status?: unknown }).status;
    const isCallers = typeof status === 'number' && status >= 400 && status < 500;
    const shown = isCallers ? new ServiceError('invalid', (error as Error).message) : error;
    new Exchange(request, response, null, log).fail(shown);
  });
  // Express passes by everything above where the target is no URL at all.
  const answerNoUrl = (request: Request, response: Response) =>
    new Exchange(request, response, null, log).fail(
      new ServiceError('invalid', `${JSON.stringify(request.url)} is no path, allowed: a path such as /dma`),
    );
  const rare: RequestListener = (request, response) =>
    void app(request as Request, response as Response, () => answerNoUrl(request as Request, response as Response));
  const others = serviceDoor(serviceListeners, rare);
  // A limit of auctions is counted in Redis, so that each waits for an answer of it: then there is no hot path.
  if (throttle.limits.auction > 0) return others;
  return auctionFastPath({ authenticator, auctions, others });
}

function requireMethod(request: Request, allow: readonly string[]): void {
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  if (allow.includes(method)) return;
  const message = `${request.path} has no ${request.method}, allowed: ${allow.join(', ')}`;
  throw new ServiceError('method_not_allowed', message, { allow });
}

function requireJsonWanted(request: IncomingMessage): void {
  const { accept = '*/*' } = request.headers;
  if (accept === '*/*' || accept === 'application/json') return;
  if (express.request.accepts.call(request, 'application/json', 'application/x-ndjson') !== false) return;
  throw new ServiceError(
    'not_acceptable',
    `the header accept is ${JSON.stringify(request.headers.accept)}, allowed: application/json`,
  );
}
