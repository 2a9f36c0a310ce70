import { type Call, invalid, type Resource, ServiceError } from '@auction-tiers/contract';

/**
 * The member whose objects a call is about: a seller's own, or the one that an administrator names. Null for objects
 * of the whole installation.
 */
export function ownerOf(call: Call, resource: Pick<Resource, 'owner'>, asked: number | undefined): number | null {
  const { memberId } = call.caller;
  if (memberId !== null && asked !== undefined && asked !== memberId) {
    throw new ServiceError('forbidden', `member_id is ${asked}, allowed: ${memberId}, your own member`);
  }
  if (resource.owner === 'shared') return null;
  const owner = memberId ?? asked;
  if (owner === undefined) {
    const message = 'is required for an administrator: the member to act for';
    throw invalid([{ path: 'member_id', message }]);
  }
  return owner;
}

/** The directory is read by all and written by administrators. */
export function requireAdmin(call: Call, what: string): void {
  if (call.caller.role === 'admin' && call.caller.scopes.includes('admin')) return;
  throw new ServiceError('forbidden', `only an administrator may change ${what}`);
}
