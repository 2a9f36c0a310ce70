import type { ImportAnswer, PublishQuestion, StoredDraft } from '@auction-tiers/contract';
import { findingsOf } from '../tier-set/import-answer.ts';
import type { StoredTierSet } from '../tier-set/stored-tier-set.ts';
import { newErrors } from './lint-error.ts';
import type { HeldDraft } from './stored-draft.ts';

/** A draft to publish, and the tiers that are live until then. */
interface ToPublish {
  readonly held: HeldDraft;
  readonly current: StoredTierSet;
}

/** The questions to ask a user before a draft is published. `told`: the warnings of `besideScheduled`. */
export async function askBefore({
  held,
  current,
  answer,
  told,
}: ToPublish & {
  readonly answer: Pick<ImportAnswer, 'summary' | 'findings' | 'created'>;
  readonly told: readonly string[];
}): Promise<PublishQuestion[]> {
  const asks: PublishQuestion[] = [];
  if (answer.summary.length > 0 && held.stored.simulation_id === null) {
    asks.push({ code: 'stale_verdict', message: noVerdict(held.stored) });
  }
  if (newErrors(answer, []).length > 0) {
    const live = { findings: await findingsOf(current.ym_profile.id, current) };
    for (const { message } of newErrors(answer, [live])) asks.push({ code: 'new_lint_error', message });
  }
  return [...asks, ...told.map((message) => ({ code: 'scheduled_meanwhile' as const, message }))];
}

const noVerdict = ({ id }: StoredDraft) =>
  `there is no comparison of the present content of draft ${id} with the live tiers: it was never compared, or has changed since`;
