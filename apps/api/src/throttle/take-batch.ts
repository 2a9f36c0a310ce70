import { allOperations, type Caller, type ServiceError } from '@auction-tiers/contract';
import type { Throttle } from './throttle.ts';
import type { Usage } from './usage.ts';

const scopeOf = new Map(allOperations.map(({ procedure, scope }) => [procedure, scope]));

/**
 * Counts every procedure of one tRPC request: auctions as auctions, logins as nothing, all others as what the request
 * is. A batch is refused as a whole, so that none of it has to be told apart and sent again.
 */
export async function takeBatch(
  throttle: Throttle,
  caller: Caller | ServiceError,
  type: 'query' | 'mutation' | 'subscription' | 'unknown',
  paths: readonly string[],
): Promise<readonly Usage[]> {
  const scopes = paths.map((path) => scopeOf.get(path));
  const auctions = scopes.filter((scope) => scope === 'auction').length;
  const logins = scopes.filter((scope) => scope === null).length;
  const taken = await Promise.all([
    throttle.take(caller, type === 'mutation' ? 'write' : 'read', paths.length - auctions - logins),
    throttle.take(caller, 'auction', auctions),
  ]);
  return taken.filter((usage) => usage !== null);
}
