import { type Model, slotOf } from './model.ts';

const hourMs = 3_600_000;

/** The usual share of a day's auctions up to a given time; without a model, the share of its hours. */
export function passedPart(
  model: Pick<Model, 'series'> | null,
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
  nowMs: number,
): number {
  const rates = model?.series.get('auctions')?.rates ?? [];
  const usual = (isKnown: boolean) => {
    let [passed, all] = [0, 0];
    for (let ms = startMs; ms < endMs; ms += hourMs) {
      const rate = isKnown ? (rates[slotOf(ms)] ?? 0) : 1;
      all += rate;
      passed += rate * Math.min(1, Math.max(0, (nowMs - ms) / hourMs));
    }
    return all === 0 ? null : passed / all;
  };
  return usual(true) ?? usual(false) ?? 1;
}
