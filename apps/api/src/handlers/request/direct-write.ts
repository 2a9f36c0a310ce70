import { type CallContext, type Member, ServiceError } from '@auction-tiers/contract';
import type { Mirror } from '../../mirror/mirror.ts';

/** How the tiers of a member may change. */
export const publishingOf = (mirror: Mirror, owner: number): Member['publishing'] =>
  (mirror.row('member', owner, owner) as Member | undefined)?.publishing ?? 'direct';

/**
 * Throws where the tiers of a member change by drafts only. A reason in X-Break-Glass lets an administrator write; that
 * nobody else sends one is checked where the author of a change is named.
 */
export function requireDirectWrites({ breakGlass }: CallContext, mirror: Mirror, owner: number | null): void {
  if (owner === null) return;
  const publishing = publishingOf(mirror, owner);
  if (publishing === 'direct' || breakGlass !== undefined) return;
  const message = `tiers, profiles and imports change by drafts only, because publishing of member ${owner} is "${publishing}": make one with POST /draft?from=<id of the ym-profile>`;
  throw new ServiceError('integrity', message);
}
