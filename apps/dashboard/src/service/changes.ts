import { useEffect } from 'react';
import { client, queryClient } from './trpc.ts';

/** Changes within this time are read together. */
const gatherMs = 200;
/** How long after the end of a stream another one is tried, such as after one too many of a user. */
const againMs = 10_000;
/** A stream that starts this soon after the page opened has missed no change. */
const openingMs = 2000;

/** Queries that are not about stored objects, or that are read again regularly anyway. */
const apart = new Set(['report', 'recorded', 'dma', 'country', 'session', 'sample', 'lint', 'history']);

const firstOf = (key: unknown): string => {
  const [first] = Array.isArray(key) ? (key as readonly unknown[]) : [key];
  return Array.isArray(first) ? String(first[0]) : String(first);
};

/** Reads again what is shown and may have changed. `onlyDrafts`: what is live has not. */
const readAgain = (onlyDrafts: boolean) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) => {
      const first = firstOf(queryKey);
      return onlyDrafts ? first === 'draft' : !apart.has(first);
    },
  });

interface Whose {
  readonly userId: number;
  readonly memberId: number;
}

/**
 * Shows the changes of other tabs and users as soon as they are stored. One tab of the browser keeps the stream and
 * tells the others, because a browser has few connections to one service.
 */
function followChanges({ userId, memberId }: Whose): () => void {
  const name = `auction-tiers changes ${userId} ${memberId}`;
  const over = new AbortController();
  const channel = new BroadcastChannel(name);
  const tell = channel.postMessage.bind(channel);
  const begun = performance.now();
  /** Services that have changed since they were read. */
  const changed = new Set<string>();
  let isReading = false;
  const note = async (service: string) => {
    changed.add(service);
    if (isReading) return;
    isReading = true;
    // One reading ends before the next begins: changes that never cease would else cut off each one.
    while (changed.size > 0 && !over.signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, gatherMs));
      const onlyDrafts = [...changed].every((one) => one === 'draft');
      changed.clear();
      await readAgain(onlyDrafts);
    }
    isReading = false;
  };
  channel.addEventListener('message', ({ data }: MessageEvent<string>) => void note(data));
  /** `isLate`: something may have changed since the page read what it shows. */
  const keepStream = (isLate: boolean) =>
    new Promise<void>((resolve) => {
      const stream = client.changeLog.follow.subscribe(
        { member_id: memberId },
        {
          onStarted: () => {
            if (isLate || performance.now() - begun > openingMs) void note('');
          },
          onData: ({ data }) => {
            void note(data.service);
            tell(data.service);
          },
          onError: () => resolve(),
          onStopped: () => resolve(),
        },
      );
      over.signal.addEventListener('abort', () => {
        stream.unsubscribe();
        resolve();
      });
    });
  const keepStreamOfAll = async (isLate: boolean) => {
    const isKept = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock !== null) await keepStream(isLate);
      return lock === null;
    });
    // Another tab keeps the stream: this tab gets the lock once that tab is closed.
    const { signal } = over;
    if (isKept) await navigator.locks.request(name, { signal }, () => keepStream(true)).catch(() => {});
  };
  void (async () => {
    for (let isLate = false; !over.signal.aborted; isLate = true) {
      // A page over plain HTTP has no locks, so that each tab keeps a stream.
      await ('locks' in navigator ? keepStreamOfAll(isLate) : keepStream(isLate));
      if (!over.signal.aborted) await new Promise((resolve) => setTimeout(resolve, againMs));
    }
  })();
  return () => {
    over.abort();
    channel.close();
  };
}

/** Null: there is no seller yet. */
export function useChanges(whose: Whose | null): void {
  const { userId = 0, memberId = 0 } = whose ?? {};
  useEffect(() => (memberId === 0 ? undefined : followChanges({ userId, memberId })), [userId, memberId]);
}
