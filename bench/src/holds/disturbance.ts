import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Seller } from '../server/server.ts';

/** The service, as the seller that disturbs it. */
export interface Target extends Seller {
  readonly redisUrl: string;
  /** Tiers of an import. */
  readonly tiers: number;
}

/**
 * Something that a service is measured during: stores what it needs, and gives what is done, to its end or until the signal
 * is aborted.
 */
export type Disturbance = (target: Target) => Promise<(signal: AbortSignal) => Promise<unknown>>;

export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly body?: string;
}

/** A file of tiers, each of which lists one of the buyers in turn. */
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

/** Does one thing after the other, over and over, so many times at once. */
const goOn = (times: number, act: (signal: AbortSignal) => Promise<void>) => (signal: AbortSignal) =>
  Promise.all(
    Array.from({ length: times }, async () => {
      while (!signal.aborted) await act(signal);
    }),
  );

/** Connections that each send a request when they have the answer to the one before. `next` gives the requests. */
export const askOver = (connections: number, { url, headers }: Seller, next: () => Asked) =>
  goOn(connections, async (signal) => {
    const { path, ...request } = next();
    const answer = await fetch(`${url}${path}`, { ...request, headers, signal }).catch(() => undefined);
    await answer?.arrayBuffer().catch(() => undefined);
  });

/** Connections that send bytes as they are. Each that ends is replaced by a new one. `use` has a signal of its end. */
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
