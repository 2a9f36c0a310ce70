/** Steps of the slider, net CPM: by an arrow, and by a page. */
export const [arrowStep, pageStep] = [0.05, 0.5];
const cents = 100;

/** The minimum that a key moves to; null for any other key. `ends`: the lowest and the highest of the axis. */
export function movedBy(key: string, from: number, [low, high]: readonly [number, number]): number | null {
  const step = {
    ArrowLeft: -arrowStep,
    ArrowDown: -arrowStep,
    ArrowRight: arrowStep,
    ArrowUp: arrowStep,
    PageDown: -pageStep,
    PageUp: pageStep,
  }[key];
  if (step !== undefined) return roundToCent(Math.min(Math.max(from + step, Math.max(0, low)), Math.max(high, from)));
  if (key === 'Home') return Math.max(0, low);
  return key === 'End' ? high : null;
}

export const roundToCent = (price: number): number => Math.round(price * cents) / cents;
