import { StoreUnavailable } from '../store-error.ts';
import type { Command, RedisLink } from './link.ts';

/** Sends a write and answers once it is as durable as the server can say. */
export interface Writer {
  commit(route: string, command: Command): Promise<unknown>;
  close(): void;
}

/** For a Redis that syncs every write before it replies, and for one that cannot say. */
export function createDirectWriter(link: RedisLink): Writer {
  return { commit: (_route, command) => link.run(...command), close: () => undefined };
}

interface Waiting {
  readonly command: Command;
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * For a Redis that syncs its log now and then: writes that arrive while a sync is awaited go out together and share the
 * next one. The write and the wait travel over one connection, for WAITAOF speaks of its own connection's writes only.
 * `link` must serve nothing else: a waiting connection holds up what comes after.
 */
export function createConfirmingWriter(link: RedisLink, isCluster: boolean, syncTimeoutMs: number): Writer {
  const waitingByRoute = new Map<string, Waiting[]>();

  async function drain(route: string, waiting: Waiting[]): Promise<void> {
    while (waiting.length > 0) await sendTogether(waiting.splice(0));
    waitingByRoute.delete(route);
  }

  async function sendTogether(writes: readonly Waiting[]): Promise<void> {
    let replies: unknown[];
    try {
      replies = await link.batch([
        ...writes.map(({ command }) => command),
        ['WAITAOF', '1', '0', String(syncTimeoutMs)],
      ]);
    } catch (error) {
      for (const { reject } of writes) reject(error as Error);
      return;
    }
    const unconfirmed = whyUnconfirmed(replies.at(-1), syncTimeoutMs);
    for (const [index, { resolve, reject }] of writes.entries()) {
      const reply = replies[index];
      if (reply instanceof Error) reject(reply);
      else if (unconfirmed === null) resolve(reply);
      else reject(new StoreUnavailable(unconfirmed, { outcomeUnknown: true }));
    }
  }

  return {
    commit: (route, command) =>
      new Promise((resolve, reject) => {
        const lane = isCluster ? route : 'all';
        const waiting = waitingByRoute.get(lane);
        const write = { command, resolve, reject };
        if (waiting !== undefined) {
          waiting.push(write);
          return;
        }
        const started = [write];
        waitingByRoute.set(lane, started);
        void drain(lane, started);
      }),
    close: () => link.close(),
  };
}

function whyUnconfirmed(reply: unknown, syncTimeoutMs: number): string | null {
  if (Array.isArray(reply) && Number(reply[0]) >= 1) return null;
  const seen = reply instanceof Error ? reply.message : `not within ${syncTimeoutMs} ms`;
  return `Redis did not confirm that the write reached its disk (${seen}); it may or may not be kept`;
}
