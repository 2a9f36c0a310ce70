import { realpathSync } from 'node:fs';
import { ask } from './ask.ts';
import { readAddress } from './config.ts';

const answerLimitMs = 2000;
const stopLimitMs = 10_000;

/**
 * Stops a Redis that still runs in this folder although nobody keeps it any more (everything around it was killed at
 * once); two servers that append to the same file would spoil it. Must be called with the folder's lock held.
 */
export async function stopLeftover(folder: string): Promise<boolean> {
  const address = readAddress(folder);
  if (address === undefined) return false;
  // A copy of the folder names the same port and password, but that server works elsewhere.
  const config = await ask(address, 'CONFIG GET dir', AbortSignal.timeout(answerLimitMs));
  if (!config?.split('\r\n').includes(realpathSync(folder))) return false;
  await ask(address, 'SHUTDOWN NOW FORCE', AbortSignal.timeout(stopLimitMs));
  return true;
}
