import { StoreUnavailable, StoreUnusable } from '../store-error.ts';
import { type Address, addressText } from './address.ts';
import { type Client, createClient, type Timeouts } from './client.ts';

/** A connected client, or an error in a sentence that says what to do. */
export async function connect(address: Address, timeouts: Timeouts): Promise<Client> {
  const client = createClient(address, timeouts);
  let lastError: Error | null = null;
  client.on('error', (error: Error) => {
    lastError = error;
  });
  client.on('node error', (error: Error) => {
    lastError = error;
  });
  try {
    await within(client.connect(), timeouts.connectMs + timeouts.commandMs);
    // The client selects it too, and stays with database 0 where that is refused.
    if (address.database !== 0) await client.select(address.database);
    return client;
  } catch (error) {
    client.disconnect();
    throw toConnectError(lastError ?? error, address);
  }
}

function toConnectError(error: unknown, address: Address): Error {
  const where = addressText(address);
  const cause = rootOf(error);
  if (/^(NOAUTH|WRONGPASS)|invalid password|without any password/.test(cause)) {
    return new StoreUnusable(
      `Redis at ${where} does not accept the login (${cause.split(' ')[0]}); put user:password@ before the host in REDIS_URL`,
    );
  }
  if (/DB index is out of range/.test(cause)) {
    return new StoreUnusable(
      `Redis at ${where} has no database ${address.database}; end REDIS_URL in the number of one that it has (its setting "databases", usually 0 to 15)`,
    );
  }
  if (/Unknown RESP type|Protocol error/.test(cause)) {
    return new StoreUnusable(`What answers at ${where} is not Redis; allowed: Redis 7.0 or newer, or Valkey`);
  }
  return new StoreUnavailable(
    `Cannot connect to Redis at ${where} (${cause}); start it, or set REDIS_URL to where it runs`,
  );
}

/** ioredis wraps what a node said; a refused connection has an empty message and a code. */
function rootOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('lastNodeError' in error && error.lastNodeError instanceof Error) return rootOf(error.lastNodeError);
  if (error instanceof AggregateError && error.errors.length > 0) return rootOf(error.errors[0]);
  return error.message;
}

async function within(connecting: Promise<void>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    await Promise.race([connecting, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
