import { randomBytes } from 'node:crypto';
import { openInstance, type Instance } from '../fixture/instance.ts';
import type { Exercise } from './exercise.ts';
import { sendFor } from './object.ts';
import { type Operation, operations } from './operation.ts';
import { rightly } from './refusal.ts';

const one = { RATE_LIMIT_READS: '1', RATE_LIMIT_WRITES: '1', RATE_LIMIT_AUCTIONS: '1' };
const ofStatus = (status: number) => operations.filter(({ responses }) => String(status) in responses);

/** Makes every operation answer that it was called too often, by a service that allows one call of each kind. */
export async function exceed(exercise: Exercise, redisUrl: string, dataDir: string): Promise<void> {
  const limited = await openInstance({ REDIS_URL: redisUrl, DATA_DIR: dataDir, ...one });
  try {
    for (const operation of ofStatus(429)) {
      const most = operation.scope === null ? 11 : 2;
      for (let calls = 0; calls < most && !exercise.statusesOf(operation).has(429); calls += 1) {
        await exercise.send(sendFor(limited, operation), operation, wrongly(operation));
      }
    }
  } finally {
    await limited.close();
  }
}

/** Asks every operation while Redis is away, with a credential that cannot be known then. */
export async function askAway(exercise: Exercise, service: Instance): Promise<void> {
  for (const operation of ofStatus(503)) {
    const key = operation.scope === null ? null : `atk_${randomBytes(32).toString('base64url')}`;
    await exercise.send(sendFor(service, operation), operation, { ...wrongly(operation), key });
  }
}

/** A call that changes nothing, whatever comes of it; a login under a name that nobody has. */
const wrongly = (operation: Operation) =>
  operation.scope === null ? { body: { username: 'ghost', password: 'a guess' }, key: null } : rightly(operation);
