import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    redisUrl: string;
  }
}

/** The address of the Redis that all test files of a project share. test-redis.ts says how to share it. */
export function sharedRedisUrl(): string {
  return inject('redisUrl');
}
