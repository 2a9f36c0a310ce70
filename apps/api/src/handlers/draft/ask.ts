import { type AskDraft, type CallContext, cut, type Draft, draftDifference, toContent } from '@auction-tiers/contract';
import { english } from '@auction-tiers/figure';
import { idempotencyOf, sellerOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import { makeBatchWrite } from '../tier-set/batch-write.ts';
import { storedTierSet } from '../tier-set/stored-tier-set.ts';
import { requireChangeable } from './draft.ts';
import { askedBy, draftActor, draftUpdate } from './draft-write.ts';
import { requireSeen } from './seen.ts';
import { type HeldDraft, requireDraftOf, toDraft } from './stored-draft.ts';

/** Changes that an alert names; the draft itself shows all. */
const mostNamed = 3;
const longestSummary = 1000;

/**
 * Asks the publishers of the member to approve or publish a draft. What it changes and what its newest comparison says are
 * kept with the request, from which its alert is worded; a change of the content withdraws the request.
 */
export async function askDraft(
  deps: Deps,
  call: CallContext,
  { id, note, member_id: asked, if_match: ifMatch }: AskDraft,
): Promise<Draft> {
  const owner = sellerOf(call, asked);
  await makeBatchWrite(deps, call, {
    owner,
    actor: draftActor(call),
    isDryRun: false,
    ...idempotencyOf(call, 'draft/ask', { id, note }),
    plan: async () => {
      const held = requireDraftOf(deps.mirror, owner, id);
      await requireSeen(deps, held, ifMatch);
      const { stored } = held;
      requireChangeable(stored);
      const summary = await summaryOf(deps, held);
      const changes = askedBy(deps, call, { note: note ?? null, summary: cut(summary, longestSummary) });
      return { writes: [draftUpdate(stored, changes)], answer: { id }, warnings: [] };
    },
  });
  return toDraft(requireDraftOf(deps.mirror, owner, id));
}

/** What a draft changes of the live tiers, and what its newest comparison says of that. */
async function summaryOf(deps: Deps, { stored, content }: HeldDraft): Promise<string> {
  const { ym_profile_id: ymProfileId, member_id: owner, simulation_id: simulationId } = stored;
  const live = storedTierSet(deps.mirror, owner, ymProfileId);
  const { summary = [] } = live === undefined ? {} : draftDifference(toContent(live), content);
  const more = summary.length > mostNamed ? [english.counted(summary.length - mostNamed, 'more change')] : [];
  const changes = [...summary.slice(0, mostNamed), ...more].join('; ');
  const report = simulationId === null ? null : await deps.simulations.queue.comparison(owner, simulationId);
  const verdict = report === null ? 'Not tried on recorded auctions.' : `Verdict: ${report.verdict.summary}`;
  return `${changes === '' ? 'no changes' : changes}. ${verdict}`;
}
