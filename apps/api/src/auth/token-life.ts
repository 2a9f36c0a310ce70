import { revocationSeconds, tokenLife } from '@auction-tiers/contract';

const hourMs = 60 * 60 * 1000;

/** A token lives this long after its last use, */
export const idleMs = tokenLife.idleHours * hourMs;
/** and no longer than this in all. */
export const lifetimeMs = tokenLife.hours * hourMs;

/**
 * The bound of revocation: this long after a key was revoked, a password changed or a token ended, no path accepts it any
 * more. A remembered credential is accepted without a look-up only while its last look-up began less than this ago.
 */
export const revocationMs = revocationSeconds * 1000;
/**
 * A remembered credential that is in use is looked up again in the background when its last look-up is this old, so that
 * its requests never wait for one; that of a stream or a subscription is looked up this often.
 */
export const recheckMs = 2000;

/** A use this soon after the last recorded one is not recorded: reads would otherwise each cost a durable write. */
export const touchEveryMs = 2000;
/** How far the last recorded use may lie behind the last one. Given on top, so that no token ends early. */
const slackMs = recheckMs + touchEveryMs;

/**
 * What a token has left in the store after a use. Its expiry there is what records the last use: one number that the
 * store itself counts down, so that no clocks are compared, and recording a use never brings a revoked token back.
 */
export const fullTtlMs = idleMs + slackMs;

/** Whether a use is worth recording. */
export const needsTouch = (ttlMs: number): boolean => ttlMs <= fullTtlMs - touchEveryMs;
