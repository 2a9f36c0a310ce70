import type { AppRouter } from '@auction-tiers/contract';
import { QueryClient } from '@tanstack/react-query';
import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  httpSubscriptionLink,
  splitLink,
  type TRPCLink,
} from '@trpc/client';
import { observable, type Unsubscribable } from '@trpc/server/observable';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { isRefusedSession, repeatDelayMs, repeats } from './problem.ts';
import { pageHeader, renewed } from './session.ts';

const url = '/trpc';

/** A call that is refused because the session has ended waits until the user has signed in again, and is then repeated. */
const renewLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let running: Unsubscribable | undefined;
      let isOver = false;
      const send = () => {
        if (isOver) return;
        running = next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error(error) {
            if (isRefusedSession(error)) void goOnRenewed(send);
            else observer.error(error);
          },
        });
      };
      send();
      return () => {
        isOver = true;
        running?.unsubscribe();
      };
    });

async function goOnRenewed(send: () => void): Promise<void> {
  await renewed();
  send();
}

/** Sends a write at most once however often it is repeated. */
const idempotencyLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    if (op.type !== 'mutation') return next(op);
    const headers = { 'idempotency-key': drawKey(), ...(op.context['headers'] as object | undefined) };
    return next({ ...op, context: { ...op.context, headers } });
  };

function drawKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const headersOf = ({ op }: { op: { context: Record<string, unknown> } }) => ({
  ...pageHeader,
  ...(op.context['headers'] as Record<string, string> | undefined),
});

/** The service's operations, called with the page's session. */
export const client = createTRPCClient<AppRouter>({
  links: [
    idempotencyLink,
    renewLink,
    splitLink({
      condition: ({ type }) => type === 'subscription',
      true: httpSubscriptionLink({ url }),
      false: splitLink({
        condition: ({ type }) => type === 'mutation',
        true: httpLink({ url, headers: headersOf }),
        false: httpBatchLink({ url, maxURLLength: 4000, maxItems: 50, headers: pageHeader }),
      }),
    }),
  ],
});

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: repeats,
      retryDelay: repeatDelayMs,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: repeats, retryDelay: repeatDelayMs },
  },
});

/** Options of queries and mutations for TanStack Query: `useQuery(trpc.tier.list.queryOptions({ ... }))`. */
export const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient });
