import { statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { ask, type RedisAddress } from './ask.ts';

const mebibyte = 1024 * 1024;
/** With less free space Redis takes no writes: with `appendfsync always` it ends itself once it cannot append. */
const leastBytes = 64 * mebibyte;
/** Writes are taken again from here on, so that a disk that is about to be full does not switch them on and off. */
const enoughBytes = 96 * mebibyte;
/** Clients write some MiB in this time, far less than `leastBytes`. */
const lookMs = 250;
const answerLimitMs = 2000;

/** The setting by which Redis refuses each write that may need space, with OOM, and goes on to read and to delete. */
const refusing = 'maxmemory 1';
const taking = 'maxmemory 0';

/** Whether a folder's disk has too little space left for Redis to write. */
export async function isNearlyFull(folder: string, bytes: number = leastBytes): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < bytes;
}

/** What Redis is started with on a disk that is nearly full: it must not take a write before `watchSpace` has looked. */
export const refusingArguments = ['--maxmemory', '1'] as const;

/**
 * Has Redis refuse writes while its disk is nearly full, until the signal ends it.
 *
 * @param isRefusing whether it was started with `refusingArguments`
 */
export async function watchSpace(
  folder: string,
  address: RedisAddress,
  isRefusing: boolean,
  ended: AbortSignal,
): Promise<void> {
  let refuses = isRefusing;
  while (!ended.aborted) {
    // A folder that is being deleted has no disk to look at.
    const isFull = await isNearlyFull(folder, refuses ? enoughBytes : leastBytes).catch(() => refuses);
    if (isFull !== refuses) {
      const limit = AbortSignal.any([ended, AbortSignal.timeout(answerLimitMs)]);
      const reply = await ask(address, `CONFIG SET ${isFull ? refusing : taking}`, limit);
      // Otherwise it is asked again at the next look.
      if (reply?.startsWith('+OK') === true) refuses = isFull;
    }
    await wait(lookMs, undefined, { signal: ended }).catch(() => undefined);
  }
}
