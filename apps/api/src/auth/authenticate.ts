import { type Caller, ServiceError, Unavailable } from '@auction-tiers/contract';
import type { ObjectStore, Position } from '@auction-tiers/store';
import type { Logger } from 'pino';
import type { RedisWatch } from '../readiness/redis-watch.ts';
import type { Clock } from './clock.ts';
import type { CredentialBook } from './credential-book.ts';
import { KeyUses } from './key-uses.ts';
import { type Credential, credentialOf, ended, type Found, findKey, findToken, type LookUp } from './look-up.ts';
import { type Presumed, requireSame } from './presumed.ts';
import { type Admission, confirm, type Remembered } from './remembered.ts';
import { recheckMs, revocationMs } from './token-life.ts';
import { CredentialWatch, type OpenCaller } from './watch.ts';

/** Credentials remembered; the oldest goes first. */
const maxRemembered = 10_000;
/** The partition of users and keys, as of all objects of the whole installation. */
const credentialPartition = 0;

interface SentCredential {
  readonly header: string;
  readonly credential: Credential;
}

/**
 * Whether a caller is accepted without another look-up. A time before its last check means that the clock went back, as
 * that of a virtual machine may: then nothing tells how long ago the check was.
 */
export const isFresh = ({ checkedMs, freshUntilMs }: Admission, nowMs: number): boolean =>
  nowMs >= checkedMs && nowMs < freshUntilMs;

interface AuthenticatorParts {
  readonly store: ObjectStore;
  readonly book: Pick<CredentialBook, 'find'>;
  readonly redisWatch: Pick<RedisWatch, 'isAway'>;
  readonly log: Logger;
  readonly clock: Clock;
}

/** Turns an Authorization header into a caller. */
export class Authenticator {
  readonly clock: Clock;
  readonly #store: ObjectStore;
  readonly #book: Pick<CredentialBook, 'find'>;
  readonly #redisWatch: Pick<RedisWatch, 'isAway'>;
  readonly #log: Logger;
  readonly #uses: KeyUses;
  readonly #remembered = new Map<string, Remembered>();
  readonly #rechecks = new Map<string, Promise<Caller | ServiceError>>();
  readonly #sentOn = new WeakMap<object, SentCredential>();
  #lookUps = 0;
  readonly #watch = new CredentialWatch<Credential>((credential) => this.#check(credential));

  constructor({ store, book, redisWatch, log, clock }: AuthenticatorParts) {
    this.#store = store;
    this.#book = book;
    this.#redisWatch = redisWatch;
    this.#log = log;
    this.#uses = new KeyUses({ store, clock, log });
    this.clock = clock;
  }

  /** Asks the store, and extends a token's life. For requests that need the store anyway. */
  async authenticate(header: string | undefined, connection: object): Promise<Caller | ServiceError> {
    const credential = this.#credentialOn(connection, header);
    return credential instanceof ServiceError ? credential : this.#lookUp(credential, true);
  }

  /**
   * The caller, without waiting for the store where its credential was checked within the bound of revocation. While the
   * store is away a remembered credential goes on, so that auctions, markets and countries do.
   */
  async recognise(header: string | undefined, connection: object): Promise<Caller | ServiceError> {
    const credential = this.#credentialOn(connection, header);
    if (credential instanceof ServiceError) return credential;
    const recalled = this.#recall(credential);
    if (recalled !== undefined) return recalled.caller;
    const recheck = this.#recheck(credential);
    // A Redis that hangs must not hold up what goes on without it.
    const known = this.#redisWatch.isAway ? this.#goOn(credential.hash, this.#begin()) : undefined;
    if (known === undefined) return recheck;
    recheck.catch(ignoreAway);
    return known;
  }

  /** The caller that a credential had at its last look-up. It may have ended since: only for what may be done in vain. */
  expected(header: string | undefined, connection: object): Caller | undefined {
    const credential = this.#credentialOn(connection, header);
    return credential instanceof ServiceError ? undefined : this.#remembered.get(credential.hash)?.caller;
  }

