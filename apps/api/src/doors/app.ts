import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { BlockList } from 'node:net';
import {
  allOperations,
  type AppRouter,
  duties,
  type Duty,
  restOperations,
  ServiceError,
} from '@auction-tiers/contract';
import express, { type NextFunction, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import type { Audit } from '../audit/audit.ts';
import type { CredentialIndex } from '../auth/credential-index.ts';
import type { ServiceHandlers } from '../handlers/handlers.ts';
import type { RequestCounts } from '../metrics/counts.ts';
import type { Readiness } from '../readiness/readiness.ts';
import type { Throttle } from '../throttle/throttle.ts';
import { auctionFastPath } from './auction-fast-path.ts';
import { ByteAuctions } from './http/byte-auctions.ts';
import { type AddressOf, createAddressOf } from './http/client.ts';
import { allowedMethods, Exchange, methodRefusal } from './http/exchange.ts';
import { privateHeaders } from './http/fast-route.ts';
import { prepareAnswer } from './http/prepare-answer.ts';
import { requireJsonWanted } from './http/request.ts';
import { admitPage, admitReport } from './page/admit-page.ts';
import { createSessionDoors } from './page/session-door.ts';
import { createPageDoor, leadBrowser, pagePath } from './page/page-door.ts';
import type { PageFiles } from './page/page-files.ts';
import { documents, sendDocument } from './rest/documents.ts';
import { createMcpDoor, mcpPath } from './mcp/mcp-door.ts';
import { createMemoryDoor, memoryPath } from './rest/memory-door.ts';
import { refuseOddRequests } from './odd-request.ts';
import { createRestDoor } from './rest/rest-door.ts';
import { trpcDoor } from './trpc/trpc-door.ts';
import { boundUnknownBodies } from './unknown-body.ts';

interface AppDeps {
  readonly router: AppRouter;
  readonly handlers: ServiceHandlers;
  readonly credentialIndex: CredentialIndex;
  readonly throttle: Throttle;
  readonly readiness: Readiness;
  readonly requests: RequestCounts;
  /** The proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: BlockList;
  /** The files of the built page. */
  readonly pageFiles: PageFiles;
  readonly log: Logger;
}

/** Creates the listener of all requests: the auction fast path, and express for everything else. */
export function createApp({ router, handlers, trustedProxies, ...deps }: AppDeps): RequestListener {
  const { credentialIndex, throttle, requests, log } = deps;
  const auctions = new ByteAuctions(handlers.auction);
  const addressOf = createAddressOf(trustedProxies);
  for (const { rest } of restOperations) requests.know(rest.path);
  for (const { procedure } of allOperations) requests.know(`/trpc/${procedure}`);
  const listener = createExpress({ ...deps, router, handlers, addressOf, audit: handlers.audit });
  const others = requests.timed(boundUnknownBodies({ router, credentialIndex, log }, listener));
  return refuseOddRequests(log, auctionFastPath({ credentialIndex, auctions, throttle, requests, log, others }));
}

interface ExpressDeps extends Omit<AppDeps, 'trustedProxies'> {
  readonly addressOf: AddressOf;
  readonly audit: Audit;
}

function createExpress({ readiness, requests, pageFiles, ...deps }: ExpressDeps): RequestListener {
  const { log } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  // As the paths of REST are.
  app.set('case sensitive routing', true);
  app.use(prepareUnlessAuction);

  const operations = createRestDoor(deps);
  for (const prefix of ['/v1', '/']) {
    app.use(prefix, express.Router().use('/report', admitReport));
    app.use(prefix, operations);
  }
  app.use('/trpc', admitPage(deps.router), ...trpcDoor(deps));

  requests.know(mcpPath);
  const answerAssistant = createMcpDoor(deps);
  app.all(mcpPath, (request, response) => void answerAssistant(request, response));

  requests.know(pagePath);
  for (const [path, answer] of Object.entries(createSessionDoors(deps))) {
    requests.know(path);
    app.all(path, (request, response) => void answer(request, response));
  }
  app.use(pagePath, createPageDoor(pageFiles, log));

  const rest = express.Router({ caseSensitive: true });
  app.use('/v1', rest);
  app.use(rest);

  type Answer = (request: Request, response: Response, exchange: Exchange) => void | Promise<void>;
  /** Runs one answer; whatever it throws becomes the documented error. */
  const route = (answer: Answer) => async (request: Request, response: Response) => {
    const exchange = new Exchange(request, response, null, log);
    try {
      await answer(request, response, exchange);
    } catch (error) {
      exchange.fail(error);
    }
  };
  /** Serves a path that needs no credential and has no envelope: a document, or what a load balancer asks. */
  const page = (path: string, show: (response: Response, request: Request) => unknown) => {
    requests.know(path);
    rest.all(
      path,
      route(async (request, response, exchange) => {
        if (request.method === 'OPTIONS') {
          exchange.options(pageMethods);
          return;
        }
        requireGet(request);
        await show(response, request);
      }),
    );
  };
  for (const [path, document] of documents) {
    page(path, (response, request) => sendDocument(path, document, request, response));
  }
  requests.know('/');
  app.get('/', leadBrowser(pageFiles));
  page('/healthz', (response) => response.json({ status: 'alive' }));
  const pageOfReadiness = (path: string, asked: readonly Duty[]) =>
    page(path, (response) => {
      const answer = readiness.answer(asked);
      response.status(answer.status === 'ready' ? 200 : 503).json(answer);
    });
  pageOfReadiness('/readyz', duties);
  for (const duty of duties) pageOfReadiness(`/readyz/${duty}`, [duty]);

  requests.know(memoryPath);
  const { credentialIndex, handlers } = deps;
  const answerMemory = createMemoryDoor({ credentialIndex, viewMemory: handlers.viewMemory, log });
  rest.all(memoryPath, (request, response) => void answerMemory(request, response));

  app.use(
    route((request) => {
      requireJsonWanted(request);
      const paths = new Set(restOperations.map(({ rest: { path } }) => path).filter((path) => !path.endsWith('/meta')));
      throw new ServiceError('not_found', `there is no path ${request.path}; there are: ${[...paths].join(', ')}`);
    }),
  );
  // Express itself refuses some requests, such as a path that is no URL encoding.
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    const status = (error as { status?: unknown }).status;
    const isOfClient = typeof status === 'number' && status >= 400 && status < 500;
    const shown = isOfClient ? new ServiceError('invalid', (error as Error).message) : error;
    new Exchange(request, response, null, log).fail(shown);
  });
  // Express skips everything above where the target is not a URL.
  const answerNoUrl = (request: IncomingMessage, response: ServerResponse) =>
    new Exchange(request, response, null, log).fail(
      new ServiceError('invalid', `${JSON.stringify(request.url)} is not a path, allowed: a path such as /dma`),
    );
  return (request, response) =>
    void app(request as Request, response as Response, () => answerNoUrl(request, response));
}

const pageMethods = allowedMethods(['GET']);

function requireGet(request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  throw methodRefusal(request.path, request.method, pageMethods);
}

const auctionPath = /^(?:(?:\/v1)?\/(?:auction|openrtb2)|\/trpc\/auction\.)/;

/**
 * Auctions go without compression, and of the headers for browsers have two: they only answer POST, so no link or frame leads a
 * browser to one, and the rest would cost time per auction.
 */
function prepareUnlessAuction(request: Request, response: Response, next: NextFunction): void {
  if (!auctionPath.test(request.path)) return prepareAnswer(request, response, next);
  const [cache, noStore, sniff, never] = privateHeaders;
  response.setHeader(cache, noStore).setHeader(sniff, never);
  next();
}
