export type { FoundServer, RedisServer } from './find-server.ts';
export { ensureRedisServer, findRedisServer } from './find-server.ts';
export type { RunningRedis, StartRedisOptions } from './start-redis.ts';
export { startRedis, startTemporaryRedis } from './start-redis.ts';
