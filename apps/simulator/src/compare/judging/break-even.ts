import { leastElasticity, mostElasticity } from '@auction-tiers/contract/compare-report';
import { round } from './effect.ts';

/** Distances from the assumed elasticity at which the sign of the difference is looked at, to bracket its change. */
const distances = [0.1, 0.25, 0.5, 1, 2, 4];
/** Decimals of the break-even elasticity, the precision of the search, and its most steps. */
const [decimals, precision, mostSteps] = [3, 0.001, 15];

type DifferenceAt = (elasticity: number) => number;

/** The elasticity nearest to the assumed one at which the difference changes its sign; null: none in the bounds. */
export function findBreakEven(differenceAt: DifferenceAt, assumed: number): number | null {
  const isGain = differenceAt(assumed) > 0;
  const found = [-1, 1].flatMap((direction) => {
    let kept = assumed;
    for (const distance of distances) {
      const next = Math.min(mostElasticity, Math.max(leastElasticity, assumed + direction * distance));
      if (next === kept) break;
      if (differenceAt(next) > 0 !== isGain) return [narrow(differenceAt, kept, next)];
      kept = next;
    }
    return [];
  });
  const [nearest] = found.toSorted((left, right) => Math.abs(left - assumed) - Math.abs(right - assumed));
  return nearest === undefined ? null : round(nearest, decimals);
}

/**
 * Narrows down where the sign changes between an elasticity that keeps it and one that turns it, and gives the end that
 * turns it. The difference is nearly linear in between, so the first steps try just beyond the root of the line and
 * just before it; every third step halves, for a difference that is not.
 */
function narrow(differenceAt: DifferenceAt, keeping: number, turned: number): number {
  const isGain = differenceAt(keeping) > 0;
  let [from, to] = [keeping, turned];
  for (let step = 0; step < mostSteps && Math.abs(to - from) > precision; step++) {
    const [before, after] = [differenceAt(from), differenceAt(to)];
    const aside = [1, -1][step % 3];
    const onLine = before / (before - after) + ((aside ?? 0) * (precision * 0.4)) / Math.abs(to - from);
    const share = aside !== undefined && onLine > 0 && onLine < 1 ? onLine : 1 / 2;
    const middle = from + (to - from) * share;
    if (differenceAt(middle) > 0 === isGain) from = middle;
    else to = middle;
  }
  return to;
}
