import type { CallContext } from '@auction-tiers/contract';
import type { Actor } from '@auction-tiers/store';

/** Who makes a change, for the change log. */
export const actorOf = ({ caller, requestId }: Pick<CallContext, 'caller' | 'requestId'>): Actor => ({
  user: caller.username,
  requestId,
});
