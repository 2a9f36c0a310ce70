import { formatEarned } from '@auction-tiers/tier-engine';
import type { CompareReport } from '../../schema/compare-report.ts';
import type { Comparison } from '../measuring/comparison.ts';

/** Tiers and buyers that the sentence names. */
const named = 3;

type Preference = CompareReport['preference'];
type NameOf = (id: number) => string | undefined;

/**
 * The price of preference under both tier sets, and whether the draft gains only because it prefers less: the highest net
 * prices that could have won bring no more than before, and less of them is forgone.
 */
export function toPreference(
  { current, draft }: Comparison,
  tierName: NameOf,
  memberName: NameOf,
  currency: string,
): Preference {
  const [before, after] = [current.totals(), draft.totals()];
  const gain = after.revenue.netMicros - before.revenue.netMicros;
  const highestBefore = before.revenue.netMicros + before.forgoneMicros;
  const highestAfter = after.revenue.netMicros + after.forgoneMicros;
  const isWholeGain = gain > 0n && highestAfter <= highestBefore;
  const less = (dimension: 'tier' | 'buyer', noun: string, nameOf: NameOf) =>
    findPreferredLess(current.rows(dimension), draft.rows(dimension)).map(
      ({ id, micros }) => `${noun} ${[id, nameOf(id)].join(' ').trim()} (${formatEarned(-micros)} ${currency} less)`,
    );
  const whom = [...less('tier', 'tier', tierName), ...less('buyer', 'buyer', memberName)];
  return {
    forgone: {
      current: formatEarned(before.forgoneMicros),
      draft: formatEarned(after.forgoneMicros),
      difference: formatEarned(after.forgoneMicros - before.forgoneMicros),
    },
    highest: { current: formatEarned(highestBefore), draft: formatEarned(highestAfter) },
    is_whole_gain: isWholeGain,
    sentence: isWholeGain
      ? `All of the gain comes from preferring less: the bids that could win are worth no more than before, and the draft forgoes less of them${whom.length === 0 ? '' : `, most of all for ${whom.join(', ')}`}.`
      : null,
  };
}

/** The rows for which the draft forgoes the most less, with the change. */
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
