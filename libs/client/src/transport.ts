import type { AppRouter } from '@auction-tiers/contract';
import { httpBatchLink, httpLink, httpSubscriptionLink, type Operation } from '@trpc/client';
import { type Fetch, readAnswer, send } from './answer.ts';
import { callLink, type Link } from './call-link.ts';
import { FetchEventSource } from './event-source.ts';
import { isTooLarge } from './failure.ts';
import { isNoted } from './note.ts';

/**
 * How a call is sent: in a request of its own, in a batch, or as a stream. Calls that the service answers from memory
 * and calls that need its store are in different batches, so that the former do not fail when the store is unavailable.
 */
type Channel = 'alone' | 'memory' | 'store' | 'stream';

/** A query whose encoded input is longer than this is sent alone: a batch with it might exceed `maxUrlLength`. */
const maxBatchedInput = 7000;

/** Reads that take the service seconds: in a batch they would delay the answers of all other calls. */
const longReads: ReadonlySet<string> = new Set(['movement.tell']);

/** What has an idempotency key, as every write, is sent alone: the key names one call; so is a login, which has no token. */
function channelOf(call: Operation): Channel {
  const { type, path, input, context } = call;
  if (type === 'subscription') return 'stream';
  if (context['idempotencyKey'] !== undefined || context['isSentAlone'] === true) return 'alone';
  if (path === 'auth.login' || isNoted(call)) return 'alone';
  if (type === 'query' && (longReads.has(path) || lengthInAddress(input) > maxBatchedInput)) return 'alone';
  return /^(?:auction|dma|country)\./.test(path) ? 'memory' : 'store';
}

/** The same call, to be sent alone. */
const alone = (call: Operation): Operation => ({ ...call, context: { ...call.context, isSentAlone: true } });

const lengthInAddress = (input: unknown): number =>
  input === undefined ? 0 : encodeURIComponent(JSON.stringify(input)).length;

/** The service's limit. */
const maxBatch = 100;
/** Below the 8 KiB that nginx and Apache allow for a request's first line, with room for a path prefix. */
const maxUrlLength = 8000;

interface TransportOptions {
  readonly url: string;
  readonly fetch: Fetch;
  readonly headers: Readonly<Record<string, string>>;
}

/** The last link: sends calls. Calls of one event-loop turn and one channel share a request. */
export function createTransport({ url, fetch, headers }: TransportOptions): Link {
  const http = {
    url,
    // tRPC's links always give the address as text.
    fetch: async (asked: unknown, init: object = {}) => {
      const address = asked as string;
      return readAnswer(address, init, await send(fetch, address, init));
    },
  };
  const headersOf = (call: Operation) => ({ ...headers, ...headersOfCall(call) });
  const batch = httpBatchLink<AppRouter>({
    ...http,
    maxItems: maxBatch,
    maxURLLength: maxUrlLength,
    headers: ({ opList: [first] }) => headersOf(first),
  });
  return (runtime) => {
    const channels: Record<Channel, ReturnType<Link>> = {
      alone: httpLink<AppRouter>({ ...http, headers: ({ op }) => headersOf(op) })(runtime),
      memory: batch(runtime),
      store: batch(runtime),
      stream: httpSubscriptionLink<AppRouter, typeof FetchEventSource>({
        url,
        EventSource: FetchEventSource,
        eventSourceOptions: ({ op }) => ({ fetch, headers: headersOf(op) }),
      })(runtime),
    };
    return (call) => channels[channelOf(call.op)](call);
  };
}

/** The headers that earlier links have put into a call's context. */
function headersOfCall({ context: { authorization, idempotencyKey, note, breakGlass } }: Operation) {
  return {
    ...(typeof note === 'string' ? { 'x-change-note': toBytes(note) } : {}),
    ...(typeof breakGlass === 'string' ? { 'x-break-glass': toBytes(breakGlass) } : {}),
    ...(typeof authorization === 'string' && authorization !== '' ? { authorization } : {}),
    ...(typeof idempotencyKey === 'string' ? { 'idempotency-key': idempotencyKey } : {}),
  };
}

/** The UTF-8 of a text as `fetch` takes it in a header: a character for each byte. */
const toBytes = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');

/** Sends the calls of a batch one by one when the batch was refused as too large; none of them has been executed. */
export const batchFallbackLink: Link = callLink(async (call, forward) => {
  try {
    return await forward(call);
  } catch (error) {
    if (!isTooLarge(error) || channelOf(call) === 'alone') throw error;
  }
  return forward(alone(call));
});
