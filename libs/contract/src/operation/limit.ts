import type { BodySize } from './operation.ts';

/*
 * Figures that the service enforces and the documents name.
 */

/** A token ends after this many hours without use, and after this many hours in any case. */
export const tokenLife = { idleHours: 2, hours: 24 } as const;

/**
 * This many failed logins within this many minutes lock a username for the same time; failed logins with this many
 * usernames lock the address that sent them.
 */
export const loginLock = { failures: 10, usernames: 40, minutes: 5 } as const;

/** How long a revoked or expired credential may still be accepted, in seconds. */
export const revocationSeconds = 5;

/** Requests that a user may make per minute, unless the operator sets another figure; 0: without a limit. */
export const defaultRequestsPerMinute = { read: 1000, write: 1000, auction: 0 } as const;

const mebibyte = 1024 * 1024;

/** The most bytes of a stored object: the UTF-8 of its attributes' names and texts, as in the store's LAYOUT.md. */
export const maxObjectBytes = 256 * 1024;

/** The key under which a client may send a write again without doing it twice. */
export const idempotencyKeyForm = /^[\x21-\x7e]{1,255}$/;

/** The most candidate entries of one auction, or of a whole batch: for each bid, the tiers that name its buyer. */
export const maxAuctionWork = 2_000_000;

/** The most bytes of rows in one answer: a longer list says where its next page begins. */
export const maxPageBytes = 8 * 1024 * 1024;

/** Subscriptions that a user may have open at a process of the service. */
export const maxSubscriptionsPerUser = 10;

/** The most mebibytes that a member may store, and write per minute, unless the operator sets other limits. */
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
  /** A bid request with its responses, without the markup of ads (`adm`); with it, and unpacked: `maxMarkedUpBytes`. */
  openRtb: 4 * mebibyte,
  /** A tier set of 10,000 tiers with some fifteen buyers each. */
  tierSet: 8 * mebibyte,
} as const satisfies Record<BodySize, number>;

/** The most bytes of an OpenRTB body with the markup of its ads, after it is unpacked. */
export const maxMarkedUpBytes = 8 * mebibyte;

/** Verdicts (bids times tiers) that one explanation may hold: people read it, and a verdict has some 200 bytes. */
export const maxVerdicts = 25_000;
