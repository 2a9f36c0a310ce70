export { ConnectionFailure, type Fetch, ForeignAnswer } from './answer.ts';
export { type Client, type ClientOptions, createClient } from './create-client.ts';
export type { RetryOptions } from './retry-policy.ts';
export { isServiceError, type ServiceError } from './service-error.ts';
