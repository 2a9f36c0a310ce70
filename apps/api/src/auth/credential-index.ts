import { type Caller, endOfKey, ServiceError, scopesOfKey, Unavailable } from '@auction-tiers/contract';
import type { ObjectStore, Token, TokenEvent } from '@auction-tiers/store';
import type { Logger } from 'pino';
import { Repetition } from '../loop/repetition.ts';
import type { Follower } from '../mirror/follower.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { UnreadablePartition } from '../mirror/unreadable-parts.ts';
import { scopesOf } from './account.ts';
import type { Clock } from './clock.ts';
import { CredentialUses } from './credential-uses.ts';
import { type Credential, credentialOf, ended, isWhole, keyScopes, lookUp, toCaller } from './look-up.ts';
import { type OpenCaller, OpenCallers } from './open-callers.ts';
import { markOf } from './password.ts';
import { followMs, fullTtlMs, idleMs, lifetimeMs, revocationMs } from './token-life.ts';

/** How often the time that tokens have left in the store is read, which shows their use by other processes. */
const livesMs = 60_000;
/** Credentials that are read at once. */
const chunkSize = 500;

/** When a token ends even if it is used, and when it ends without use, milliseconds since 1970. */
interface TokenLife {
  readonly endsMs: number;
  unusedUntilMs: number;
}

interface KnownToken extends TokenLife {
  readonly userId: number;
  readonly passwordMark: string;
}

/** A credential that the index holds. */
interface KnownCredential {
  readonly caller: Caller;
  /** Null for a key. */
  readonly token: TokenLife | null;
  /** When a key ends, milliseconds since 1970; null: never by itself. */
  readonly endsMs: number | null;
}

interface IndexParts {
  readonly store: Pick<ObjectStore, 'credentials' | 'history'>;
  readonly mirror: Mirror;
  readonly follower: Pick<Follower, 'fresh'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Every valid credential, by its hash, in memory: the only source of who a caller is. It follows the mirror for users
 * and keys, and the store's log of logins and ended tokens. Its content is trusted if it was up to date less than
 * `revocationMs` ago; else, and for a credential that it does not hold, the store is asked. While Redis is away it goes
 * on with what it holds.
 */
export class CredentialIndex {
  readonly clock: Clock;
  readonly #parts: IndexParts;
  readonly #keyIds = new Map<string, number>();
  readonly #keyHashes = new Map<number, string>();
  readonly #tokens = new Map<string, KnownToken>();
  readonly #marks = new Map<number, string>();
  /** Ids of keys and users that have changed since they were read. */
  readonly #changedKeys = new Set<number>();
  readonly #changedUsers = new Set<number>();
  readonly #uses: CredentialUses;
  readonly #callers = new OpenCallers();
  /** The generation of the database that the tokens are from, and the position reached in its log of tokens. */
  #generation: number | undefined;
  #position: string | null = null;
  #livesReadMs = Number.NEGATIVE_INFINITY;
  /** When the index last held what Redis has, by the clock's elapsed time. */
  #currentMs = Number.NEGATIVE_INFINITY;
  /** Whether Redis did not answer when it was last asked. */
  #isAway = false;
  #following: Promise<void> = Promise.resolve();
  readonly #repetition = new Repetition(followMs, () => this.follow());
  /** Counts the changes. */
  #version = 0;

