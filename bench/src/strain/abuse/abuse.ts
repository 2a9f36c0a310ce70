import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';

/** The service, and the credential of a seller who abuses it. */
export interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Answers by status code, and connections that ended without one by `no answer`. */
export type Counts = Map<string, number>;

/** Goes on until the signal is aborted, and counts what came of it. */
export type Assault = (signal: AbortSignal, counts: Counts) => Promise<void>;

export interface Abuse {
  readonly name: string;
  /** Stores what the abuse needs, before anything is measured. */
  readonly prepare: (target: Target) => Promise<Assault>;
}

export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly body?: string;
}

/** Adds one to a count. */
export const count = (counts: Counts, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);

/** Connections that each send a request when they have the answer to the one before. `next` gives the requests in turn. */
export function askOver(connections: number, { url, headers }: Target, next: () => Asked): Assault {
  return async (signal, counts) => {
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    const goOn = async () => {
      while (!signal.aborted) {
        try {
          count(counts, String(await ask({ url, headers }, next(), { agent, signal })));
        } catch {
          if (!signal.aborted) count(counts, 'no answer');
        }
      }
    };
    await Promise.all(Array.from({ length: connections }, goOn));
    agent.destroy();
  };
}

/** Gives the requests in turn, again and again. */
export function inTurn(requests: readonly Asked[]): () => Asked {
  let at = 0;
  return () => requests[at++ % requests.length]!;
}

/** The status of an answer that was read to its end. */
async function ask(
  { url, headers }: Target,
  { method = 'GET', path, body = '' }: Asked,
  { agent, signal }: { readonly agent: Agent; readonly signal: AbortSignal },
): Promise<number> {
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const sent = request(`${url}${path}`, { agent, signal, method, headers: { ...headers, ...length } });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  await once(answer.resume(), 'end');
  return answer.statusCode ?? 0;
}

/** What a request is answered that prepares an abuse. Throws when the service refuses it. */
export async function prepareBy<Data>(
  { url, headers }: Target,
  name: string,
  path: string,
  body: object,
): Promise<Data> {
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path}: HTTP ${answer.status}: ${text.slice(0, 500)}`);
  return (JSON.parse(text) as { response: Record<string, unknown> }).response[name] as Data;
}

/**
 * Connections that send bytes as they are. Each that ends is replaced by a new one. `use` has a connection, and a signal
 * that is aborted with the connection or at the end.
 */
export function sendOver(
  connections: number,
  { url }: Target,
  use: (socket: Socket, isOver: AbortSignal) => Promise<void>,
): Assault {
  const { hostname, port } = new URL(url);
  return async (signal, counts) => {
    const goOn = async () => {
      while (!signal.aborted) {
        const socket = connect({ host: hostname, port: Number(port) });
        const ended = new AbortController();
        for (const event of ['error', 'close']) socket.on(event, () => ended.abort());
        const isOver = AbortSignal.any([signal, ended.signal]);
        try {
          await once(socket, 'connect', { signal: isOver });
          count(counts, 'connections');
          await use(socket, isOver);
        } catch (error) {
          if (!isOver.aborted) throw error;
        } finally {
          socket.destroy();
        }
      }
    };
    await Promise.all(Array.from({ length: connections }, goOn));
  };
}
