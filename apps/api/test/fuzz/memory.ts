import { setImmediate as turn } from 'node:timers/promises';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Bytes that this process holds on to, once everything that nobody needs is collected: objects of the heap, and what
 * they own outside of it. The code that V8 makes of a program is left out; it grows for a long time with use.
 */
export async function heldBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // Closed connections and finalizers let go of more in the turns after a collection.
  for (let round = 0; round < 4; round++) {
    collect();
    await turn();
  }
  const spaces = getHeapSpaceStatistics().filter(({ space_name: name }) => !/code|trusted/.test(name));
  const objects = spaces.reduce((sum, { space_used_size: bytes }) => sum + bytes, 0);
  return objects + process.memoryUsage().external;
}
