import { parseAddress } from './address.ts';
import { type Client, createClient, type Timeouts } from './client.ts';

/**
 * A client for the same Redis that is not the store's, for what may stall without holding up objects. It is not
 * connected yet, queues nothing while Redis is away, and sends nothing twice. Throws `StoreUnusable` at a wrong address.
 */
export function createRedisClient(url: string, timeouts: Timeouts): Client {
  return createClient(parseAddress(url), timeouts);
}
