import type { CompareReport } from '@auction-tiers/contract/compare-report';
import { english } from '@auction-tiers/figure';
import { formatEarned } from '@auction-tiers/tier-engine';
import type { Comparison } from '../measuring/comparison.ts';

/** Tiers and buyers that the sentence names. */
const named = 3;

type Preference = CompareReport['preference'];
type NameOf = (id: number) => string | undefined;

/**
 * The price of preference under both tier sets, and whether the draft gains only because it forgoes less: with no bid in a
 * tier the auctions would bring no more than before (the draft lets no better bids in). At second price tiers forgo less by
 * preferring less, or by a higher minimum.
 */
export function toPreference(
  { current, draft, secondPriceAuctions }: Comparison,
  tierName: NameOf,
  memberName: NameOf,
  currency: string,
): Preference {
  const [before, after] = [current.totals(), draft.totals()];
  const gain = after.revenue.netMicros - before.revenue.netMicros;
  const untieredBefore = before.revenue.netMicros + before.forgoneMicros;
  const untieredAfter = after.revenue.netMicros + after.forgoneMicros;
  const isWholeGain = gain > 0n && untieredAfter <= untieredBefore;
  const less = (dimension: 'tier' | 'buyer', noun: string, nameOf: NameOf) =>
    findPreferredLess(current.rows(dimension), draft.rows(dimension)).map(
      ({ id, micros }) =>
        `${noun} ${[id, nameOf(id)].join(' ').trim()} (${english.money(Number(formatEarned(-micros)))} ${currency} less)`,
    );
  const whom = [...less('tier', 'tier', tierName), ...less('buyer', 'buyer', memberName)];
  const source =
    secondPriceAuctions === 0 ? 'preferring less' : 'preferring less or from minimums that raise second prices';
  return {
    forgone: {
      current: formatEarned(before.forgoneMicros),
      draft: formatEarned(after.forgoneMicros),
      difference: formatEarned(after.forgoneMicros - before.forgoneMicros),
    },
    highest: { current: formatEarned(untieredBefore), draft: formatEarned(untieredAfter) },
    is_whole_gain: isWholeGain,
    sentence: isWholeGain
      ? `All of the gain comes from ${source}: with no bid in a tier the auctions would bring no more than before, and the draft forgoes less of that${whom.length === 0 ? '' : `, most of all for ${whom.join(', ')}`}.`
      : null,
  };
}

/** The rows whose forgone net the draft reduces the most, with the change. */
function findPreferredLess(before: ReturnType<Comparison['current']['rows']>, after: typeof before) {
  const changes = new Map<number, bigint>();
  const add = (rows: typeof before, sign: bigint) => {
    for (const { key, forgoneMicros } of rows) {
      if (typeof key === 'number') changes.set(key, (changes.get(key) ?? 0n) + sign * forgoneMicros);
    }
  };
  add(before, -1n);
  add(after, 1n);
  return Array.from(changes, ([id, micros]) => ({ id, micros }))
    .filter(({ micros }) => micros < 0n)
    .toSorted((left, right) => (left.micros < right.micros ? -1 : left.micros > right.micros ? 1 : left.id - right.id))
    .slice(0, named);
}