  constructor(parts: IndexParts) {
    this.#parts = parts;
    this.clock = parts.clock;
    this.#uses = new CredentialUses(parts);
    for (const { id } of parts.mirror.rows('api-key', null)) this.#changedKeys.add(id);
    parts.mirror.listen(
      ({ service, id, after }) => {
        (service === 'user' ? this.#changedUsers : this.#changedKeys).add(id);
        this.#version++;
        if (service === 'api-key' && after === null) this.#forgetKey(id);
      },
      ['api-key', 'user'],
    );
  }

  /** The caller whose credential has this hash, which counts as a use. Undefined: only the store knows. */
  find(hash: string): Caller | undefined {
    const known = this.#isTrusted() ? this.#valid(hash) : undefined;
    if (known === undefined) return undefined;
    if (known.token !== null) known.token.unusedUntilMs = this.clock.epochMs() + idleMs;
    this.#uses.add(known.token === null ? 'key' : 'token', hash);
    return known.caller;
  }

  /** The caller of the credential in a header, or the error. Rejects where the store is away and only it knows. */
  async authenticate(header: string | undefined): Promise<Caller | ServiceError> {
    const sent = credentialOf(header);
    if (sent instanceof ServiceError) return sent;
    const known = this.find(sent.hash);
    if (known !== undefined) return known;
    const found = await this.#ask(sent);
    if (!(found instanceof ServiceError)) this.#uses.add(sent.kind, sent.hash);
    return found;
  }

  /** Whether the index holds the credential in a header. Does not count as a use. */
  knows(header: string | undefined): boolean {
    const sent = credentialOf(header);
    return !(sent instanceof ServiceError) && this.#valid(sent.hash) !== undefined;
  }

  /** Opens a subscription for a caller that was found. */
  open(header: string | undefined): OpenCaller {
    return this.#callers.open(header);
  }

  /** Follows what changes until `close`. Resolves after the first attempt. */
  async start(): Promise<void> {
    await this.follow();
    this.#repetition.start(followMs);
  }

  async close(): Promise<void> {
    await this.#repetition.close();
    await this.#following;
    if (!this.#isAway) await this.#recordUses();
  }

  /** Reads what has changed, records uses, and refuses open callers whose credential has ended. Never rejects. */
  follow(): Promise<void> {
    this.#following = this.#following.then(() => this.#followOnce());
    return this.#following;
  }

  /** Whether its content is trusted: not once the store has another history, nor if the clock went back. */
  #isTrusted(): boolean {
    if (this.#generation !== undefined && this.#generation !== this.#parts.store.history.generation) return false;
    const ageMs = this.clock.elapsedMs() - this.#currentMs;
    return this.#isAway || (ageMs >= 0 && ageMs < revocationMs);
  }

  #valid(hash: string): KnownCredential | undefined {
    const known = this.#known(hash);
    if (known === undefined) return undefined;
    const { endsMs, unusedUntilMs } = known.token ?? { endsMs: known.endsMs, unusedUntilMs: null };
    const nowMs = this.clock.epochMs();
    return nowMs < (endsMs ?? Infinity) && nowMs < (unusedUntilMs ?? Infinity) ? known : undefined;
  }

  #known(sha256: string): KnownCredential | undefined {
    // Of what was read in part, the end may be missing.
    if (this.#generation === undefined) return undefined;
    const { mirror } = this.#parts;
    const keyId = this.#keyIds.get(sha256);
    if (keyId !== undefined) {
      const key = mirror.row('api-key', null, keyId);
      const user = this.#userOf(key?.user_id);
      if (key === undefined || user === undefined) return undefined;
      const caller = toCaller(user, keyScopes(user, scopesOfKey(key)));
      return { caller, token: null, endsMs: endOfKey(key) };
    }
    const token = this.#tokens.get(sha256);
    const user = this.#userOf(token?.userId);
    if (token === undefined || user === undefined || this.#changedUsers.has(user.id)) return undefined;
    if (this.#marks.get(user.id) !== token.passwordMark) return undefined;
    return { caller: toCaller(user, scopesOf(user)), token, endsMs: null };
  }

  #userOf(id: number | null | undefined) {
    if (id === undefined || id === null) return undefined;
    const row = this.#parts.mirror.row('user', null, id);
    if (row === undefined || row.state === 'disabled') return undefined;
    const { id: userId, username, role, access, member_id: memberId } = row;
    const user = { id: userId, username, role, access, memberId };
    return isWhole(user) ? user : undefined;
  }

  /** Asks the store, and keeps a valid credential. Where the store is away, what the index holds counts. */
  async #ask(sent: Credential): Promise<Caller | ServiceError> {
    const version = this.#version;
    try {
      const found = await lookUp(this.#parts.store, sent, this.clock.epochMs());
      if (found instanceof ServiceError) return found;
      if (found.token === undefined) this.#holdKey(sent.hash, found.keyId);
      // If something has changed since, the change may have ended this token.
      else if (version === this.#version) {
        this.#holdToken(sent.hash, found.token, this.clock.epochMs());
        this.#marks.set(found.token.userId, found.token.passwordMark);
      }
      return found.caller;
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      const known = this.#valid(sent.hash)?.caller;
      if (known !== undefined) return known;
      const held = this.#known(sent.hash);
      const endsMs = held?.token?.endsMs ?? held?.endsMs ?? null;
      if (endsMs !== null && this.clock.epochMs() >= endsMs) return ended(sent.kind);
      throw error;
    }
  }

  async #followOnce(): Promise<void> {
    const begunMs = this.clock.elapsedMs();
    try {
      await this.#read();
      this.#currentMs = begunMs;
      this.#isAway = false;
    } catch (error) {
      this.#isAway = error instanceof Unavailable && !(error instanceof UnreadablePartition);
      // The log of tokens may lack those that end meanwhile, so that all of them are read again.
      this.#livesReadMs = Number.NEGATIVE_INFINITY;
      const level = error instanceof Unavailable ? 'debug' : 'error';
      this.#parts.log[level]({ error }, 'could not read the credentials that are valid; trying again');
    }
    // A store that is away may come back as another database, which must not be written to before it is recognized.
    if (!this.#isAway) await this.#recordUses();
    await this.#refuseOpen();
  }

  async #read(): Promise<void> {
    const { store, follower } = this.#parts;
    await follower.fresh(null);
    const { generation } = store.history;
    if (generation !== this.#generation) {
      this.#tokens.clear();
      this.#marks.clear();
      this.#position = null;
    }
    await this.#readTokenEvents();
    await this.#readKeys();
    await this.#readMarks();
    if (this.clock.elapsedMs() >= this.#livesReadMs + livesMs) await this.#readLives();
    this.#generation = generation;
  }

  async #readTokenEvents(): Promise<void> {
    for (;;) {
      const events = await this.#parts.store.credentials.tokenEvents(this.#position, chunkSize);
      for (const event of events) this.#apply(event);
      if (events.length < chunkSize) return;
    }
  }

  #apply({ position, sha256, token }: TokenEvent): void {
    this.#position = position;
    this.#version++;
    if (token === null) {
      this.#forgetToken(sha256);
      return;
    }
    this.#holdToken(sha256, token, token.createdMs);
  }

