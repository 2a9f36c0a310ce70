import { Unavailable } from '@auction-tiers/contract';

/**
 * The store cannot answer now: it is away, too slow, or not confirmed. Nothing is wrong with the request and it may be
 * sent again. `outcomeUnknown`: the write may have been stored all the same.
 */
export class StoreUnavailable extends Unavailable {
  override readonly name = 'StoreUnavailable';
  readonly outcomeUnknown: boolean;

  constructor(message: string, options: { readonly outcomeUnknown?: boolean; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.outcomeUnknown = options.outcomeUnknown ?? false;
  }
}

/** This store can never serve as it is set up (wrong password, too old, not Redis, ...): trying again does not help. */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';
}
