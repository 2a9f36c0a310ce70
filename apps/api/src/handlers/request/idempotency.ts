import type { CallContext, Plain } from '@auction-tiers/contract';
import type { Idempotency } from '@auction-tiers/store';
import { sha256 } from '../../auth/secret.ts';

/**
 * The name of a create that may be sent again, its caller's own. `asked` tells it from another create under the same
 * name; it must hold no password, for a fast hash of one could be guessed.
 */
export function idempotencyOf(
  { idempotencyKey, caller }: CallContext,
  service: string,
  asked: Plain,
): { readonly idempotency?: Idempotency } {
  if (idempotencyKey === undefined) return {};
  return {
    idempotency: {
      key: `${caller.userId}:${sha256(idempotencyKey)}`,
      fingerprint: sha256(JSON.stringify([service, asked])),
    },
  };
}
