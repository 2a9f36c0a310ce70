import type { MinimumAnswer } from '../../sample/minimum.ts';
import type { Tally } from '../../sample/tally.ts';

/** What a minimum does, estimated for the days. */
export interface MinimumFigures {
  readonly bidsIn: number;
  readonly won: number;
  /** What is earned. */
  readonly net: number;
  readonly forgone: number;
  readonly excluded: number;
  readonly excludedValue: number;
  /** What all auctions of the ym-profile earn. */
  readonly allNet: number;
  readonly allForgone: number;
}

/** The earned amount of one CPM micro. */
const earnedPerMicro = 1e-9;

type Counted = Pick<
  MinimumAnswer,
  'inTier' | 'won' | 'netMicros' | 'forgoneMicros' | 'excluded' | 'excludedMicros' | 'whole'
>;

/** Sums over the sample as estimates for the days. `weight`: decided auctions per sampled auction. */
export const figuresOf = (counted: Counted, weight: number): MinimumFigures => ({
  bidsIn: counted.inTier * weight,
  won: counted.won * weight,
  net: counted.netMicros * weight * earnedPerMicro,
  forgone: counted.forgoneMicros * weight * earnedPerMicro,
  excluded: counted.excluded * weight,
  excludedValue: counted.excludedMicros * weight * earnedPerMicro,
  allNet: counted.whole.netMicros * weight * earnedPerMicro,
  allForgone: counted.whole.forgoneMicros * weight * earnedPerMicro,
});

/** The figures under the tier's own minimum, from the sums of the whole sample; null: the tier set has no such tier. */
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
