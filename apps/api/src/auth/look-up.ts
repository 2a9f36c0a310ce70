import { type Caller, type Scope, ServiceError } from '@auction-tiers/contract';
import type { ObjectStore, User } from '@auction-tiers/store';
import { scopesOf } from './account.ts';
import type { Clock } from './clock.ts';
import type { KeyUses } from './key-uses.ts';
import { markOf } from './password.ts';
import { kindOf, sha256 } from './secret.ts';
import { fullTtlMs, idleMs, lifetimeMs, needsTouch } from './token-life.ts';

/** A credential that was sent. */
export interface Credential {
  readonly kind: 'token' | 'key';
  /** Its SHA-256: all that is stored and remembered of it. */
  readonly hash: string;
}

/** A look-up of a credential in the store. */
export interface LookUp {
  /** Of two look-ups the one that began later counts, whatever the clock says. */
  readonly order: number;
  readonly startedMs: number;
}

/** A credential that the store has. */
export interface Found {
  readonly caller: Caller;
  /** Milliseconds that it lives from now on, however it is used. */
  readonly leftMs: number;
  /** Milliseconds that it lives without use. */
  readonly unusedMs: number;
}

/** Reads a key by its SHA-256, and notes that it is used. */
export async function findKey(store: ObjectStore, hash: string, uses: KeyUses): Promise<Found | ServiceError> {
  const found = await store.credentials.findKey(hash);
  if (found === null || !isWhole(found.user)) return unknown();
  uses.note(hash);
  const unlimited = Number.POSITIVE_INFINITY;
  const granted = keyScopes(found.user.role, found.scopes);
  return { caller: toCaller(found.user, granted), leftMs: unlimited, unusedMs: unlimited };
}

/** What a key allows: no more than its user may do. */
export const keyScopes = (role: User['role'], granted: readonly string[]): readonly Scope[] =>
  scopesOf(role).filter((scope) => granted.includes(scope));

/** Reads a token by its SHA-256; where this is a use of it, its two hours begin anew. */
export async function findToken(
  store: ObjectStore,
  hash: string,
  { clock, isUse }: { readonly clock: Clock; readonly isUse: boolean },
): Promise<Found | ServiceError> {
  const found = await store.credentials.findToken(hash);
  if (found === null || !isWhole(found.user)) return unknown();
  const { token, user, ttlMs } = found;
  const leftMs = token.createdMs + lifetimeMs - clock.epochMs();
  if (leftMs <= 0) return ended();
  if (token.passwordMark !== markOf(user.passwordHash)) return refused('the password has changed; log in again');
  if (isUse && needsTouch(ttlMs)) await store.credentials.touchToken(hash, fullTtlMs);
  return { caller: toCaller(user, scopesOf(user.role)), leftMs, unusedMs: idleMs };
}

const refused = (message: string) => new ServiceError('not_authenticated', message, { isTokenRefused: true });

/** The error of a credential that the store does not have. */
export const unknown = (): ServiceError =>
  refused('this token or key is not known: it has ended, was revoked, or was never issued here');

/** The error of a token that has lived for as long as a token may. */
export const ended = (): ServiceError => refused('this token has ended; log in again');

/**
 * Whether a stored user is one that the service makes. One without a member that is no administrator would otherwise see
 * the objects of every member.
 */
export const isWhole = ({ role, memberId }: Pick<User, 'role' | 'memberId'>): boolean =>
  role === 'admin' ? memberId === null : role === 'seller' && memberId !== null && Number.isSafeInteger(memberId);

/** A user, as what its credential allows it. */
export function toCaller(
  { id, username, role, memberId }: Omit<User, 'passwordHash'>,
  scopes: readonly Scope[],
): Caller {
  return { userId: id, username, role, memberId, scopes };
}

/** `Authorization: <token>` or `Authorization: Bearer <token>`. What is not of the form of a token or key is not looked up. */
export function credentialOf(header: string | undefined): Credential | ServiceError {
  const text = header?.replace(/^Bearer(?: +|$)/i, '').trim() ?? '';
  if (text === '') {
    return new ServiceError('not_authenticated', 'no credentials: send the header "Authorization: <token or API key>"');
  }
  const kind = kindOf(text);
  return kind === null ? unknown() : { kind, hash: sha256(text) };
}
