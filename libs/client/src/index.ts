export { ConnectionFailure, type Fetch, ForeignAnswer } from './answer.ts';
export { type Client, type ClientOptions, createClient, createLinks } from './create-client.ts';
export type { RetryOptions } from './retry.ts';
export { isServiceError, type ServiceError } from './failure.ts';
