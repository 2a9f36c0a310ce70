import type { Caller, ServiceError } from '@auction-tiers/contract';
import type { Throttle } from './throttle.ts';
import type { Usage } from './usage.ts';

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
  const auctions = paths.filter((path) => path.startsWith('auction.')).length;
  const logins = paths.filter((path) => path.startsWith('auth.')).length;
  const taken = await Promise.all([
    throttle.take(caller, type === 'mutation' ? 'write' : 'read', paths.length - auctions - logins),
    throttle.take(caller, 'auction', auctions),
  ]);
  return taken.filter((usage) => usage !== null);
}
