export type { FoundServer, RedisServer } from './find-server.ts';
export { ensureRedisServer, findRedisServer } from './find-server.ts';
export type { RunningRedis, StartRedisOptions } from './start-redis.ts';
export { startRedis } from './start-redis.ts';
export { startTemporaryRedis, type TemporaryRedis } from './temporary-redis.ts';
