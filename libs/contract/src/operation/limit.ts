import type { BodySize } from './operation.ts';

/*
 * Figures that the service enforces and the documents name.
 */

/** A token ends this long after its last use, and this long after it was made. */
export const tokenLife = { idleHours: 2, hours: 24 } as const;

/**
 * So many failed logins within so many minutes lock a username out for as long, and failed logins with so many usernames
 * the address that they came from.
 */
export const loginLock = { failures: 10, usernames: 40, minutes: 5 } as const;

/** How long a credential that has ended may still be accepted. */
export const revocationSeconds = 5;

/** Requests that a user may make per minute, unless the operator sets another figure; 0: without a limit. */
export const defaultRequestsPerMinute = { read: 1000, write: 1000, auction: 0 } as const;

const mebibyte = 1024 * 1024;

/** The most bytes that a stored object may have: the UTF-8 of its attributes' names and texts, as LAYOUT.md of the store has them. */
export const maxObjectBytes = 256 * 1024;

/** Candidate entries of one auction, or of a batch together: for each bid, the tiers of its ym-profile that name its buyer. */
export const maxAuctionWork = 2_000_000;

/** The most bytes of rows in one answer: a list that is longer says where its next page begins. */
export const maxPageBytes = 8 * 1024 * 1024;

/** Subscriptions that a user may have open at a process of the service. */
export const maxSubscriptionsPerUser = 10;

/** What a member may store together, and write per minute, in mebibytes, unless the operator sets other figures. */
export const defaultMemberMebibytes = { stored: 64, writtenPerMinute: 16 } as const;

/** Objects of a service that a member, or of API keys a user, may have, unless the operator sets other figures. */
export const defaultObjects = {
  tiers: 10_000,
  ymProfiles: 1000,
  profiles: 10_000,
  drafts: 1000,
  keysPerUser: 100,
} as const;

/** The most bytes that a body may have, by what it holds. */
export const maxBodyBytes = {
  object: mebibyte,
  login: 16 * 1024,
  auction: mebibyte,
  /** 1,000 auctions of some forty bids each. */
  auctionBatch: 4 * mebibyte,
  /** A tier set of 10,000 tiers with some fifteen buyers each. */
  tierSet: 8 * mebibyte,
} as const satisfies Record<BodySize, number>;
