export { ask } from './ask.ts';
export type { FoundServer, RedisServer } from './find-server.ts';
export { ensureRedisServer } from './ensure-server.ts';
export { findRedisServer } from './find-server.ts';
export type { RunningRedis, StartRedisOptions } from './start-redis.ts';
export { startRedis } from './start-redis.ts';
export { TcpProxy } from './tcp-proxy.ts';
export { startTemporaryRedis, type TemporaryRedis } from './temporary-redis.ts';
export { cutUnfinishedTransaction } from './unfinished-transaction.ts';
