import { type Caller, type Scope, scopes, ServiceError } from '@auction-tiers/contract';
import type { Grant, ObjectStore } from '@auction-tiers/store';
import type { Logger } from 'pino';
import { idleMs, lifetimeMs } from './login.ts';
import { sha256 } from './secret.ts';

/** How long a credential is recognised before it is looked up again, in the background. */
const recheckMs = 5000;
/** Credentials remembered; the oldest goes first. */
const maxRemembered = 10_000;

interface Remembered {
  readonly caller: Caller;
  readonly checkedMs: number;
  /** When it ends for certain, however often it is used. */
  readonly endsMs: number;
}

/** Turns an Authorization header into a caller. */
export class Authenticator {
  readonly #store: ObjectStore;
  readonly #log: Logger;
  readonly #remembered = new Map<string, Remembered>();
  readonly #rechecks = new Set<string>();

  constructor(store: ObjectStore, log: Logger) {
    this.#store = store;
    this.#log = log;
  }

  /** Asks the store, and extends a token's life. For all that needs the store anyway. */
  async authenticate(header: string | undefined, nowMs: number): Promise<Caller | ServiceError> {
    const hash = hashOf(header);
    return hash instanceof ServiceError ? hash : this.#lookUp(hash, nowMs);
  }

  /**
   * A caller without waiting for the store where it was seen before: it is checked again in the background, so that a
   * revoked credential ends within seconds, and auctions, markets and countries go on while the store is away.
   */
  async recognise(header: string | undefined, nowMs: number): Promise<Caller | ServiceError> {
    const hash = hashOf(header);
    if (hash instanceof ServiceError) return hash;
    const remembered = this.#remembered.get(hash);
    if (remembered === undefined || remembered.endsMs <= nowMs) return this.#lookUp(hash, nowMs);
    if (remembered.checkedMs + recheckMs <= nowMs) void this.#recheck(hash, nowMs);
    return remembered.caller;
  }

  async #recheck(hash: string, nowMs: number): Promise<void> {
    if (this.#rechecks.has(hash)) return;
    this.#rechecks.add(hash);
    try {
      await this.#lookUp(hash, nowMs);
    } catch (error) {
      this.#log.debug({ error }, 'could not check a credential again; it stays good until the store is back');
    } finally {
      this.#rechecks.delete(hash);
    }
  }

  async #lookUp(hash: string, nowMs: number): Promise<Caller | ServiceError> {
    const found = await this.#store.credentials.getGrant(hash);
    if (found === null) {
      const isExpired = this.#remembered.delete(hash);
      return isExpired
        ? expired()
        : new ServiceError('not_authenticated', 'this token or key is not known, or has expired');
    }
    const { grant, ttlMs } = found;
    const endsMs = grant.kind === 'token' ? grant.createdMs + lifetimeMs : Number.POSITIVE_INFINITY;
    if (endsMs <= nowMs) {
      this.#remembered.delete(hash);
      await this.#store.credentials.removeGrant(hash);
      return expired();
    }
    if (ttlMs !== null) await this.#store.credentials.touchGrant(hash, Math.min(idleMs, endsMs - nowMs));
    const caller = toCaller(grant);
    this.#remember(hash, { caller, checkedMs: nowMs, endsMs });
    return caller;
  }

  #remember(hash: string, remembered: Remembered): void {
    this.#remembered.delete(hash);
    this.#remembered.set(hash, remembered);
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > maxRemembered && oldest !== undefined) this.#remembered.delete(oldest);
  }
}

const expired = () => new ServiceError('expired', 'this token has expired; log in again');

/** `Authorization: <token>` or `Authorization: Bearer <token>`. */
function hashOf(header: string | undefined): string | ServiceError {
  const token = header?.replace(/^Bearer +/i, '').trim() ?? '';
  if (token !== '') return sha256(token);
  return new ServiceError('not_authenticated', 'no credentials: send the header "Authorization: <token or API key>"');
}

function toCaller({ userId, username, role, memberId, scopes: granted }: Grant): Caller {
  return { userId, username, role, memberId, scopes: scopes.filter((scope: Scope) => granted.includes(scope)) };
}
