import type { IncomingMessage, ServerResponse } from 'node:http';
import { requireScope } from '@auction-tiers/contract';
import type { Logger } from 'pino';
import type { CredentialIndex } from '../../auth/credential-index.ts';
import type { MemoryQuery } from '../../mirror/memory-view.ts';
import { allowedMethods, Exchange, methodRefusal } from '../http/exchange.ts';
import { readQuery, readWhole, requireKnown } from './input.ts';

interface MemoryDoorDeps {
  readonly credentialIndex: CredentialIndex;
  readonly viewMemory: (query: MemoryQuery) => Promise<object>;
  readonly log: Logger;
}

/** Where `npm run admin -- verify` asks. */
export const memoryPath = '/mirror';

const methods = allowedMethods(['GET']);

/**
 * Answers what this process holds in memory, to administrators only. It is no operation: it is about one process and not
 * about what is stored, as the readiness is.
 */
export function createMemoryDoor({ credentialIndex, viewMemory, log }: MemoryDoorDeps) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const exchange = new Exchange(request, response, null, log);
    if (request.method === 'OPTIONS') {
      exchange.options(methods);
      return;
    }
    try {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        throw methodRefusal(memoryPath, request.method, methods);
      }
      requireScope(await credentialIndex.authenticate(request.headers.authorization), 'admin');
      const query = readQuery(request.url ?? '');
      requireKnown(query, ['partition', 'service', 'id']);
      const { service } = query;
      const view = await viewMemory({ partition: readWhole(query, 'partition'), service, id: readWhole(query, 'id') });
      exchange.ok('mirror', { mirror: view });
    } catch (error) {
      exchange.fail(error);
    }
  };
}
