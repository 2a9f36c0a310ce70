import { revocationSeconds, tokenLife } from '@auction-tiers/contract';

const hourMs = 60 * 60 * 1000;

/** A token lives this long after its last use, */
export const idleMs = tokenLife.idleHours * hourMs;
/** and no longer than this in all. */
export const lifetimeMs = tokenLife.hours * hourMs;

/** This long after a key was revoked, a password changed or a token ended, no path accepts the credential any more. */
export const revocationMs = revocationSeconds * 1000;

/** How often the credential index asks what has changed, and records the uses of tokens. */
export const followMs = 1000;

/**
 * The time to live that a token gets in the store when a use is recorded. Its expiry there records the last use: Redis
 * alone counts it down, so that no clocks are compared, and recording a use never brings a revoked token back. A use is
 * recorded up to `followMs` late, or later where Redis is slow, so three times as much is added.
 */
export const fullTtlMs = idleMs + 3 * followMs;
