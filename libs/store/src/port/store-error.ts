import { Unavailable } from '@auction-tiers/contract';

/** Why the store cannot answer, or takes no writes. */
export type Trouble =
  /** It is not connected, starts, or does not answer in time. */
  | 'away'
  /** Its memory is used up. */
  | 'full'
  /** It is a replica of another server. */
  | 'read_only'
  /** It cannot write to its disk, or does not confirm that it has. */
  | 'disk'
  /** It has fewer replicas than it is told to have for a write. */
  | 'replicas'
  /** It could lose acknowledged writes in a crash, and they must be durable. */
  | 'not_durable'
  /** It deletes keys when its memory is full, and with them acknowledged writes. */
  | 'evicts'
  /** It holds another database than the known one, an older or a damaged one: nothing is read or written until an operator acts. */
  | 'other_database'
  /** It does not accept the login. */
  | 'login'
  /** It refuses a command of the store, for want of a permission for example. */
  | 'refused';

/** A sentence for clients and operators. It names no machine. */
export const troubleText: Readonly<Record<Trouble, string>> = {
  away: 'Redis is out of reach',
  full: 'Redis is full: it stores nothing until memory is freed or its maxmemory is raised',
  read_only: 'Redis is read-only: it is a replica of another server',
  disk: 'Redis cannot write to its disk, or does not confirm that it has',
  replicas: 'Redis has fewer replicas than it needs to take writes',
  not_durable: 'Redis could lose acknowledged writes, and REQUIRE_DURABLE is set',
  evicts: 'Redis deletes keys when its memory is full: its maxmemory-policy must be noeviction',
  other_database:
    'Redis holds another database than before, or an older or damaged one: an operator must restore it, or adopt it by "npm run admin -- adopt"',
  login: 'Redis does not accept the login of the service',
  refused: 'Redis refuses a command of the service',
};

/** What a client reads instead, where the sentence is advice for the operator. */
const shownText: Partial<Record<Trouble, string>> = {
  other_database:
    'the stored objects are being restored, or wait for the operator of the service; auctions go on with the tiers of before',
};

interface StoreUnavailableOptions {
  /** Default: `away`. */
  readonly trouble?: Trouble;
  readonly outcomeUnknown?: boolean;
  readonly cause?: unknown;
}

/**
 * The store cannot answer now: Redis is away, too slow, or did not confirm a write. The request is valid and may be sent
 * again. `outcomeUnknown`: a write that the caller asked for may have been stored nevertheless; false for reads.
 */
export class StoreUnavailable extends Unavailable {
  override readonly name = 'StoreUnavailable';
  readonly trouble: Trouble;

  constructor(message: string, { trouble = 'away', outcomeUnknown = false, cause }: StoreUnavailableOptions = {}) {
    super(message, {
      cause,
      outcomeUnknown,
      ...(trouble === 'away' ? {} : { shown: shownText[trouble] ?? troubleText[trouble] }),
    });
    this.trouble = trouble;
  }
}

/**
 * The store cannot serve with this set-up (wrong password, too old, not Redis, ...): trying again does not help until it is
 * changed. `trouble`: what an operator may change at the server while the service runs, as its password; undefined for what
 * needs another server or another version of the service.
 */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';
  readonly trouble: Trouble | undefined;

  constructor(message: string, { trouble }: { readonly trouble?: Trouble } = {}) {
    super(message);
    this.trouble = trouble;
  }
}
