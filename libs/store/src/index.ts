export type {
  Actor,
  Change,
  CreateOptions,
  CredentialStore,
  Idempotency,
  LoadedObject,
  ObjectStore,
  Refusal,
  RemoveOptions,
  Secrets,
  StepOptions,
  StepResult,
  StoredObject,
  StoredResource,
  Token,
  UpdateOptions,
  User,
  Write,
  WriteResult,
} from './port.ts';
export { type Address, addressText, parseAddress } from './redis/address.ts';
export type { Client, Timeouts } from './redis/client.ts';
export type { Durability } from './redis/durability.ts';
export { openRedisStore, type RedisStoreOptions } from './redis/open.ts';
export { createRedisClient } from './redis/redis-client.ts';
export type { Server } from './redis/server.ts';
export type { RedisStore } from './redis/store.ts';
export { StoreUnavailable, StoreUnusable } from './store-error.ts';
