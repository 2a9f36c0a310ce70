import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Seller } from '../server/server.ts';

/** The service, with the credentials of the disturbing seller. */
export interface Target extends Seller {
  readonly redisUrl: string;
  /** The number of tiers of an import. */
  readonly tiers: number;
}

/**
 * A disturbance during which a service is measured: prepares what it needs, and returns the action, which runs to its
 * end or until the signal is aborted.
 */
export type Disturbance = (target: Target) => Promise<(signal: AbortSignal) => Promise<unknown>>;

export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly body?: string;
}

/** A file of tiers, whose buyers are taken in turn from the list. */
export const fileOf = (tiers: number, minPrice: string, buyers: readonly number[]) => ({
  profiles: [],
  tiers: Array.from({ length: tiers }, (_, at) => ({
    name: `Tier ${at}`,
    priority: (at % 10) + 1,
    member_action: 'include',
    min_price: minPrice,
    buyer_members: [{ id: buyers[at % buyers.length] }],
  })),
});

/** Repeats an action in `times` concurrent loops. */
const goOn = (times: number, act: (signal: AbortSignal) => Promise<void>) => (signal: AbortSignal) =>
  Promise.all(
    Array.from({ length: times }, async () => {
      while (!signal.aborted) await act(signal);
    }),
  );

/** Connections that each send the next request when the previous one is answered. `next` returns the requests. */
export const askOver = (connections: number, { url, headers }: Seller, next: () => Asked) =>
  goOn(connections, async (signal) => {
    const { path, ...request } = next();
    const answer = await fetch(`${url}${path}`, { ...request, headers, signal }).catch(() => undefined);
    await answer?.arrayBuffer().catch(() => undefined);
  });

/** Connections that send raw bytes. A connection that ends is replaced. `use` gets a signal of the connection's end. */
export function sendOver(
  connections: number,
  url: string,
  use: (socket: Socket, isOver: AbortSignal) => Promise<void>,
) {
  const { hostname: host, port } = new URL(url);
  return goOn(connections, async (signal) => {
    const socket = connect({ host, port: Number(port) });
    const ended = new AbortController();
    for (const event of ['error', 'close']) socket.on(event, () => ended.abort());
    const isOver = AbortSignal.any([signal, ended.signal]);
    try {
      await once(socket, 'connect', { signal: isOver });
      await use(socket, isOver);
    } catch (error) {
      if (!isOver.aborted) throw error;
    } finally {
      socket.destroy();
    }
  });
}
