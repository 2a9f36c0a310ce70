// The set-up (vitest's `globalSetup`) of the projects that need a Redis: one for all of a project's test files.
//
// Test files run side by side on it. FLUSHALL and FLUSHDB would pull the data from under the neighbours: a file keeps to
// keys of its own (a prefix drawn at random), or, where it needs the whole server (the service's key names are fixed; a
// restart; durability), takes one of its own: `startTemporaryRedis()`, or `startRedis({ dir })` to start it again.

import type { TestProject } from 'vitest/node';
import { startTemporaryRedis } from './temporary-redis.ts';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const redis = await startTemporaryRedis({ durable: false });
  project.provide('redisUrl', redis.url);
  return () => redis.stop();
}
