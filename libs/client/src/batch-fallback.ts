import { callLink, type Link } from './call-link.ts';
import { isTooLarge } from './failure.ts';
import { alone, laneOf } from './lane.ts';

/** Calls that are too large together are sent one by one; none of them has been carried out. */
export const batchFallbackLink: Link = callLink(async (call, send) => {
  try {
    return await send(call);
  } catch (error) {
    if (!isTooLarge(error) || laneOf(call) === 'alone') throw error;
  }
  return send(alone(call));
});
