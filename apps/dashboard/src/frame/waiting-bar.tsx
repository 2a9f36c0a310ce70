import { useQuery } from '@tanstack/react-query';
import { isStoreAway, isThrottled, sentenceOf } from '../service/problem.ts';
import { useWaiting } from '../service/waiting.ts';

/** A user who only reads a room learns within this time that nothing can be changed. */
const checkMs = 4000;

interface Readiness {
  readonly states: { readonly reads?: { readonly ready: boolean }; readonly writes?: { readonly ready: boolean } };
}

async function isStoreAwayNow(signal: AbortSignal): Promise<boolean> {
  const answer = await fetch('/readyz', { signal });
  const { states } = (await answer.json()) as Readiness;
  return states.reads?.ready === false || states.writes?.ready === false;
}

/** Why answers of the service are delayed, in every room; the rooms themselves stay as they are. */
export function WaitingBar() {
  const reason = useWaiting();
  const { data: isAway = false } = useQuery({
    queryKey: ['session', 'store'],
    queryFn: ({ signal }) => isStoreAwayNow(signal),
    refetchInterval: checkMs,
    staleTime: checkMs,
  });
  if (reason === null && !isAway) return null;
  if (reason === null) {
    return (
      <div className="notice frame-waits" role="status">
        The stored data cannot be reached. Auctions continue; nothing can be changed now. This page recovers by itself.
      </div>
    );
  }
  return (
    <div className="notice frame-waits" role="status">
      {sentenceOf(reason)}
      {isStoreAway(reason) && ' Auctions continue; nothing can be changed now.'}
      {isThrottled(reason) && ' Your user has asked for more than the service answers in a minute.'} This page waits,
      and continues by itself.
    </div>
  );
}
