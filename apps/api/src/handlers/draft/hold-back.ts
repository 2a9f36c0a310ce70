import { randomBytes } from 'node:crypto';
import {
  type CallContext,
  cut,
  dateText,
  highestAmount,
  type DraftContent,
  type HoldBack,
  ServiceError,
  type StoredDraft,
  storedDraftResource,
  storedExperimentResource,
  toContent,
  withInitials,
} from '@auction-tiers/contract';
import { openExperimentOf } from '../../experiment/open-experiments.ts';
import type { Deps } from '../request/deps.ts';
import type { PlannedWrite } from '../tier-set/batch-write.ts';
import type { StoredTierSet } from '../tier-set/stored-tier-set.ts';
import { partWrites } from './draft-write.ts';
import { contentHash } from './stored-draft.ts';

const msPerDay = 86_400_000;
const longestName = 255;
/** No loss of the published tiers stops a hold-back, unless its maker sets a limit: its purpose is to measure them. */
const open = { max_loss: highestAmount, max_total_loss_pct: 100, max_buyer_loss_pct: 100, min_fill_points: 100 };

/**
 * The writes that keep the previous tiers for a share of the units after a publish: a draft with these tiers, marked as
 * published so that no user changes it, and a running experiment. Throws where the ym-profile has an experiment.
 */
export async function holdBackWrites(
  { store, mirror, clock }: Pick<Deps, 'store' | 'mirror' | 'clock'>,
  call: CallContext,
  { stored, current }: { readonly stored: StoredDraft; readonly current: StoredTierSet },
  { share, days, max_loss: maxLoss = open.max_loss }: HoldBack,
): Promise<{ readonly experimentId: number; readonly writes: readonly PlannedWrite[] }> {
  const { ym_profile_id, member_id: owner } = stored;
  const other = openExperimentOf(mirror, owner, ym_profile_id);
  if (other !== undefined) {
    const message = `ym-profile ${ym_profile_id} has an experiment already: ${other.id}, which is ${other.state}; end it before a hold-back`;
    throw new ServiceError('integrity', message);
  }
  const { username } = call.caller;
  const before: DraftContent = toContent(current);
  const name = stored.name ?? `Draft of ${stored.created_by}`;
  const [draftId] = await store.drawIds('draft', 1);
  const [experimentId] = await store.drawIds('experiment', 1);
  const draft = withInitials(storedDraftResource, {
    name: cut(`Before: ${name}`, longestName),
    ym_profile_id,
    base_revision: mirror.revisionOf(owner),
    base_sha256: contentHash(before),
    content_sha256: contentHash(before),
    state: 'published',
    created_by: username,
    changed_by: username,
  });
  const nowMs = clock.epochMs();
  const experiment = withInitials(storedExperimentResource, {
    name: cut(`Hold-back: ${name}`, longestName),
    hypothesis: `What was published as ${name} still earns more than the previous tiers.`,
    ym_profile_id,
    draft_id: stored.id,
    before_draft_id: draftId,
    treatment_revision: null,
    design: 'hold_back',
    share,
    guard: { ...open, max_loss: maxLoss },
    start_at: dateText(nowMs),
    end_at: dateText(nowMs + days * msPerDay),
    timezone: null,
    state: 'running',
    reason: null,
    outcome: null,
    phases: [],
    minimums: [],
    buyers_before: [],
    pauses: [],
    created_by: username,
    salt: randomBytes(16).toString('hex'),
    open_ym_profile_id: ym_profile_id,
  });
  const writes: PlannedWrite[] = [
    { write: { operation: 'create', resource: storedDraftResource, id: draftId!, value: draft }, before: null },
    ...(await partWrites(store, draftId!, [], { ...before, edits: [] })),
    {
      write: { operation: 'create', resource: storedExperimentResource, id: experimentId!, value: experiment },
      before: null,
    },
  ];
  return { experimentId: experimentId!, writes };
}
