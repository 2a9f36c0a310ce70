import type { MinimumAnswer } from '../../sample/minimum.ts';
import type { Tally } from '../../sample/tally.ts';

/** What a minimum does, estimated for the days. */
export interface MinimumFigures {
  readonly bidsIn: number;
  readonly won: number;
  /** USD. */
  readonly net: number;
  readonly forgone: number;
  readonly excluded: number;
  readonly excludedValue: number;
  /** USD, of all auctions of the ym-profile. */
  readonly allNet: number;
  readonly allForgone: number;
}

/** Micros of CPM prices summed, as USD earned. */
const usdPerMicro = 1e-9;

type Counted = Pick<
  MinimumAnswer,
  'inTier' | 'won' | 'netMicros' | 'forgoneMicros' | 'excluded' | 'excludedMicros' | 'whole'
>;

/** Sums over the sample as estimates for the days. `weight`: auctions decided for each that was sampled. */
export const figuresOf = (counted: Counted, weight: number): MinimumFigures => ({
  bidsIn: counted.inTier * weight,
  won: counted.won * weight,
  net: counted.netMicros * weight * usdPerMicro,
  forgone: counted.forgoneMicros * weight * usdPerMicro,
  excluded: counted.excluded * weight,
  excludedValue: counted.excludedMicros * weight * usdPerMicro,
  allNet: counted.whole.netMicros * weight * usdPerMicro,
  allForgone: counted.whole.forgoneMicros * weight * usdPerMicro,
});

/** What the minimum that a tier has does, from the sums of the whole sample; null where they have no such tier. */
export function countedOf(tally: Tally, tierId: number): Counted | null {
  const tier = tally.tiers.find((one) => one.tierId === tierId);
  return tier === undefined ? null : { ...tier, whole: tally };
}

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
