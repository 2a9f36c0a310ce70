// vitest's `globalSetup` of the projects whose tests need a Redis: starts one for all test files of a project.
//
// Test files share it, so none may call FLUSHALL or FLUSHDB. A file uses keys with a random prefix. A test that needs a
// whole server (fixed key names, a restart, durability) starts its own with `startTemporaryRedis()`, or with
// `startRedis({ dir })` to be able to restart it.

import type { TestProject } from 'vitest/node';
import { startTemporaryRedis } from './temporary-redis.ts';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const redis = await startTemporaryRedis({ durable: false });
  project.provide('redisUrl', redis.url);
  return () => redis.stop();
}
