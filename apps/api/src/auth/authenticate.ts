import { type Caller, type Scope, scopes, ServiceError } from '@auction-tiers/contract';
import type { Grant, ObjectStore } from '@auction-tiers/store';
import type { Logger } from 'pino';
import { sha256 } from './secret.ts';
import { fullTtlMs, idleMs, isIdle, lifetimeMs, needsTouch, recheckMs } from './token-life.ts';

/** Credentials remembered; the oldest goes first. */
const maxRemembered = 10_000;

interface Life {
  /** When it ends for certain, however often it is used. */
  readonly endsMs: number;
  /** How long it lives without being used. */
  readonly unusedMs: number;
}

interface Remembered extends Life {
  readonly caller: Caller;
  readonly checkedMs: number;
  usedMs: number;
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
    if (remembered === undefined || hasEnded(remembered, nowMs)) return this.#lookUp(hash, nowMs);
    remembered.usedMs = Math.max(remembered.usedMs, nowMs);
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
      this.#remembered.delete(hash);
      return new ServiceError('not_authenticated', 'this token or key is not known');
    }
    const { grant, ttlMs } = found;
    const life = grant.kind === 'token' ? lifeOf(grant) : unlimited;
    if (life.endsMs <= nowMs || (grant.kind === 'token' && isIdle(ttlMs ?? fullTtlMs))) {
      this.#remembered.delete(hash);
      return new ServiceError('expired', 'this token has expired; log in again');
    }
    if (grant.kind === 'token' && needsTouch(ttlMs ?? fullTtlMs)) {
      await this.#store.credentials.touchGrant(hash, fullTtlMs);
    }
    const caller = toCaller(grant);
    const usedMs = Math.max(nowMs, this.#remembered.get(hash)?.usedMs ?? nowMs);
    this.#remember(hash, { ...life, caller, checkedMs: nowMs, usedMs });
    return caller;
  }

  #remember(hash: string, remembered: Remembered): void {
    this.#remembered.delete(hash);
    this.#remembered.set(hash, remembered);
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > maxRemembered && oldest !== undefined) this.#remembered.delete(oldest);
  }
}

const unlimited: Life = { endsMs: Number.POSITIVE_INFINITY, unusedMs: Number.POSITIVE_INFINITY };

const lifeOf = ({ createdMs }: Grant): Life => ({ endsMs: createdMs + lifetimeMs, unusedMs: idleMs });

const hasEnded = ({ endsMs, unusedMs, usedMs }: Remembered, nowMs: number): boolean =>
  nowMs >= endsMs || nowMs >= usedMs + unusedMs;

/** `Authorization: <token>` or `Authorization: Bearer <token>`. */
function hashOf(header: string | undefined): string | ServiceError {
  const token = header?.replace(/^Bearer +/i, '').trim() ?? '';
  if (token !== '') return sha256(token);
  return new ServiceError('not_authenticated', 'no credentials: send the header "Authorization: <token or API key>"');
}

function toCaller({ userId, username, role, memberId, scopes: granted }: Grant): Caller {
  return { userId, username, role, memberId, scopes: scopes.filter((scope: Scope) => granted.includes(scope)) };
}
