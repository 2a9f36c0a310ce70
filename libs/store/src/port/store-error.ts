import { Unavailable } from '@auction-tiers/contract';

/** Why the store cannot answer, or takes no writes. */
export type Trouble =
  /** Redis is not connected, is starting, or does not answer in time. */
  | 'away'
  /** The memory of Redis is full. */
  | 'full'
  /** It is a replica of another server. */
  | 'read_only'
  /** Redis cannot write to its disk, or does not confirm that it has. */
  | 'disk'
  /** Redis has fewer replicas than its settings require for a write. */
  | 'replicas'
  /** Redis could lose acknowledged writes in a crash, but they must be durable. */
  | 'not_durable'
  /** Redis deletes keys when its memory is full, and with them acknowledged writes. */
  | 'evicts'
  /** The database is not the known one, or an older one: the store is held until an operator acts. */
  | 'other_database'
  /** Redis refuses the login. */
  | 'login'
  /** Redis refuses a command of the store, for example for a missing permission. */
  | 'refused';

/** A sentence for clients and operators, without host names. */
export const troubleText: Readonly<Record<Trouble, string>> = {
  away: 'Redis is out of reach',
  full: 'Redis is full: it stores nothing until memory is freed or its maxmemory is raised or, where npm start runs it, its disk has 96 MiB free',
  read_only: 'Redis is read-only: it is a replica of another server',
  disk: 'Redis cannot write to its disk, or does not confirm that it has',
  replicas: 'Redis has fewer replicas than it needs to take writes',
  not_durable: 'Redis could lose acknowledged writes, and REQUIRE_DURABLE is set',
  evicts: 'Redis deletes keys when its memory is full: its maxmemory-policy must be noeviction',
  other_database:
    'Redis holds another database than before, or an older one: an operator must restore or adopt it, as the reason says',
  login: 'Redis does not accept the login of the service',
  refused: 'Redis refuses a command of the service',
};

/** The sentence for clients, where the one above is advice for the operator. */
const shownText: Partial<Record<Trouble, string>> = {
  other_database:
    'the stored objects are being restored, or wait for the operator of the service; auctions go on with the tiers in memory',
};

interface StoreUnavailableOptions {
  /** Default: `away`. */
  readonly trouble?: Trouble;
  readonly outcomeUnknown?: boolean;
  readonly cause?: unknown;
}

/**
 * The store cannot answer now: Redis is unavailable, too slow, or did not confirm a write. The request is valid and may
 * be sent again. `outcomeUnknown`: the requested write may have been stored nevertheless; false for reads.
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
 * The store cannot work with this setup (wrong password, too old, not Redis, ...): trying again does not help until the
 * setup changes.
 */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';
}
