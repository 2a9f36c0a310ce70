import { hash } from 'node:crypto';
import {
  authorOf,
  type CallContext,
  type Caller,
  hasScope,
  IdInput,
  invalid,
  type Member,
  type Plain,
  type Resource,
  ServiceError,
} from '@auction-tiers/contract';
import type { Actor, CreateOptions, Idempotency, Step } from '@auction-tiers/store';
import type { Follower } from '../../mirror/follower.ts';
import type { Mirror } from '../../mirror/mirror.ts';
import { credentialOf } from '../../auth/look-up.ts';
import { sha256 } from '../../auth/secret.ts';
import { danglingReferences } from './refusal.ts';
import { settingsOf } from '../../mirror/member-settings.ts';

/** Throws where a seller names another member than its own, for any resource: a parameter is never ignored. */
export function requireOwnMember({ memberId }: Pick<Caller, 'memberId'>, asked: number | undefined): void {
  if (memberId === null || asked === undefined || asked === memberId) return;
  throw new ServiceError('forbidden', `member_id is ${asked}, allowed: ${memberId}, your own member`);
}

/**
 * The member whose objects a request is about: a seller's own, or the one that an administrator names. Null for objects
 * of the whole installation.
 */
export function ownerOf(
  call: CallContext,
  resource: Pick<Resource, 'owner'>,
  asked: number | undefined,
): number | null {
  if (resource.owner !== 'shared') return sellerOf(call, asked);
  requireOwnMember(call.caller, asked);
  return null;
}

/** As `ownerOf`, for objects that belong to members. */
export function sellerOf(call: CallContext, asked: number | undefined): number {
  requireOwnMember(call.caller, asked);
  const owner = call.caller.memberId ?? asked;
  if (owner === undefined) {
    const message = 'is required for an administrator: the member to act for';
    throw invalid([{ path: 'member_id', message }]);
  }
  return owner;
}

/** Throws where a member does not exist. Members are never deleted, so one that is there now is there at the write. */
export async function requireMember(
  { mirror, follower }: { readonly mirror: Mirror; readonly follower: Pick<Follower, 'fresh'> },
  id: number,
): Promise<void> {
  await follower.fresh(id);
  if (mirror.row('member', id, id) !== undefined) return;
  throw danglingReferences([{ path: 'member_id', message: `is ${id}, which is not a member` }]);
}

/** Throws where a body names another id than the request. */
export function requireSameId(changes: Plain, id: number): void {
  if (changes['id'] === undefined || IdInput.shape.id.safeParse(changes['id']).data === id) return;
  const message = `is ${JSON.stringify(changes['id'])}, but the request is about id ${id}`;
  throw invalid([{ path: 'id', message }]);
}

/** Whether the caller is an administrator, with a credential of the scope `admin`. */
export const isAdmin = ({ caller }: Pick<CallContext, 'caller'>): boolean =>
  caller.role === 'admin' && hasScope(caller, 'admin');

/** Throws unless an administrator calls; `what` names in the error what only administrators may change. */
export function requireAdmin(call: CallContext, what: string): void {
  if (!isAdmin(call)) throw new ServiceError('forbidden', `only an administrator may change ${what}`);
}

/** Whether the caller manages the users, keys and settings of its member, with a credential of the scope `manage`. */
export const isManager = ({ caller }: Pick<CallContext, 'caller'>): boolean =>
  caller.memberId !== null && hasScope(caller, 'manage');

/** Throws unless an administrator or a manager calls; `what` names in the error what they may change. */
export function requireManager(call: CallContext, what: string): void {
  if (isAdmin(call) || isManager(call)) return;
  const message = `only an administrator or a manager of the member may change ${what}, with the scope "admin" or "manage"`;
  throw new ServiceError('forbidden', message);
}

/**
 * Throws unless the request has the token of a log-in. What a key made would outlive the end and the revocation of the
 * key: another key, and a password, which opens log-ins.
 */
export function requireLogIn({ credential }: Pick<CallContext, 'credential'>): void {
  const sent = credentialOf(credential);
  if (!(sent instanceof ServiceError) && sent.kind === 'token') return;
  const message = 'keys, passwords and confirmations are made by a log-in, not by a key; send a token of POST /auth';
  throw new ServiceError('forbidden', message);
}

/** Throws for a caller that may not decide which tiers an auction meets. */
export function requirePublishScope({ caller }: Pick<CallContext, 'caller'>): void {
  if (hasScope(caller, 'publish')) return;
  const message = 'decide which tiers an auction meets: to change them needs the scope "publish"';
  throw new ServiceError('forbidden', `publisher_ids ${message}`, { issues: [{ path: 'publisher_ids', message }] });
}

