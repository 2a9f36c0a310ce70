import type { AdviceProposal } from '@auction-tiers/contract/advice-report';
import { type TierSetFile, withProposedTier } from '@auction-tiers/contract/tier-set';
import { formatMoney, type TierSetSource } from '@auction-tiers/tier-engine';
import type { LoadedTierSet } from '../../tier-set/tier-set-file.ts';

const priceOrNull = (micros: number | null = null) => (micros === null ? null : formatMoney(micros));

/** The present tiers with the changes of a proposal, as a tier set file that an import accepts. */
export function toDraftFile(file: TierSetFile, source: TierSetSource): TierSetFile {
  const changed = new Map(source.tiers.map((tier) => [tier.id, tier]));
  const tiers = file.tiers.map((tier) => {
    const now = changed.get(tier.id)!;
    const { priority, state = 'active' } = now;
    const buyers = new Set(now.buyerMemberIds);
    return {
      ...tier,
      min_price: priceOrNull(now.minPriceMicros),
      max_forgone: priceOrNull(now.maxForgoneMicros),
      priority,
      buyer_members: tier.buyer_members?.filter(({ id }) => buyers.has(id)) ?? null,
      state,
    };
  });
  return { ...file, tiers };
}

/** The draft of proposals that are taken together; of two that change the same attribute, the last counts. */
export function toPackage(file: TierSetFile, proposals: readonly Pick<AdviceProposal, 'draft'>[]): TierSetFile {
  const tiers = file.tiers.map((present, at) =>
    proposals.reduce((taken, { draft }) => withProposedTier(taken, present, draft.tiers[at]!), present),
  );
  return { ...file, tiers };
}

/** The changes of a proposal, as one sentence per tier and attribute. */
export function toChanges(
  { source: present, tierNames, buyerNames }: Pick<LoadedTierSet, 'source' | 'tierNames' | 'buyerNames'>,
  source: TierSetSource,
): string[] {
  const changed = new Map(source.tiers.map((tier) => [tier.id, tier]));
  return present.tiers.flatMap((before) => {
    const after = changed.get(before.id);
    if (after === undefined || after === before) return [];
    const name = `tier ${before.id} ${tierNames.get(before.id) ?? ''}`.trim();
    if (after.state === 'inactive' && before.state !== 'inactive') return [`${name}: inactive`];
    const [minBefore, minAfter] = [before.minPriceMicros ?? 0, after.minPriceMicros ?? 0];
    const [limitBefore, limitAfter] = [before, after].map(({ maxForgoneMicros }) => priceOrNull(maxForgoneMicros));
    const left = before.buyerMemberIds.filter((id) => !after.buyerMemberIds.includes(id));
    return [
      ...(minBefore === minAfter ? [] : [`${name}: min_price ${formatMoney(minBefore)} -> ${formatMoney(minAfter)}`]),
      ...(limitBefore === limitAfter
        ? []
        : [`${name}: max_forgone ${limitBefore ?? 'no limit'} -> ${limitAfter ?? 'no limit'}`]),
      ...(before.priority === after.priority ? [] : [`${name}: priority ${before.priority} -> ${after.priority}`]),
      ...left.map((id) => `${name}: without buyer ${`${id} ${buyerNames.get(id) ?? ''}`.trim()}`),
    ];
  });
}
