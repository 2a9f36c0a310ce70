import { type CallContext, type StoredDraft, toContent, toServiceError } from '@auction-tiers/contract';
import { phaseWarnings } from '../../experiment/open-experiments.ts';
import type { Deps } from '../request/deps.ts';
import { storedTierSet } from '../tier-set/stored-tier-set.ts';
import { besideScheduled } from './beside-scheduled.ts';
import { scheduledFor } from './stored-draft.ts';

/**
 * Warns the author of a single write to the live tiers of these ym-profiles of what it does to others: the phase of a
 * running experiment ends, and a scheduled draft is carried onto them or suspended.
 */
export async function tellOfLive(
  deps: Deps,
  call: Pick<CallContext, 'warn'>,
  owner: number,
  ymProfileIds: ReadonlySet<number>,
): Promise<void> {
  for (const warning of phaseWarnings(deps.mirror, owner, ymProfileIds)) call.warn(warning);
  for (const ymProfileId of ymProfileIds) {
    const scheduled = scheduledFor(deps.mirror, owner, ymProfileId);
    const current = scheduled && storedTierSet(deps.mirror, owner, ymProfileId);
    if (current === undefined) continue;
    const told = await besideScheduled(deps, { owner, ymProfileId, after: toContent(current) }).catch(
      (error: unknown) => [unknownFate(deps, scheduled!, error)],
    );
    for (const warning of told) call.warn(warning);
  }
}

/** The write is made, so that its answer must not be an error: it says what could not be told. */
function unknownFate({ log }: Deps, { id, publish_at: at }: StoredDraft, error: unknown): string {
  log.warn({ error, draft: id }, 'what a write does to a scheduled draft could not be told');
  return `draft ${id} is scheduled for ${at} UTC; what becomes of it is not known now: ${toServiceError(error).message}`;
}
