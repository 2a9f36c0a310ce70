import { tierResource, withInitials } from '@auction-tiers/contract';
import type { Content, DraftTier, Edit } from '../draft/content.ts';

export interface ExcludedBuyer {
  readonly id: number;
  readonly name: string | null;
}

/** The highest priority: an exclude there is checked before every include below, also before later ones. */
export const excludePriority = 10;

const names = ({ buyer_members: buyers }: DraftTier, { id }: ExcludedBuyer): boolean =>
  buyers?.some((one) => one.id === id) === true;

/** Whether a tier excludes at any price, everywhere and always: it is active, and has no start or end. */
const isWhole = (tier: DraftTier): boolean =>
  tier.member_action === 'exclude' &&
  Number(tier.min_price ?? 0) === 0 &&
  tier.profile_id === null &&
  tier.state === 'active' &&
  tier.start_date === null &&
  tier.end_date === null;

const isBeside = (tier: DraftTier, buyer: ExcludedBuyer): boolean =>
  tier.member_action === 'include' && tier.priority === excludePriority && names(tier, buyer);

/** What excluding a buyer means for the tiers of a group of sites. */
export function exclusionOf({ tiers }: Content, buyer: ExcludedBuyer) {
  const beside = tiers.filter((tier) => isBeside(tier, buyer));
  const highest = tiers.find((tier) => isWhole(tier) && tier.priority === excludePriority && names(tier, buyer));
  const below = tiers.filter(
    (tier) => tier.member_action === 'include' && tier.priority < excludePriority && names(tier, buyer),
  );
  return {
    /** The exclude tier that keeps out all bids of the buyer already; null: none does. */
    by: beside.length === 0 ? (highest?.name ?? null) : null,
    /** Include tiers of the highest priority, which lose the buyer: a draw would decide between them and the exclude. */
    without: beside.map(({ name }) => name),
    /** Include tiers below, which take no bid of the buyer any more. */
    over: below.map(({ name }) => name),
  };
}

const longestName = 255;

/** Excludes every bid of a buyer, by an exclude tier of the highest priority. An excluded buyer stays as it is. */
export const excludeEdit =
  (buyer: ExcludedBuyer): Edit =>
  (content: Content) => {
    if (exclusionOf(content, buyer).by !== null) return content;
    const tiers = content.tiers.map((tier) =>
      isBeside(tier, buyer)
        ? { ...tier, buyer_members: tier.buyer_members?.filter(({ id }) => id !== buyer.id) ?? null }
        : tier,
    );
    const isThere = tiers.some((tier) => isWhole(tier) && tier.priority === excludePriority && names(tier, buyer));
    const made = withInitials(tierResource, {
      name: `Excluded: ${buyer.name ?? buyer.id}`.slice(0, longestName),
      priority: excludePriority,
      member_action: 'exclude',
      buyer_members: [{ id: buyer.id, name: buyer.name }],
    } satisfies Partial<DraftTier>) as DraftTier;
    return { ...content, tiers: isThere ? tiers : [...tiers, made] };
  };
