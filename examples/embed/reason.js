import { formatMoney } from '@auction-tiers/tier-engine';

/** Why a bid is in its tier, or in no tier; `names` has the names of tiers by id. */
export function reasonOf(bid, names) {
  const list = (ids) => ids.map((id) => `"${names.get(id)}"`).join(', ');
  const { choice } = bid;
  switch (choice.kind) {
    case 'only_match':
      return `only ${list([choice.tierId])} matches`;
    case 'higher_priority':
      return `${list([choice.tierId])} comes before ${list(choice.overTierIds)}`;
    case 'random_draw':
      return `${list([choice.tierId])} was drawn from ${list(choice.tiedTierIds)}`;
    case 'none': {
      const near = bid.tiers.filter(({ result }) => result !== 'buyer_not_listed');
      return near.map((tier) => `${list([tier.tierId])} ${mismatchOf(tier)}`).join('; ') || 'no tier names the buyer';
    }
  }
}

function mismatchOf({ result, detail }) {
  if (result === 'profile_mismatch') return `targets another ${detail.dimension}`;
  const needed = detail.grossNeededMicros;
  return (
    `asks for ${formatMoney(detail.minPriceMicros)} net` +
    (needed === null ? '' : `, so for a bid of ${formatMoney(needed)}`)
  );
}
