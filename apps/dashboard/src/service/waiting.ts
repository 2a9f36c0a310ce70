import { useSyncExternalStore } from 'react';
import { queryClient } from './trpc.ts';
import { onWaitingWrite, reasonOfWaitingWrite } from './write-once.ts';

/** The failure for which calls of this page wait to be made again; null: none waits. */
export const useWaiting = (): unknown => useSyncExternalStore(subscribe, reasonOfWaiting);

function subscribe(listener: () => void): () => void {
  const ends = [queryClient.getQueryCache().subscribe(listener), onWaitingWrite(listener)];
  return () => {
    for (const end of ends) end();
  };
}

function reasonOfWaiting(): unknown {
  const failed = queryClient
    .getQueryCache()
    .getAll()
    .find(({ state }) => state.fetchStatus === 'fetching' && state.fetchFailureReason !== null);
  return failed?.state.fetchFailureReason ?? reasonOfWaitingWrite();
}
