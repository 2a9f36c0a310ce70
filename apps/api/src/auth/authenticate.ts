import { type Caller, type Scope, ServiceError } from '@auction-tiers/contract';
import type { ObjectStore, Token, User } from '@auction-tiers/store';
import type { Logger } from 'pino';
import { scopesOf } from './account.ts';
import { markOf } from './password.ts';
import { kindOf, sha256 } from './secret.ts';
import { fullTtlMs, idleMs, lifetimeMs, needsTouch, recheckMs } from './token-life.ts';

/** Credentials remembered; the oldest goes first. */
const maxRemembered = 10_000;
/** The partition of users and keys, as of all objects of the whole installation. */
const credentialPartition = 0;

interface Life {
  /** When it ends even if it is used. */
  readonly endsMs: number;
  /** How long it lives without use. */
  readonly unusedMs: number;
}

interface Credential {
  readonly kind: 'token' | 'key';
  /** Its SHA-256: all that is stored and remembered of it. */
  readonly hash: string;
}

interface SentCredential {
  readonly header: string;
  readonly credential: Credential;
}

interface Found extends Life {
  readonly caller: Caller;
}

interface Remembered extends Found {
  /** Of a key: the revision of all users and keys that it was looked up at, or after. */
  readonly revision: number | undefined;
  readonly checkedMs: number;
  usedMs: number;
}

/** Turns an Authorization header into a caller. */
export class Authenticator {
  readonly #store: ObjectStore;
  readonly #log: Logger;
  readonly #remembered = new Map<string, Remembered>();
  readonly #rechecks = new Set<string>();
  readonly #sentOn = new WeakMap<object, SentCredential>();

  constructor(store: ObjectStore, log: Logger) {
    this.#store = store;
    this.#log = log;
  }

  /** Asks the store, and extends a token's life. For requests that need the store anyway. */
  async authenticate(header: string | undefined, nowMs: number, connection: object): Promise<Caller | ServiceError> {
    const credential = this.#credentialOn(connection, header);
    return credential instanceof ServiceError ? credential : this.#lookUp(credential, nowMs);
  }

  /**
   * The caller, without waiting for the store where its credential is remembered: it is checked again in the background,
   * so that a revoked credential ends within seconds, and auctions, markets and countries go on while Redis is away.
   */
  async recognise(header: string | undefined, nowMs: number, connection: object): Promise<Caller | ServiceError> {
    const credential = this.#credentialOn(connection, header);
    if (credential instanceof ServiceError) return credential;
    return this.#recall(credential, nowMs) ?? this.#lookUp(credential, nowMs);
  }

  /** As `recognise`, without a promise: undefined for a credential that is not remembered. */
  recall(header: string | undefined, nowMs: number, connection: object): Caller | undefined {
    const credential = this.#credentialOn(connection, header);
    return credential instanceof ServiceError ? undefined : this.#recall(credential, nowMs);
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

  #recall(credential: Credential, nowMs: number): Caller | undefined {
    const remembered = this.#remembered.get(credential.hash);
    if (remembered === undefined || hasEnded(remembered, nowMs)) return undefined;
    remembered.usedMs = Math.max(remembered.usedMs, nowMs);
    if (remembered.checkedMs + recheckMs <= nowMs) void this.#recheck(credential, nowMs);
    return remembered.caller;
  }

  async #recheck(credential: Credential, nowMs: number): Promise<void> {
    const { hash } = credential;
    if (this.#rechecks.has(hash)) return;
    this.#rechecks.add(hash);
    try {
      await this.#lookUp(credential, nowMs);
    } catch (error) {
      this.#log.debug({ error }, 'could not check a credential again; it stays valid until the store is back');
    } finally {
      this.#rechecks.delete(hash);
    }
  }

  async #lookUp({ kind, hash }: Credential, nowMs: number): Promise<Caller | ServiceError> {
    const revision = kind === 'key' ? await this.#store.revision(credentialPartition) : undefined;
    const remembered = this.#remembered.get(hash);
    if (remembered !== undefined && isSame(remembered, revision, nowMs)) return remembered.caller;
    const found = kind === 'key' ? await this.#findKey(hash) : await this.#findToken(hash, nowMs);
    if (found instanceof ServiceError) {
      this.#remembered.delete(hash);
      return found;
    }
    const usedMs = Math.max(nowMs, this.#remembered.get(hash)?.usedMs ?? nowMs);
    this.#remember(hash, { ...found, revision, checkedMs: nowMs, usedMs });
    return found.caller;
  }

  async #findKey(hash: string): Promise<Found | ServiceError> {
    const found = await this.#store.credentials.findKey(hash);
    if (found === null) return unknown();
    const granted = scopesOf(found.user.role).filter((scope) => found.scopes.includes(scope));
    return { caller: toCaller(found.user, granted), ...unlimited };
  }

  async #findToken(hash: string, nowMs: number): Promise<Found | ServiceError> {
    const found = await this.#store.credentials.findToken(hash);
    if (found === null) return unknown();
    const { token, user, ttlMs } = found;
    const life = lifeOf(token);
    if (life.endsMs <= nowMs) return refused('this token has ended; log in again');
    if (token.passwordMark !== markOf(user.passwordHash)) return refused('the password has changed; log in again');
    if (needsTouch(ttlMs)) await this.#store.credentials.touchToken(hash, fullTtlMs);
    return { caller: toCaller(user, scopesOf(user.role)), ...life };
  }

  #remember(hash: string, remembered: Remembered): void {
    this.#remembered.delete(hash);
    this.#remembered.set(hash, remembered);
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > maxRemembered && oldest !== undefined) this.#remembered.delete(oldest);
  }
}

const unlimited: Life = { endsMs: Number.POSITIVE_INFINITY, unusedMs: Number.POSITIVE_INFINITY };

const lifeOf = ({ createdMs }: Token): Life => ({ endsMs: createdMs + lifetimeMs, unusedMs: idleMs });

/**
 * Whether a key is still what was looked up: no user and no key has changed since. Now and then it is looked up all the
 * same, for a Redis that was put back may have come to an equal revision by other changes.
 */
const isSame = (remembered: Remembered, revision: number | undefined, nowMs: number): boolean =>
  revision !== undefined && remembered.revision === revision && nowMs < remembered.checkedMs + recheckMs;

const hasEnded = ({ endsMs, unusedMs, usedMs }: Remembered, nowMs: number): boolean =>
  nowMs >= endsMs || nowMs >= usedMs + unusedMs;

/** `Authorization: <token>` or `Authorization: Bearer <token>`. What is not of the form of a token or key is not looked up. */
function credentialOf(header: string | undefined): Credential | ServiceError {
  const text = header?.replace(/^Bearer(?: +|$)/i, '').trim() ?? '';
  if (text === '') {
    return new ServiceError('not_authenticated', 'no credentials: send the header "Authorization: <token or API key>"');
  }
  const kind = kindOf(text);
  return kind === null ? unknown() : { kind, hash: sha256(text) };
}

const refused = (message: string) => new ServiceError('not_authenticated', message, { isTokenRefused: true });
const unknown = () => refused('this token or key is not known: it has ended, was revoked, or was never issued here');

function toCaller({ id, username, role, memberId }: User, scopes: readonly Scope[]): Caller {
  return { userId: id, username, role, memberId, scopes };
}
