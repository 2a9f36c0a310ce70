import type { AppRouter } from '@auction-tiers/contract';
import { httpBatchLink, httpLink, httpSubscriptionLink, type Operation } from '@trpc/client';
import { type Fetch, readAnswer, send } from './answer.ts';
import type { Link } from './call-link.ts';
import { FetchEventSource } from './event-source.ts';
import { type Lane, laneOf } from './lane.ts';

/** As many as the service takes. */
const maxBatch = 100;
/** Under the 8 KiB that nginx and Apache take for a request's first line, with room for what they put before it. */
const maxUrlLength = 8000;

export interface TransportOptions {
  readonly url: string;
  readonly fetch: Fetch;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends calls, those of one moment and one lane together. */
export function createTransport({ url, fetch, headers }: TransportOptions): Link {
  const http = {
    url,
    // tRPC's links name what they ask for by text alone.
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
    const lanes: Record<Lane, ReturnType<Link>> = {
      alone: httpLink<AppRouter>({ ...http, headers: ({ op }) => headersOf(op) })(runtime),
      memory: batch(runtime),
      store: batch(runtime),
      stream: httpSubscriptionLink<AppRouter, typeof FetchEventSource>({
        url,
        EventSource: FetchEventSource,
        eventSourceOptions: ({ op }) => ({ fetch, headers: headersOf(op) }),
      })(runtime),
    };
    return (call) => lanes[laneOf(call.op)](call);
  };
}

/** What the links before this one have put into a call's context. */
function headersOfCall({ context: { authorization, idempotencyKey } }: Operation): Record<string, string> {
  return {
    ...(typeof authorization === 'string' ? { authorization } : {}),
    ...(typeof idempotencyKey === 'string' ? { 'idempotency-key': idempotencyKey } : {}),
  };
}