  /**
   * The caller of a key that was read within the bound of revocation, if no user and no key has changed since as far as this
   * process knows: for a create, with which the store checks that, in place of a question before it. Undefined: ask.
   */
  presume(header: string | undefined, connection: object): Presumed | undefined {
    const credential = this.#credentialOn(connection, header);
    if (credential instanceof ServiceError) return undefined;
    const known = this.#remembered.get(credential.hash);
    const place = this.#store.sharedPlace();
    const nowMs = this.clock.elapsedMs();
    if (known === undefined || place === undefined || !isSame(known, place, nowMs)) return undefined;
    known.usedMs = nowMs;
    const confirmed = async () => requireSame(presumed, await this.#lookUp(credential, true));
    const presumed: Presumed = { caller: known.caller, place, isOpen: true, confirm: confirmed };
    return presumed;
  }

  /** As `recognise`, without a promise: undefined where a look-up is needed. */
  recall(header: string | undefined, connection: object): Admission | undefined {
    const credential = this.#credentialOn(connection, header);
    return credential instanceof ServiceError ? undefined : this.#recall(credential);
  }

  /**
   * Whether a caller that was found is still one, once its body is there: that may take half a minute. Undefined: it is.
   * Else a promise, which rejects with the ServiceError where the credential is refused.
   */
  confirm(header: string | undefined, connection: object): Promise<void> | undefined {
    return this.recall(header, connection) === undefined ? this.#requireCaller(header, connection) : undefined;
  }

  /** Whether the credential that was last sent on a connection was found valid lately. */
  knows(connection: object): boolean {
    const sent = this.#sentOn.get(connection);
    return sent !== undefined && this.#remembered.has(sent.credential.hash);
  }

  /** For a caller that was found, and whose request stays open. */
  open(header: string | undefined, connection: object): OpenCaller {
    const refusing = new AbortController();
    const credential = this.#credentialOn(connection, header);
    if (credential instanceof ServiceError) refusing.abort(credential);
    const close = credential instanceof ServiceError ? () => {} : this.#watch.add(credential, refusing);
    const use = () =>
      this.confirm(header, connection)?.catch((error: unknown) => {
        // While the store is away, what is open goes on; the watch ends it where it should not.
        if (error instanceof ServiceError) refusing.abort(error);
      });
    return { refused: refusing.signal, use, close };
  }

  async #requireCaller(header: string | undefined, connection: object): Promise<void> {
    const found = await this.recognise(header, connection);
    if (found instanceof ServiceError) throw found;
  }

