import { type Address, addressText, parseAddress } from './connection/address.ts';
import { createClient, type Timeouts } from './connection/client.ts';
import { RedisLink } from './connection/link.ts';
import { readTime } from './connection/server.ts';

const timeouts: Timeouts = { connectMs: 2000, commandMs: 2000 };

/** The clock of a server, for a process that opens no store. */
export interface ServerClock {
  /** Milliseconds since 1970. Rejects while the server is away; the connection is made again by itself. */
  serverTimeMs(): Promise<number>;
  close(): void;
}

/** Connects to the Redis at a URL for its clock only. */
export function openServerClock(url: string): ServerClock {
  const address: Address = parseAddress(url);
  const client = createClient(address, timeouts);
  const link = new RedisLink(client, addressText(address));
  // Each reading says so if there is no connection.
  client.on('error', () => undefined);
  client.connect().catch(() => undefined);
  return { serverTimeMs: () => readTime(link), close: () => client.disconnect() };
}
