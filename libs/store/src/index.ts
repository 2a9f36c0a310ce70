export type { Actor, Change, ChangesAfter, OwnedChanges, Step, YmProfileStep, YmProfileSteps } from './port/change.ts';
export type {
  BatchOptions,
  BatchResult,
  CreateOptions,
  Hold,
  Idempotency,
  LoadedObject,
  ObjectStore,
  Refusal,
  RemoveOptions,
  Secrets,
  StoredObject,
  StoredResource,
  StoreTrouble,
  UpdateOptions,
  Write,
  WriteResult,
} from './port/object-store.ts';
export type { KnownHistory, Position, RememberedPosition, StoreMemory } from './port/position.ts';
export type { CredentialStore, Token, TokenEvent, User } from './port/credential-store.ts';
export type {
  CountedSecond,
  CountingProcess,
  ReportBytes,
  ReportCall,
  ReportPart,
  ReportStore,
  ReportSubject,
} from './port/report-store.ts';
export {
  contentOf,
  type Damage,
  encodeDamage,
  encodeFrame,
  findFrames,
  type Frame,
  markOf,
  noPiece,
  presentVersion,
} from './report/frame.ts';
export { addRecord, encodeRecord, findRecords, hasUnknown } from './report/record.ts';
export { digestText, objectDigest } from './port/object-digest.ts';
export { StoreUnavailable, StoreUnusable, type Trouble, troubleText } from './port/store-error.ts';
export { type CertificateFiles, withCertificates } from './redis/connection/certificates.ts';
export { type Address, addressText, parseAddress, quoteAddress } from './redis/connection/address.ts';
export {
  type Client,
  clusterNames,
  createRedisClient,
  placeOf,
  type Timeouts,
} from './redis/connection/client.ts';
export type { Durability } from './redis/connection/durability.ts';
export { openServerClock, type ServerClock } from './redis/server-clock.ts';
export type { Server } from './redis/connection/server.ts';
export { refusedRight } from './redis/connection/failure.ts';
export { openRedisStore, type RedisStoreOptions } from './redis/open.ts';
export type { RedisStore } from './redis/store.ts';
