import { createLinks } from '@auction-tiers/client';
import type { AppRouter } from '@auction-tiers/contract';
import { MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { createTRPCClient } from '@trpc/client';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { isForbidden, isStoreAway } from './problem.ts';
import { pageHeader, renewed } from './session.ts';
import { noteWaiting } from './waiting.ts';

/** A write is given up after so many attempts. */
const mostWrites = 4;

/**
 * The service's operations, called with the page's session. A read is repeated until it succeeds: a room goes on by
 * itself, and `useWaiting` tells why it waits. A call that was refused because the session has ended is repeated once
 * the user has signed in.
 */
export const client = createTRPCClient<AppRouter>({
  links: createLinks({
    url: '',
    headers: pageHeader,
    renewSession: renewed,
    retry: {
      attempts: ({ type }) => (type === 'query' ? Number.POSITIVE_INFINITY : mostWrites),
      baseWaitMs: 1000,
      maxOwnWaitMs: 8000,
      maxWaitMs: 60_000,
      onWait: noteWaiting,
    },
  }),
});

/** Options of a write with a note, which history shows; none where it is empty. */
export const noted = (note: string) => (note.trim() === '' ? {} : { context: { note } });

export const queryClient: QueryClient = new QueryClient({
  mutationCache: new MutationCache({
    onError(error) {
      // Hides acts that the user may not do any more.
      if (isForbidden(error)) void queryClient.invalidateQueries({ queryKey: ['session'] });
      // Reads again what is shown: failing reads are reported in every room until the store is back.
      return isStoreAway(error) ? queryClient.invalidateQueries() : undefined;
    },
  }),
  // Also without a network, where a call would otherwise wait without a message.
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 15_000,
      retry: false,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Options of queries and mutations for TanStack Query: `useQuery(trpc.tier.list.queryOptions({ ... }))`. */
export const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient });

/** Reads again what is shown of these kinds of objects: `refresh(trpc.tier, trpc.draft)`. */
export const refresh = (...kinds: readonly { pathKey(): QueryKey }[]): Promise<unknown> =>
  Promise.all(kinds.map((kind) => queryClient.invalidateQueries({ queryKey: kind.pathKey() })));
