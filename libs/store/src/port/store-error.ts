import { Unavailable } from '@auction-tiers/contract';

/**
 * The store cannot answer now: Redis is away, too slow, or did not confirm a write. The request is valid and may be sent
 * again. `outcomeUnknown`: the write may have been stored nevertheless.
 */
export class StoreUnavailable extends Unavailable {
  override readonly name = 'StoreUnavailable';
  readonly outcomeUnknown: boolean;

  constructor(message: string, options: { readonly outcomeUnknown?: boolean; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.outcomeUnknown = options.outcomeUnknown ?? false;
  }
}

/** The store cannot serve with this set-up (wrong password, too old, not Redis, ...): trying again does not help. */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';
}
