import { isStoreAway, isThrottled, sentenceOf } from '../service/problem.ts';
import { useWaiting } from '../service/waiting.ts';

/** Why what is asked for does not come yet, in every room; the rooms themselves stay as they are. */
export function WaitingBar() {
  const reason = useWaiting();
  if (reason === null) return null;
  return (
    <div className="notice frame-waits" role="status">
      {sentenceOf(reason)}
      {isStoreAway(reason) && ' Auctions go on; nothing can be changed now.'}
      {isThrottled(reason) && ' Your user has asked for more than the service answers in a minute.'} This page waits,
      and goes on by itself.
    </div>
  );
}