  #holdToken(sha256: string, { userId, passwordMark, createdMs }: Token, usedMs: number): void {
    const life = { endsMs: createdMs + lifetimeMs, unusedUntilMs: usedMs + idleMs };
    this.#tokens.set(sha256, { userId, passwordMark, ...life });
  }

  #holdKey(sha256: string, id: number): void {
    this.#keyHashes.set(id, sha256);
    this.#keyIds.set(sha256, id);
  }

  async #readKeys(): Promise<void> {
    for (const ids of chunks(this.#changedKeys)) {
      const hashes = await this.#parts.store.credentials.keyHashes(ids);
      for (const [at, id] of ids.entries()) {
        this.#changedKeys.delete(id);
        this.#forgetKey(id);
        const hash = hashes[at];
        if (hash === null || hash === undefined || this.#parts.mirror.row('api-key', null, id) === undefined) continue;
        this.#holdKey(hash, id);
      }
    }
  }

  #forgetKey(id: number): void {
    const hash = this.#keyHashes.get(id);
    this.#keyHashes.delete(id);
    if (hash !== undefined) this.#keyIds.delete(hash);
  }

  #forgetToken(sha256: string): void {
    this.#tokens.delete(sha256);
  }

  /** Reads the password marks of users with tokens: a token of another password than the present one is not valid. */
  async #readMarks(): Promise<void> {
    // The password of a changed user is unknown until it is read.
    for (const id of this.#changedUsers) this.#marks.delete(id);
    this.#changedUsers.clear();
    const users = new Set(Array.from(this.#tokens.values(), ({ userId }) => userId));
    for (const ids of chunks([...users].filter((id) => !this.#marks.has(id)))) {
      const found = await Promise.all(ids.map((id) => this.#parts.store.credentials.findUserById(id)));
      for (const [at, id] of ids.entries()) {
        const user = found[at];
        // The user may have changed again meanwhile; then it is read again.
        if (user !== null && user !== undefined) this.#marks.set(id, markOf(user.passwordHash));
        else for (const [sha256, token] of this.#tokens) if (token.userId === id) this.#tokens.delete(sha256);
      }
    }
  }

  /** Reads the time that tokens have left in the store, which records their last use by any process. */
  async #readLives(): Promise<void> {
    for (const hashes of chunks(this.#tokens.keys())) {
      const leftMs = await this.#parts.store.credentials.tokensLeftMs(hashes);
      const nowMs = this.clock.epochMs();
      for (const [at, sha256] of hashes.entries()) {
        const left = leftMs[at];
        const token = this.#tokens.get(sha256);
        if (left === null || left === undefined) this.#forgetToken(sha256);
        else if (token !== undefined) token.unusedUntilMs = nowMs + Math.max(0, left - (fullTtlMs - idleMs));
      }
    }
    if (this.#tokens.size > 0) this.#version++;
    this.#livesReadMs = this.clock.elapsedMs();
  }

  /** Records uses. A used token that the store no longer has, has ended. */
  async #recordUses(): Promise<void> {
    for (const hash of await this.#uses.record()) this.#forgetToken(hash);
  }

  #refuseOpen(): Promise<void> {
    return this.#callers.refuse(async (sent) => {
      const isValid = this.#isTrusted() && this.#valid(sent.hash) !== undefined;
      return isValid ? undefined : this.#ask(sent);
    });
  }
}

/** The elements in lists of at most `chunkSize`. */
function chunks<T>(elements: Iterable<T>): T[][] {
  const all = [...elements];
  const count = Math.ceil(all.length / chunkSize);
  return Array.from({ length: count }, (_, at) => all.slice(at * chunkSize, (at + 1) * chunkSize));
}
