import type { CallContext, DiffInput, ImportAnswer } from '@auction-tiers/contract';
import type { Deps } from '../request/deps.ts';
import { sellerOf } from '../request/condition.ts';
import { toDifferenceAnswer } from './difference-answer.ts';
import { type PastTierSet, tierSetAt } from './past-tier-set.ts';

/** What the tier set of a ym-profile has otherwise at one revision than at another. */
export async function diffTierSets(deps: Deps, call: CallContext, input: DiffInput): Promise<ImportAnswer> {
  const owner = sellerOf(call, input.member_id);
  const { id, from, to } = input;
  const before = await tierSetNamed(deps, owner, id, from, 'from');
  const after = await tierSetNamed(deps, owner, id, to, 'to');
  return { ...(await toDifferenceAnswer(before, after, true)), revision: after.revision };
}

/** The tier set that a parameter names: that of a revision. */
const tierSetNamed = (deps: Deps, owner: number, id: number, name: string, path: string): Promise<PastTierSet> =>
  tierSetAt(deps, owner, id, name, path);
