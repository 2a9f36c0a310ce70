import { formatMoney } from '../money.ts';
import { named, sentence } from './phrase.ts';
import type { RankedTier } from './ranked-tier.ts';
import { toIds } from './ranked-tier.ts';
import type { Rule } from './rule.ts';

/** Tiers whose every bid goes to a tier of higher priority; one finding for all that the same tiers shadow. */
export const findShadowedTiers: Rule = ({ ranking }) => {
  const shadowed = ranking.filter(({ isShadowed }) => isShadowed);
  const groups = Map.groupBy(shadowed, (tier) => toIds(shadowsOf(tier)).join());
  return [...groups.values()].map((tiers) => {
    const shadows = shadowsOf(tiers[0]!);
    const [them, those] = [tiers.length > 1 ? 'them' : 'it', shadows.length > 1 ? 'those tiers' : 'that tier'];
    const take = shadows.length > 1 ? 'take between them' : 'takes';
    return {
      code: 'shadowed_tier',
      severity: 'error',
      tierIds: toIds(tiers),
      message: sentence(
        `${describe(tiers)} can never win a bid: ${describe(shadows)} ${take} every bid that could match`,
      ),
      advice: `Move ${them} above the tiers that come first, take the buyers out of ${those}, or delete ${them}.`,
    };
  });
};

function shadowsOf({ shadows }: RankedTier): RankedTier[] {
  return [...new Set(shadows)].filter((shadow) => shadow !== undefined);
}

/** A single tier with what it does, so that one sees why. */
function describe(tiers: readonly RankedTier[]): string {
  const text = named('tier', toIds(tiers));
  if (tiers.length > 1) return text;
  const { tier, minPriceMicros } = tiers[0]!;
  return `${text} (${tier.memberAction}, priority ${tier.priority}, from ${formatMoney(minPriceMicros)} net)`;
}
