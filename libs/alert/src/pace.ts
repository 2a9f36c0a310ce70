import type { LocalHour } from '@auction-tiers/calendar';
import { type Model, placesAt } from './model.ts';

/** The usual share of a day's auctions up to a given time; without a model, the share of its hours. */
export function passedPart(model: Model | null, hours: readonly LocalHour[], nowMs: number): number {
  const usual = (rateAt: (startMs: number) => number) => {
    let [passed, all] = [0, 0];
    for (const { startMs, endMs } of hours) {
      const rate = rateAt(startMs) * (endMs - startMs);
      all += rate;
      passed += rate * Math.min(1, Math.max(0, (nowMs - startMs) / (endMs - startMs)));
    }
    return all === 0 ? null : passed / all;
  };
  const auctions = model?.figures.get('auctions');
  const known = auctions && model !== null ? usual((ms) => auctions.rates[placesAt(model, ms)[0]!] ?? 0) : null;
  return known ?? usual(() => 1) ?? 1;
}