/** What a change log entry says of the author. */
type Author = Pick<CallContext, 'caller' | 'requestId' | 'note' | 'breakGlass' | 'timeMs'>;

/** The user and the request that make a change, and what was written about it, for the change log. */
export function actorOf(call: Author, kind: Step['kind'] = 'write', draftId: number | null = null): Actor {
  const { caller, requestId, note = null, breakGlass = null, timeMs } = call;
  if (breakGlass !== null && !isAdmin(call))
    throw new ServiceError('forbidden', 'only an administrator may send the header X-Break-Glass');
  const author = { user: authorOf(caller), requestId, timeMs };
  if (kind === 'write' && note === null && breakGlass === null) return author;
  return { ...author, step: { kind, note, draftId, breakGlass } };
}

/**
 * The idempotency key of a write, separate for each user, and a fingerprint of `asked` that tells different writes with
 * the same key apart. `asked` must hold no password: it could be guessed from the fingerprint, a fast hash.
 */
export function idempotencyOf(call: CallContext, service: string, asked: Plain): Named {
  if (call.idempotencyKey === undefined) return {};
  const fingerprint = sha256(JSON.stringify([service, asked]));
  return { idempotency: { key: `${call.caller.userId}:${sha256(call.idempotencyKey)}`, fingerprint } };
}

/** The most characters of the idempotency key of an auction. */
const longestAuctionKey = 64;

/** Throws for an idempotency key that is too long for an auction. */
export function requireShortKey(key: string): void {
  if (key.length <= longestAuctionKey) return;
  const message = `has ${key.length} characters, allowed for an auction: 1 to ${longestAuctionKey}`;
  throw invalid([{ path: 'idempotency-key', message }]);
}

/** Says that an answer is that of an earlier request. */
export const warnOfRepeat = ({ warn }: Pick<CallContext, 'warn'>): void =>
  warn('an earlier request with the same Idempotency-Key has done this; this is its answer');

interface Named {
  readonly idempotency?: Idempotency;
}

/** The entity tag of an object's state: equal for equal states, on every replica. */
export const etagOf = (row: Plain): string => `"${hash('sha256', JSON.stringify(row), 'base64url').slice(0, 22)}"`;

/** Throws `precondition_failed` unless the object is in one of the states that `If-Match` names. */
export function requireMatch(ifMatch: string | undefined, row: Plain, service: string): void {
  requireTag(ifMatch, etagOf(row), `${service} ${String(row['id'])}`);
}

/** As `requireMatch`, for anything with the entity tag `current`; `what` names it in the error. */
export function requireTag(ifMatch: string | undefined, current: string, what: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  if (ifMatch.split(',').some((tag) => tag.trim() === current)) return;
  const message = `${what} is not in the state that If-Match names (${ifMatch}); it has been changed since; read it again`;
  throw new ServiceError('precondition_failed', message, {
    issues: [{ path: 'if_match', message: `is ${ifMatch}, but the object's is ${current}` }],
  });
}

/** How the tiers of a member may change. */
export const publishingOf = (mirror: Mirror, owner: number): Member['publishing'] =>
  settingsOf(mirror, owner).publishing;

/**
 * The condition that the store checks with a write to a member's tiers or profiles: `publishing` is still `direct`,
 * even if another process has just changed it. Throws where they change by drafts only; before that, the mirror is
 * brought up to date.
 */
export async function whileDirect(
  call: CallContext,
  { mirror, follower }: { readonly mirror: Mirror; readonly follower: Pick<Follower, 'fresh' | 'positions'> },
  owner: number | null,
): Promise<Pick<CreateOptions, 'whileMember'>> {
  if (owner === null || call.breakGlass !== undefined) return {};
  const isDirect = follower.positions.hasLoaded(owner) && publishingOf(mirror, owner) === 'direct';
  if (!isDirect) await follower.fresh(owner);
  requireDirectWrites(call, mirror, owner);
  return { whileMember: { field: 'publishing', text: 'direct' } };
}

/**
 * Throws where the tiers of a member change by drafts only. A reason in X-Break-Glass lets an administrator write;
 * `actorOf` refuses that header from other callers. `advice`: the call that makes the draft.
 */
export function requireDirectWrites(
  { breakGlass }: CallContext,
  mirror: Mirror,
  owner: number | null,
  advice = 'make one with POST /draft?from=<id of the ym-profile>',
): void {
  if (owner === null) return;
  const publishing = publishingOf(mirror, owner);
  if (publishing === 'direct' || breakGlass !== undefined) return;
  const message = `tiers, profiles, publishers and imports change by drafts only, because publishing of member ${owner} is "${publishing}": ${advice}`;
  throw new ServiceError('integrity', message);
}
