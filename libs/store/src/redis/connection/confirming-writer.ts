import { StoreUnavailable } from '../../port/store-error.ts';
import type { Command, RedisLink, Writer } from './link.ts';

interface WaitingWrite {
  readonly command: Command;
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * For a Redis that syncs its append-only file periodically. Writes that arrive during a sync are sent together and share
 * the next one. WAITAOF covers only the writes of its own connection, so write and wait use the same one: `link` must
 * serve nothing else, because the wait delays every later command.
 */
export function createConfirmingWriter(link: RedisLink, isCluster: boolean, syncTimeoutMs: number): Writer {
  const waitingByRoute = new Map<string, WaitingWrite[]>();

  async function drain(route: string, waiting: WaitingWrite[]): Promise<void> {
    while (waiting.length > 0) await sendTogether(waiting.splice(0));
    waitingByRoute.delete(route);
  }

  async function sendTogether(writes: readonly WaitingWrite[]): Promise<void> {
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
      else reject(new StoreUnavailable(unconfirmed, { trouble: 'disk', outcomeUnknown: true }));
    }
  }

  return {
    commit: (asked, command) =>
      new Promise((resolve, reject) => {
        // One server syncs all keys at once; on a cluster each slot may be on another server.
        const route = isCluster ? asked : 'all';
        const waiting = waitingByRoute.get(route);
        const write = { command, resolve, reject };
        if (waiting !== undefined) {
          waiting.push(write);
          return;
        }
        const started = [write];
        waitingByRoute.set(route, started);
        void drain(route, started);
      }),
    close: () => link.close(),
  };
}

function whyUnconfirmed(reply: unknown, syncTimeoutMs: number): string | null {
  if (Array.isArray(reply) && Number(reply[0]) >= 1) return null;
  const seen = reply instanceof Error ? reply.message : `not within ${syncTimeoutMs} ms`;
  return `Redis did not confirm that the write reached its disk (${seen}); it may or may not be kept`;
}
