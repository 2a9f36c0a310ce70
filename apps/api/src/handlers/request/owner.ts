import { type CallContext, type Caller, invalid, type Resource, ServiceError } from '@auction-tiers/contract';

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

/** The same for objects that belong to members. */
export function sellerOf(call: CallContext, asked: number | undefined): number {
  requireOwnMember(call.caller, asked);
  const owner = call.caller.memberId ?? asked;
  if (owner === undefined) {
    const message = 'is required for an administrator: the member to act for';
    throw invalid([{ path: 'member_id', message }]);
  }
  return owner;
}

/** Whether the caller is an administrator, with a credential of the scope `admin`. */
export const isAdmin = ({ caller }: CallContext): boolean => caller.role === 'admin' && caller.scopes.includes('admin');

/** Throws unless an administrator calls; `what` names in the error what only administrators may change. */
export function requireAdmin(call: CallContext, what: string): void {
  if (!isAdmin(call)) throw new ServiceError('forbidden', `only an administrator may change ${what}`);
}
