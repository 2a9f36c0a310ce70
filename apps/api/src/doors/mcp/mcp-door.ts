import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { type CallContext, type Caller, rateOf, requireCaller, ServiceError } from '@auction-tiers/contract';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { CredentialIndex } from '../../auth/credential-index.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { AddressOf } from '../http/client.ts';
import { allowedMethods, Exchange, methodRefusal } from '../http/exchange.ts';
import { maxBytesOf, readJson } from '../http/request.ts';
import { createServer, type ServerDeps } from './server.ts';
import { toolOf } from './tools.ts';

interface McpDeps extends ServerDeps {
  readonly credentialIndex: CredentialIndex;
  readonly throttle: Throttle;
  readonly addressOf: AddressOf;
}

/** Where assistants ask, by the Model Context Protocol over streamable HTTP. */
export const mcpPath = '/mcp';

const methods = allowedMethods(['POST']);
/** Messages that one request may hold. */
const mostMessages = 20;

/**
 * Answers assistants: the same credentials, rate limits and handlers as REST. The official server package reads and
 * writes the protocol; a request carries everything that it needs, so that any process answers it.
 */
export function createMcpDoor(deps: McpDeps) {
  const { credentialIndex, throttle, addressOf, log } = deps;
  const handler = createMcpHandler(({ authInfo }) => createServer(deps, authInfo?.extra?.['context'] as CallContext), {
    maxRequestBodySize: maxBytesOf.tierSet,
    onerror: (error) => log.debug({ error }, 'a request of an assistant was refused'),
  });

  async function answer(request: IncomingMessage, response: ServerResponse, exchange: Exchange): Promise<void> {
    const { authorization } = request.headers;
    // Before the body is read: a caller without a credential may not send one.
    requireCaller(await credentialIndex.authenticate(authorization));
    const body = await readJson(request, maxBytesOf.tierSet);
    const person = requireCaller(await credentialIndex.authenticate(authorization));
    const caller: Caller = { ...person, through: 'assistant' };
    const context: CallContext = { ...exchange.context(caller, addressOf), caller };
    const { reads, writes } = countCalls(body);
    exchange.charge(await throttle.take(caller, 'read', reads));
    exchange.charge(await throttle.take(caller, 'write', writes));
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const authInfo = { token: '', clientId: caller.username, scopes: [...caller.scopes], extra: { context } };
    const answered = await handler.fetch(toRequest(request.headers, gone.signal), { authInfo, parsedBody: body });
    response.statusCode = answered.status;
    response.setHeaders(answered.headers);
    for await (const part of (answered.body ?? []) as AsyncIterable<Uint8Array>) response.write(part);
    response.end();
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const exchange = new Exchange(request, response, null, log);
    if (request.method === 'OPTIONS') return exchange.options(methods);
    try {
      if (request.method !== 'POST') throw methodRefusal(mcpPath, request.method, methods);
      await answer(request, response, exchange);
    } catch (error) {
      exchange.fail(error);
    }
  };
}

/** The calls of a body, by the rate limit that they count against; a message that calls no tool is a read. */
function countCalls(body: unknown): { readonly reads: number; readonly writes: number } {
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  if (messages.length > mostMessages) {
    throw new ServiceError('invalid', `the body holds ${messages.length} messages, allowed: ${mostMessages}`);
  }
  const writes = messages.filter((message) => {
    const { method, params } = (message ?? {}) as { readonly method?: unknown; readonly params?: { name?: unknown } };
    const scope = method === 'tools/call' ? toolOf(params?.name)?.operation.scope : null;
    return scope !== undefined && scope !== null && rateOf(scope) === 'write';
  }).length;
  return { reads: messages.length - writes, writes };
}

/** The request as the package takes it; its body was read already. */
function toRequest(headers: IncomingHttpHeaders, signal: AbortSignal): Request {
  const ofProtocol = Object.entries(headers).filter(([name]) => name === 'accept' || name.startsWith('mcp-'));
  const sent = [['content-type', 'application/json'], ...ofProtocol] as [string, string][];
  return new Request(`http://localhost${mcpPath}`, { method: 'POST', headers: sent, signal });
}
