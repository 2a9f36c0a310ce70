import { type CallContext, isSameContent, type Simulation, type StartSimulation } from '@auction-tiers/contract';
import { sellerOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import { notFound } from '../request/refusal.ts';
import { startSimulation } from '../simulation/start.ts';
import { makeBatchWrite } from '../tier-set/batch-write.ts';
import { toFile } from './draft-content.ts';
import { draftActor, draftUpdate } from './draft-write.ts';
import { type HeldDraft, requireDraftOf } from './stored-draft.ts';

/** Starts a comparison of the live tiers with a sent draft, or with a stored draft, which then names the comparison. */
export async function startDraftSimulation(
  deps: Deps,
  call: CallContext,
  { kind, draft_id: draftId, ...asked }: StartSimulation,
): Promise<Simulation> {
  if (kind === 'advice') return startSimulation(deps, call, { ...asked, draft: undefined });
  if (draftId === undefined) return startSimulation(deps, call, { ...asked, draft: asked.draft ?? { tiers: [] } });
  const owner = sellerOf(call, asked.member_id);
  await deps.follower.fresh(owner);
  const held = requireDraftOf(deps.mirror, owner, draftId);
  if (held.stored.ym_profile_id !== asked.ym_profile_id) throw notFound('draft', draftId, 'draft_id');
  const commitments = asked.commitments ?? held.stored.commitments ?? undefined;
  const simulation = await startSimulation(deps, call, {
    ...asked,
    draft: toFile(held.content),
    draft_id: draftId,
    ...(commitments === undefined ? {} : { commitments }),
  });
  await nameIn(deps, call, owner, held, simulation.id);
  return simulation;
}

/** Notes the simulation in the draft, unless its content has changed meanwhile. */
async function nameIn(
  deps: Deps,
  call: CallContext,
  owner: number,
  { stored: { id }, content }: HeldDraft,
  simulationId: number,
): Promise<void> {
  await makeBatchWrite(deps, call, {
    owner,
    actor: draftActor(call),
    isDryRun: false,
    plan: async () => {
      const now = requireDraftOf(deps.mirror, owner, id);
      const isNews = isSameContent(now.content, content) && now.stored.simulation_id !== simulationId;
      const writes = isNews ? [draftUpdate(now.stored, { simulation_id: simulationId })] : [];
      return { writes, answer: { id }, warnings: [] };
    },
  });
}
