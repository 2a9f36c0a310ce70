import { type ApiKey, type Caller, scopesOfKey, Unavailable, type User } from '@auction-tiers/contract';
import type { ObjectStore, TokenEvent } from '@auction-tiers/store';
import type { Logger } from 'pino';
import type { Mirror } from '../mirror/mirror.ts';
import { scopesOf } from './account.ts';
import type { Clock } from './clock.ts';
import { type Found, isWhole, keyScopes, toCaller } from './look-up.ts';
import { markOf } from './password.ts';
import { fullTtlMs, idleMs, lifetimeMs } from './token-life.ts';

/** Time between two looks at what has changed: a token that was ended is known to be by then. */
const pollMs = 1000;
/** How often the uses of tokens are read, by what is left of them. */
const usesMs = 60_000;
/** Credentials asked for at once. */
const chunkSize = 500;

/** A credential as the snapshot on disk keeps it. Times are milliseconds since 1970. */
export interface KnownCredential {
  /** SHA-256 of the token or key. */
  readonly sha256: string;
  readonly caller: Caller;
  /** Of a token: when it ends even if it is used, and when it ends without use. Null for a key. */
  readonly token: { readonly endsMs: number; readonly unusedUntilMs: number } | null;
}

interface KnownToken {
  readonly userId: number;
  readonly passwordMark: string;
  readonly endsMs: number;
  unusedUntilMs: number;
}

/**
 * Every valid credential, by its hash: so that while Redis is away each process accepts what any of them would have. It
 * follows the mirror for users and keys, and the store's log of logins for tokens.
 */
export class CredentialBook {
  readonly #store: Pick<ObjectStore, 'credentials'>;
  readonly #mirror: Mirror;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #keyIds = new Map<string, number>();
  readonly #keyHashes = new Map<number, string>();
  readonly #tokens = new Map<string, KnownToken>();
  readonly #marks = new Map<number, string>();
  /** Ids of keys and users that have changed since they were read. */
  readonly #changedKeys = new Set<number>();
  readonly #changedUsers = new Set<number>();
  #place: string | null = null;
  #usesReadMs = Number.NEGATIVE_INFINITY;
  /** What another process knew, until this one has read all for itself. */
  #restored: ReadonlyMap<string, KnownCredential> | null = null;
  /** Whether Redis has answered, so that it knows all. */
  isRead = false;
  #syncing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** Counts the changes. */
  version = 0;
  /** Counts those after which fewer credentials are valid. */
  revocations = 0;

  constructor(store: Pick<ObjectStore, 'credentials'>, mirror: Mirror, clock: Clock, log: Logger) {
    this.#store = store;
    this.#mirror = mirror;
    this.#clock = clock;
    this.#log = log;
    mirror.listen(
      ({ service, id, before, after }) => {
        (service === 'user' ? this.#changedUsers : this.#changedKeys).add(id);
        this.version++;
        if (before !== null) this.revocations++;
        if (service === 'api-key' && after === null) this.#forgetKey(id);
      },
      ['api-key', 'user'],
    );
  }

  /** Takes over what is in a snapshot. */
  restore(known: readonly KnownCredential[]): void {
    this.#restored = new Map(known.map((one) => [one.sha256, one]));
  }

  /** Reads what there is, and follows it until `close`. Resolves after the first attempt. */
  async start(): Promise<void> {
    await this.#syncQuietly();
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.start(), pollMs).unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#syncing;
  }

  /** A credential that was valid when Redis last answered, and has not ended since; undefined for any other. */
  find(sha256: string): Found | undefined {
    const known = this.isRead ? this.#read(sha256) : this.#restored?.get(sha256);
    if (known === undefined) return undefined;
    const { caller, token } = known;
    if (token === null) return { caller, leftMs: Number.POSITIVE_INFINITY, unusedMs: Number.POSITIVE_INFINITY };
    const nowMs = this.#clock.epochMs();
    if (nowMs >= token.endsMs || nowMs >= token.unusedUntilMs) return undefined;
    return { caller, leftMs: token.endsMs - nowMs, unusedMs: idleMs };
  }

