import { hashSeed, Random } from '@auction-tiers/chance';
import type { TierSetFile } from '@auction-tiers/contract/tier-set';
import { formatMoney } from '@auction-tiers/tier-engine';

type FileTier = TierSetFile['tiers'][number];

/** Of each market, so many sets of random minimums, and at most so many steps from the best of all. */
const [randomSets, mostSteps] = [20, 3];
/** Minimums are tried as multiples of the present one, or of this where a tier has none, and at random up to the other. */
const factors = [0, 0.5, 0.8, 1.25, 2];
const [usualMinimum, highestMinimum] = [0.5, 2.5];
const limits = ['0.1', '0.3', '1'];
const [lowestPriority, highestPriority, cpmMicros] = [1, 10, 1e6];

/** Other values of a tier, one attribute at a time. */
function changesOf({ min_price: minimum, priority }: FileTier): Partial<FileTier>[] {
  const around = Number(minimum) || usualMinimum;
  const priorities = [lowestPriority, priority - 1, priority + 1, highestPriority].filter(
    (one) => one >= lowestPriority && one <= highestPriority && one !== priority,
  );
  return [
    ...factors.map((factor) => ({ min_price: toPrice(factor * around) })),
    ...limits.map((limit) => ({ max_forgone: limit })),
    ...[...new Set(priorities)].map((one) => ({ priority: one })),
    { state: 'inactive' as const },
  ];
}

const toPrice = (price: number) => formatMoney(Math.round(price * cpmMicros));

const withTier = (file: TierSetFile, at: number, change: Partial<FileTier>): TierSetFile => ({
  ...file,
  tiers: file.tiers.with(at, { ...file.tiers[at]!, ...change }),
});

/** What the best of all sets is worth, and how many were tried. */
interface Sought {
  readonly most: number;
  readonly tried: number;
}

/**
 * Looks for tiers that are worth more than these, as an enemy of what is said of the best that exists: every change of one
 * attribute of each set, sets of random minimums, and a few steps from the best of all of them.
 */
export function seekMore(sets: ReadonlySet<TierSetFile>, seed: string, worthOf: (file: TierSetFile) => number): Sought {
  const [first] = sets;
  if (first === undefined) return { most: -Infinity, tried: 0 };
  let [best, most, tried] = [first, -Infinity, 0];
  const tryOut = (file: TierSetFile) => {
    tried++;
    const worth = worthOf(file);
    if (worth > most) [best, most] = [file, worth];
  };
  const tryAround = (file: TierSetFile) => {
    for (const [at, tier] of file.tiers.entries())
      for (const change of changesOf(tier)) tryOut(withTier(file, at, change));
  };
  for (const set of sets) {
    tryOut(set);
    tryAround(set);
  }
  const random = new Random(hashSeed(`${seed}/other sets`), 1);
  for (let set = 0; set < randomSets; set++) {
    const tiers = first.tiers.map((tier) => ({ ...tier, min_price: toPrice(highestMinimum * random.fraction()) }));
    tryOut({ ...first, tiers });
  }
  for (let step = 0; step < mostSteps; step++) {
    const before = best;
    tryAround(before);
    if (best === before) break;
  }
  return { most, tried };
}
