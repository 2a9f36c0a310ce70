import { randomBytes } from 'node:crypto';
import type { RedisLink } from '../connection/link.ts';
import { epochKey, metaKey } from '../layout/layout.ts';

export const createEpoch = (): string => randomBytes(4).toString('hex');

/** Gives a database without an epoch one, in every partition. Otherwise writes nothing: Redis may refuse writes. */
export async function fixEpoch(link: RedisLink, partitions: number): Promise<void> {
  const epochs = await Promise.all(epochKeys(partitions).map((key) => link.run('GET', key)));
  if (!epochs.includes(null)) return;
  await link.run('HSETNX', metaKey, 'epoch', createEpoch());
  const epoch = String(await link.run('HGET', metaKey, 'epoch'));
  await Promise.all(epochKeys(partitions).map((key) => link.run('SET', key, epoch, 'NX')));
}

/**
 * Gives the database a new epoch and marks it as adopted: processes that know another history continue with this one.
 * The mark is written first, so that no process sees the epoch without it.
 */
export async function renewEpoch(link: RedisLink, partitions: number): Promise<string> {
  const epoch = createEpoch();
  await link.run('HSET', metaKey, 'epoch', epoch, 'adopted', epoch);
  await Promise.all(epochKeys(partitions).map((key) => link.run('SET', key, epoch)));
  return epoch;
}

const epochKeys = (partitions: number) => [...Array.from({ length: partitions }).keys()].map(epochKey);