  /** All of them, for the snapshot. */
  *all(): Generator<KnownCredential> {
    if (!this.isRead) {
      yield* this.#restored?.values() ?? [];
      return;
    }
    for (const hashes of [this.#keyIds, this.#tokens]) {
      for (const sha256 of hashes.keys()) {
        const known = this.#read(sha256);
        if (known !== undefined) yield known;
      }
    }
  }

  #read(sha256: string): KnownCredential | undefined {
    const keyId = this.#keyIds.get(sha256);
    if (keyId !== undefined) {
      const key = this.#mirror.row('api-key', null, keyId) as ApiKey | undefined;
      const user = this.#userOf(key?.user_id);
      return key === undefined || user === undefined
        ? undefined
        : { sha256, caller: toCaller(user, keyScopes(user.role, scopesOfKey(key))), token: null };
    }
    const token = this.#tokens.get(sha256);
    const user = this.#userOf(token?.userId);
    if (token === undefined || user === undefined || this.#changedUsers.has(user.id)) return undefined;
    if (this.#marks.get(user.id) !== token.passwordMark) return undefined;
    const { endsMs, unusedUntilMs } = token;
    return { sha256, caller: toCaller(user, scopesOf(user.role)), token: { endsMs, unusedUntilMs } };
  }

  #userOf(id: number | null | undefined) {
    if (id === undefined || id === null) return undefined;
    const row = this.#mirror.row('user', null, id) as User | undefined;
    if (row === undefined) return undefined;
    const user = { id: row.id, username: row.username, role: row.role, memberId: row.member_id };
    return isWhole(user) ? user : undefined;
  }

  async #syncQuietly(): Promise<void> {
    this.#syncing = this.#sync();
    try {
      await this.#syncing;
    } catch (error) {
      const level = error instanceof Unavailable ? 'debug' : 'error';
      this.#log[level]({ error }, 'could not read the credentials that are valid; trying again');
    } finally {
      this.#syncing = undefined;
    }
  }

  async #sync(): Promise<void> {
    await this.#readTokenEvents();
    await this.#readKeys();
    await this.#readMarks();
    if (this.#clock.elapsedMs() >= this.#usesReadMs + usesMs) await this.#readUses();
    this.isRead = true;
    this.#restored = null;
  }

  async #readTokenEvents(): Promise<void> {
    for (;;) {
      const events = await this.#store.credentials.tokenEvents(this.#place, chunkSize);
      for (const event of events) this.#apply(event);
      if (events.length < chunkSize) return;
    }
  }

  #apply({ place, sha256, token }: TokenEvent): void {
    this.#place = place;
    this.version++;
    if (token === null) {
      this.revocations++;
      this.#tokens.delete(sha256);
      return;
    }
    const { userId, passwordMark, createdMs } = token;
    this.#tokens.set(sha256, {
      userId,
      passwordMark,
      endsMs: createdMs + lifetimeMs,
      unusedUntilMs: createdMs + idleMs,
    });
  }

  async #readKeys(): Promise<void> {
    for (const ids of chunks(this.#changedKeys)) {
      const hashes = await this.#store.credentials.keyHashes(ids);
      for (const [place, id] of ids.entries()) {
        this.#changedKeys.delete(id);
        const hash = hashes[place];
        if (hash === null || hash === undefined || this.#mirror.row('api-key', null, id) === undefined) continue;
        this.#keyHashes.set(id, hash);
        this.#keyIds.set(hash, id);
      }
    }
  }

  #forgetKey(id: number): void {
    const hash = this.#keyHashes.get(id);
    this.#keyHashes.delete(id);
    if (hash !== undefined) this.#keyIds.delete(hash);
  }

  /** Of the users that have tokens: a token of another password than the present one is not valid. */
  async #readMarks(): Promise<void> {
    // Nothing is known of the password of a user that has changed until it is read.
    for (const id of this.#changedUsers) this.#marks.delete(id);
    this.#changedUsers.clear();
    const users = new Set(Array.from(this.#tokens.values(), ({ userId }) => userId));
    for (const ids of chunks([...users].filter((id) => !this.#marks.has(id)))) {
      const found = await Promise.all(ids.map((id) => this.#store.credentials.findUserById(id)));
      for (const [place, id] of ids.entries()) {
        const user = found[place];
        // It may have changed again meanwhile; then it is read again.
        if (user !== null && user !== undefined) this.#marks.set(id, markOf(user.passwordHash));
        else for (const [sha256, token] of this.#tokens) if (token.userId === id) this.#tokens.delete(sha256);
      }
    }
  }

  /** What is left of a token in the store records its last use, by whichever process. */
  async #readUses(): Promise<void> {
    for (const hashes of chunks(this.#tokens.keys())) {
      const leftMs = await this.#store.credentials.tokensLeftMs(hashes);
      const nowMs = this.#clock.epochMs();
      for (const [place, sha256] of hashes.entries()) {
        const left = leftMs[place];
        const token = this.#tokens.get(sha256);
        if (left === null || left === undefined) this.#tokens.delete(sha256);
        else if (token !== undefined) token.unusedUntilMs = nowMs + Math.max(0, left - (fullTtlMs - idleMs));
      }
    }
    if (this.#tokens.size > 0) this.version++;
    this.#usesReadMs = this.#clock.elapsedMs();
  }
}

/** The elements in lists of at most `chunkSize`, read when the generator starts. */
function* chunks<T>(elements: Iterable<T>): Generator<readonly T[]> {
  const all = [...elements];
  for (let start = 0; start < all.length; start += chunkSize) yield all.slice(start, start + chunkSize);
}