  /** A connection usually repeats its credential, which is then hashed once; it is forgotten with the connection. */
  #credentialOn(connection: object, header: string | undefined): Credential | ServiceError {
    const sent = this.#sentOn.get(connection);
    if (sent !== undefined && sent.header === header) return sent.credential;
    const credential = credentialOf(header);
    if (header !== undefined && !(credential instanceof ServiceError)) {
      this.#sentOn.set(connection, { header, credential });
    }
    return credential;
  }

  #recall(credential: Credential): Admission | undefined {
    const remembered = this.#remembered.get(credential.hash);
    if (remembered === undefined) return undefined;
    const nowMs = this.clock.elapsedMs();
    if (!isFresh(remembered, nowMs)) return undefined;
    remembered.usedMs = nowMs;
    if (nowMs >= remembered.checkedMs + recheckMs) this.#recheck(credential).catch(ignoreAway);
    return remembered;
  }

  /** One look-up at a time per credential: what comes meanwhile waits for it. */
  #recheck(credential: Credential): Promise<Caller | ServiceError> {
    const { hash } = credential;
    const running = this.#rechecks.get(hash);
    if (running !== undefined) return running;
    const recheck = this.#lookUpOrGoOn(credential).finally(() => this.#rechecks.delete(hash));
    this.#rechecks.set(hash, recheck);
    return recheck;
  }

  /**
   * A look-up that the store does not answer leaves a remembered credential as good as one that confirms it would. One that
   * this process has not met yet is accepted where it was valid when the store last answered.
   */
  async #lookUpOrGoOn(credential: Credential): Promise<Caller | ServiceError> {
    const begun = this.#begin();
    try {
      return await this.#lookUp(credential, true);
    } catch (error) {
      const known = error instanceof Unavailable ? this.#goOn(credential.hash, begun) : undefined;
      if (known === undefined) throw error;
      this.#log.debug({ error }, 'could not check a credential again; it stays valid while the store is away');
      return known;
    }
  }

  /** What a credential is while the store is away; undefined where only the store knows. */
  #goOn(hash: string, begun: LookUp): Caller | ServiceError | undefined {
    const known = this.#remembered.get(hash) ?? this.#rememberFromBook(hash, begun);
    if (known === undefined) return undefined;
    const nowMs = this.clock.elapsedMs();
    if (nowMs >= known.endsMs) return ended();
    // Another process may have seen a later use.
    if (nowMs >= known.usedMs + known.unusedMs) return undefined;
    known.usedMs = nowMs;
    confirm(known, begun);
    return known.caller;
  }

  /** For the watch of what is open: not a use. */
  async #check(credential: Credential): Promise<ServiceError | undefined> {
    try {
      const found = await this.#lookUp(credential, false);
      return found instanceof ServiceError ? found : undefined;
    } catch (error) {
      this.#log.debug({ error }, 'could not check the credential of an open request; it stays open meanwhile');
      const known = this.#remembered.get(credential.hash);
      return known !== undefined && this.clock.elapsedMs() >= known.endsMs ? ended() : undefined;
    }
  }

  async #lookUp({ kind, hash }: Credential, isUse: boolean): Promise<Caller | ServiceError> {
    const begun = this.#begin();
    const place = kind === 'key' ? await this.#store.head(credentialPartition) : undefined;
    const known = this.#remembered.get(hash);
    if (known !== undefined && isSame(known, place, begun.startedMs)) {
      confirm(known, begun);
      return known.caller;
    }
    const found =
      kind === 'key'
        ? await findKey(this.#store, hash, this.#uses)
        : await findToken(this.#store, hash, { clock: this.clock, isUse });
    if (found instanceof ServiceError) this.#forget(hash);
    else this.#remember(hash, found, { begun, place, isUse });
    return found instanceof ServiceError ? found : found.caller;
  }

  #begin(): LookUp {
    this.#lookUps += 1;
    return { order: this.#lookUps, startedMs: this.clock.elapsedMs() };
  }

  #remember(
    hash: string,
    { caller, leftMs, unusedMs }: Found,
    { begun, place, isUse }: { begun: LookUp; place: Position | undefined; isUse: boolean },
  ): void {
    const nowMs = this.clock.elapsedMs();
    const { order, startedMs } = begun;
    const times = { endsMs: nowMs + leftMs, unusedMs, place, readMs: startedMs };
    const known = this.#remembered.get(hash);
    const remembered: Remembered =
      known === undefined
        ? { caller, ...times, usedMs: nowMs, order, checkedMs: startedMs, freshUntilMs: startedMs }
        : Object.assign(known, { caller, ...times });
    if (isUse) remembered.usedMs = nowMs;
    confirm(remembered, begun);
    this.#remembered.delete(hash);
    this.#remembered.set(hash, remembered);
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > maxRemembered && oldest !== undefined) this.#remembered.delete(oldest);
  }

  #rememberFromBook(hash: string, begun: LookUp): Remembered | undefined {
    const found = this.#book.find(hash);
    if (found !== undefined) this.#remember(hash, found, { begun, place: undefined, isUse: true });
    return this.#remembered.get(hash);
  }

  #forget(hash: string): void {
    const known = this.#remembered.get(hash);
    // A request whose body is still arriving holds on to it.
    if (known !== undefined) known.freshUntilMs = Number.NEGATIVE_INFINITY;
    this.#remembered.delete(hash);
  }
}

/** Whether a key is still what was read: no user and no key has changed since. Now and then it is read all the same. */
const isSame = ({ place: known, readMs }: Remembered, now: Position | undefined, nowMs: number): boolean =>
  known !== undefined &&
  now !== undefined &&
  known.revision === now.revision &&
  known.mark === now.mark &&
  known.epoch === now.epoch &&
  nowMs >= readMs &&
  nowMs < readMs + revocationMs;

/** The request that a look-up in the background belongs to is answered; the next one looks again. */
const ignoreAway = () => {};
