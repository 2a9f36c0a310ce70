import { type SentAuction, toRequest } from '@auction-tiers/auction-codec';
import type { Call } from '@auction-tiers/contract';
import { type AuctionResult, runAuction } from '@auction-tiers/tier-engine';
import type { Deps } from '../request/deps.ts';
import { randomId } from '../../auth/secret.ts';
import { resolveYmProfile } from './resolve.ts';

/** An auction that was run, and the revision of the snapshot that decided it. */
export interface RanAuction {
  readonly result: AuctionResult;
  readonly revision: string;
}

export interface SentAuctions {
  /** Runs an auction that was read from its bytes. Throws a ServiceError where its ym-profile is none of the caller's. */
  runSent(call: Pick<Call, 'caller'>, sent: SentAuction): RanAuction;
}

export const sentAuctions = (deps: Deps): SentAuctions => ({
  runSent(call, sent) {
    const { ymProfileId: ym_profile_id, publisherId: publisher_id } = sent;
    const { tierSet, feePpm, revision } = resolveYmProfile(deps, call, { ym_profile_id, publisher_id });
    const request = toRequest(sent, { feePpm, timeMs: sent.timeMs ?? Date.now(), seed: randomId });
    return { result: runAuction(tierSet, request), revision };
  },
});
