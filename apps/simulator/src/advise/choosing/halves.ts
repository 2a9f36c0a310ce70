import { weekdayOf } from '@auction-tiers/inference';
import type { Random } from '@auction-tiers/chance';
import type { Half } from '../measuring/variations.ts';

/** Divides days at random into two halves that have each day of the week as often as can be. */
export function toHalves(days: readonly number[], random: Random): Half[] {
  const halves: Half[] = days.map(() => 0);
  const counts = [0, 0];
  for (const places of Map.groupBy(days.keys(), (index) => weekdayOf(days[index]!)).values()) {
    const rest = [...places];
    // The first day of a weekday goes to the half that has fewer days, and the next day to the other half.
    let half: Half = counts[0] === counts[1] ? (random.below(2) as Half) : counts[0]! < counts[1]! ? 0 : 1;
    while (rest.length > 0) {
      const [index] = rest.splice(random.below(rest.length), 1);
      halves[index!] = half;
      counts[half]!++;
      half = half === 0 ? 1 : 0;
    }
  }
  return halves;
}
