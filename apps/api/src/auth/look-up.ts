import { type Caller, type Scope, ServiceError } from '@auction-tiers/contract';
import type { ObjectStore, Token, User } from '@auction-tiers/store';
import { scopesOf } from './account.ts';
import { markOf } from './password.ts';
import { kindOf, sha256 } from './secret.ts';
import { lifetimeMs } from './token-life.ts';

/** A credential that was sent. */
export interface Credential {
  readonly kind: 'token' | 'key';
  /** Its SHA-256, the only part of it that is kept. */
  readonly hash: string;
}

/** Reads `Authorization: <token>` or `Authorization: Bearer <token>`. Other text is refused without a look-up. */
export function credentialOf(header: string | undefined): Credential | ServiceError {
  const text = header?.replace(/^Bearer(?: +|$)/i, '').trim() ?? '';
  if (text === '') {
    return new ServiceError('not_authenticated', 'no credentials: send the header "Authorization: <token or API key>"');
  }
  const kind = kindOf(text);
  return kind === null ? unknown() : { kind, hash: sha256(text) };
}

/** A valid credential that the store has. */
export type Found = { readonly caller: Caller } & (
  | { readonly keyId: number; readonly token?: undefined }
  | { readonly token: Token; readonly keyId?: undefined }
);

/** Asks the store whose credential this is, at a time in milliseconds since 1970. */
export async function lookUp(
  { credentials }: Pick<ObjectStore, 'credentials'>,
  { kind, hash }: Credential,
  nowMs: number,
): Promise<Found | ServiceError> {
  if (kind === 'key') {
    const found = await credentials.findKey(hash);
    if (found === null || !isWhole(found.user)) return unknown();
    if (found.user.state === 'disabled') return disabled();
    if (found.endsMs !== null && nowMs >= found.endsMs) return ended('key');
    return { caller: toCaller(found.user, keyScopes(found.user, found.scopes)), keyId: found.id };
  }
  const found = await credentials.findToken(hash);
  if (found === null || !isWhole(found.user)) return unknown();
  const { token, user } = found;
  if (user.state === 'disabled') return disabled();
  if (nowMs >= token.createdMs + lifetimeMs) return ended('token');
  if (token.passwordMark !== markOf(user.passwordHash)) return refused('the password has changed; log in again');
  return { caller: toCaller(user, scopesOf(user)), token };
}

const refused = (message: string) => new ServiceError('not_authenticated', message, { isTokenRefused: true });

/** The error of a credential that the store does not have. */
const unknown = (): ServiceError =>
  refused('this token or key is not known: it has ended, was revoked, or was never issued here');

/** The error of a token that has reached its longest life, and of a key after its end. */
export const ended = (kind: Credential['kind']): ServiceError =>
  refused(kind === 'token' ? 'this token has ended; log in again' : 'this key has ended; make another');

const disabled = (): ServiceError => refused('the user of this token or key is disabled');

/**
 * Whether the role and the member of a stored user fit. A user without a member that is no administrator would
 * otherwise see the objects of every member.
 */
export const isWhole = ({ role, memberId }: Pick<User, 'role' | 'memberId'>): boolean =>
  role === 'admin' ? memberId === null : role === 'seller' && memberId !== null && Number.isSafeInteger(memberId);

/** What a key allows: no more than its user may do. */
export const keyScopes = (user: Pick<User, 'role' | 'access'>, granted: readonly string[]): readonly Scope[] =>
  scopesOf(user).filter((scope) => granted.includes(scope));

/** The caller that a user's credential stands for. */
export function toCaller(
  { id, username, role, memberId }: Pick<User, 'id' | 'username' | 'role' | 'memberId'>,
  scopes: readonly Scope[],
): Caller {
  return { userId: id, username, role, memberId, scopes };
}
