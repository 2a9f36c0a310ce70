import type { BodySize } from './operation.ts';

/*
 * Figures that the service enforces and the documents name.
 */

/** A token ends this long after its last use, and this long after it was made. */
export const tokenLife = { idleHours: 2, hours: 24 } as const;

/** So many failed logins within so many minutes lock a username out for as long. */
export const loginLock = { failures: 10, minutes: 5 } as const;

/** How long a credential that has ended may still be accepted. */
export const revocationSeconds = 5;

/** Requests that a user may make per minute, unless the operator sets another figure; 0: without a limit. */
export const defaultRequestsPerMinute = { read: 1000, write: 1000, auction: 0 } as const;

const mebibyte = 1024 * 1024;

/** The most bytes that a body may have, by what it holds. */
export const maxBodyBytes = {
  object: mebibyte,
  login: 16 * 1024,
  auction: mebibyte,
  auctionBatch: 16 * mebibyte,
  /** A tier set of 10,000 tiers with some sixty buyers each. */
  tierSet: 32 * mebibyte,
} as const satisfies Record<BodySize, number>;
