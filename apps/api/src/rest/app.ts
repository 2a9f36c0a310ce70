import {
  type AppRouter,
  type Handlers,
  invalid,
  requireScope,
  ServiceError,
  toServiceError,
} from '@auction-tiers/contract';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import type { Authenticator } from '../auth/authenticate.ts';
import type { Health } from '../start/health.ts';
import { takeBatch } from '../throttle/take-batch.ts';
import type { Throttle } from '../throttle/throttle.ts';
import { type Kind, toUsageHeaders } from '../throttle/usage.ts';
import { auctionActions } from './auction-routes.ts';
import { limitBodyTime, readJson, unwrap } from './body.ts';
import { browserSafety } from './browser-safety.ts';
import { callProcedure } from './call-procedure.ts';
import { readIdempotencyKey } from './condition-header.ts';
import { Exchange, requestIdOf, toAnswerable, toRetryHeaders } from './exchange.ts';
import { docsPage, docsPolicy } from './docs-page.ts';
import { streamAuctions } from './ndjson.ts';
import { openApiDocument } from './openapi.ts';
import { readQuery, requireKnown } from './query.ts';
import { actionOf, type Service, services } from './resource-routes.ts';

interface AppDeps {
  readonly router: AppRouter;
  readonly handlers: Pick<Handlers, 'auction'>;
  readonly authenticator: Authenticator;
  readonly throttle: Throttle;
  readonly health: Health;
  readonly log: Logger;
}

type Answer = (request: Request, response: Response, exchange: Exchange) => Promise<void> | void;

/** Procedures that one tRPC batch may hold. */
const maxTrpcBatch = 100;
const maxBodyBytes = 1024 * 1024;
const maxLoginBytes = 16 * 1024;

/** Every door of the service as an express application. */
export function createApp({ router, handlers, authenticator, throttle, health, log }: AppDeps): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.use(browserSafety);

  app.use(
    '/trpc',
    (request, _response, next) => {
      if (request.method === 'POST') request.once('close', limitBodyTime(request));
      next();
    },
    createExpressMiddleware({
      router,
      maxBodySize: maxBodyBytes,
      maxBatchSize: maxTrpcBatch,
      createContext: async ({ req, res, info }) => {
        const paths = info.calls.map(({ path }) => path);
        const caller = await callerOf(req, isOfMemory(paths));
        const usages = await takeBatch(throttle, caller, info.type, paths);
        for (const usage of usages) res.setHeaders(toUsageHeaders(usage));
        const refused = usages.find(({ refusal }) => refusal !== null);
        return {
          caller: refused?.refusal ?? caller,
          requestId: requestIdOf(req),
          idempotencyKey: idempotencyKeyOf(req, info.calls.length),
          warn: () => {},
        };
      },
      responseMeta: ({ errors }) => ({
        headers: Object.assign({}, ...errors.map((error) => toRetryHeaders(toServiceError(error)))) as Record<
          string,
          string
        >,
      }),
      onError: ({ error, ctx }) => void toAnswerable(error, ctx?.requestId ?? '', log),
    }),
  );

  const rest = express.Router({ caseSensitive: true });
  app.use('/v1', rest);
  app.use(rest);

  /** Runs one answer; whatever it throws becomes the documented error. */
  const route = (service: string | null, answer: Answer) => async (request: Request, response: Response) => {
    const exchange = new Exchange(request, response, service, log);
    try {
      requireJsonWanted(request);
      await answer(request, response, exchange);
    } catch (error) {
      exchange.fail(error);
    }
  };
  const callerOf = (request: Pick<Request, 'headers'>, isFromMemory: boolean) => {
    const header = request.headers.authorization;
    return isFromMemory ? authenticator.recognise(header, Date.now()) : authenticator.authenticate(header, Date.now());
  };

  const contextOf = async (request: Request, exchange: Exchange, kind: Kind, isFromMemory: boolean) => {
    const caller = await callerOf(request, isFromMemory);
    exchange.charge(await throttle.take(caller, kind));
    return exchange.context(caller);
  };

  rest.get('/openapi.json', (_request, response) => void response.json(openApiDocument()));
  rest.get('/docs', (_request, response) => {
    response.setHeader('content-security-policy', docsPolicy);
    response.type('html').send(docsPage(openApiDocument()));
  });
  rest.all('/healthz', (_request, response) => void response.json({ status: 'alive' }));
  rest.all('/readyz', (_request, response) => void response.json(health.readiness(Date.now())));

  rest.all(
    '/auth',
    route('auth', async (request, _response, exchange) => {
      requireMethod(request, ['POST']);
      requireKnown(readQuery(request.originalUrl), []);
      const credentials = unwrap(await readJson(request, maxLoginBytes), 'auth');
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
      route(path.slice(1), async (request, response, exchange) => {
        requireMethod(request, ['POST']);
        const query = readQuery(request.originalUrl);
        const context = await contextOf(request, exchange, 'auction', true);
        requireScope(context.caller, 'auction');
        if (path === '/auction/batch' && request.is('application/x-ndjson') === 'application/x-ndjson') {
          requireKnown(query, []);
          // A stream is checked once, as its procedure would be at each line.
          const call = { ...context, caller: requireScope(context.caller, 'auction') };
          await streamAuctions(request, response, call, (one, body) => handlers.auction.run(one, body));
          return;
        }
        await act({ router, request, query, context, exchange });
      }),
    );
  }

  for (const service of services) {
    const { service: name } = service.resource;
    rest.all(
      `/${name}`,
      route(name, (request, _response, exchange) => answerService(service, request, exchange)),
    );
    rest.all(
      `/${name}/meta`,
      route(name, async (request, _response, exchange) => {
        requireMethod(request, ['GET']);
        requireKnown(readQuery(request.originalUrl), []);
        const context = await contextOf(request, exchange, 'read', false);
        exchange.ok('fields', {
          fields: await callProcedure<unknown>(router, 'query', `${service.router}.meta`, undefined, context),
        });
      }),
    );
  }

  async function answerService(service: Service, request: Request, exchange: Exchange): Promise<void> {
    const action = actionOf(service, request.method);
    const kind = request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write';
    const context = await contextOf(request, exchange, kind, service.isOfMemory);
    // Before the body is read: nobody may send one who may do nothing with it.
    requireScope(context.caller, kind);
    await action({ service, router, request, query: readQuery(request.originalUrl), context, exchange });
  }

  app.use(
    route(null, (request) => {
      const paths = [
        ...services.map(({ resource }) => `/${resource.service}`),
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
  return app;
}

function requireMethod(request: Request, allow: readonly string[]): void {
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  if (allow.includes(method)) return;
  const message = `${request.path} has no ${request.method}, allowed: ${allow.join(', ')}`;
  throw new ServiceError('method_not_allowed', message, { allow });
}

function requireJsonWanted(request: Request): void {
  if (request.accepts(['application/json', 'application/x-ndjson']) !== false) return;
  throw new ServiceError(
    'not_acceptable',
    `the header accept is ${JSON.stringify(request.headers.accept)}, allowed: application/json`,
  );
}

/** The name is one call's: of several nobody could tell which were done before. */
function idempotencyKeyOf(request: Pick<Request, 'headers'>, calls: number): string | undefined {
  const key = readIdempotencyKey(request.headers);
  if (key === undefined || calls === 1) return key;
  throw invalid([{ path: 'idempotency-key', message: `is sent with ${calls} calls, allowed: with one call` }]);
}

/** Calls that are answered from memory, whether the store is there or not. */
const isOfMemory = (paths: readonly string[]) =>
  paths.length > 0 && paths.every((path) => /^(auction|dma|country)\./.test(path));
