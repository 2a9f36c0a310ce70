import type { AppRouter } from '@auction-tiers/contract';
import { MutationCache, QueryClient } from '@tanstack/react-query';
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
import { goesOnByItself, isRefusedSession, isStoreAway, repeatDelayMs, repeats } from './problem.ts';
import { pageHeader, renewed } from './session.ts';
import { idempotencyLink, isFailedWrite, repeatLink } from './write-once.ts';

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

const headersOf = ({ op }: { op: { context: Record<string, unknown> } }) => ({
  ...pageHeader,
  ...(op.context['headers'] as Record<string, string> | undefined),
});

/** The service's operations, called with the page's session. */
export const client = createTRPCClient<AppRouter>({
  links: [
    idempotencyLink,
    repeatLink,
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

/** Options of a write with a note, which history shows; none where it is empty. */
export function noted(note: string) {
  if (note === '') return {};
  // A header holds a byte in each character.
  const bytes = Array.from(new TextEncoder().encode(note), (byte) => String.fromCharCode(byte)).join('');
  return { context: { headers: { 'x-change-note': bytes } } };
}

export const queryClient: QueryClient = new QueryClient({
  mutationCache: new MutationCache({
    // What is shown is read again: what cannot be read says so in every room, until the store is back.
    onError: (error) => (isStoreAway(error) ? queryClient.invalidateQueries() : undefined),
  }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // As long as it takes: a room goes on by itself, and `useWaiting` says why it waits.
      retry: (_failures, error) => goesOnByItself(error),
      retryDelay: repeatDelayMs,
      refetchOnWindowFocus: true,
    },
    // What a write reads before is asked for again; the write itself is repeated by `repeatLink`.
    mutations: {
      retry: (failures, error) => !isFailedWrite(error) && repeats(failures, error),
      retryDelay: repeatDelayMs,
    },
  },
});

/** Options of queries and mutations for TanStack Query: `useQuery(trpc.tier.list.queryOptions({ ... }))`. */
export const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient });
