import type { Interval } from '@auction-tiers/inference';
import type { Schedule } from './assignment.ts';
import type { ExperimentCounts } from './counts.ts';
import type { Design } from './experiment-result.ts';
import { combine, type Estimated, estimateSplit } from './split.ts';
import { estimateSwitchback, type SwitchbackEstimate, toCells } from './switchback.ts';

/** The parts of the effect per auction in CPM micros; null: the design has no such part, or too little has come. */
export interface Parts {
  readonly total: Estimated | null;
  readonly rulesInT: Estimated | null;
  readonly buyers: Estimated | null;
  readonly switchback: SwitchbackEstimate | null;
  /** The interval at the end, from redrawn assignments instead of a symmetric one. */
  readonly buyersAtEnd: Interval | null;
  /** What the live tiers earn in arm C. */
  readonly level: number | null;
}

const noParts: Parts = {
  total: null,
  rulesInT: null,
  buyers: null,
  switchback: null,
  buyersAtEnd: null,
  level: null,
};

/** The counts of one control, one treatment and one share. */
export interface CountedPhase {
  readonly share: number;
  readonly counts: ExperimentCounts;
}

/** What the parts are estimated from. */
export interface CountedExperiment {
  readonly design: Design;
  readonly elapsedDays: number;
  readonly phases: readonly Pick<CountedPhase, 'counts'>[];
  readonly switchback: {
    readonly schedule: Schedule;
    readonly seed: string;
    readonly paused?: ReadonlySet<number>;
  } | null;
}

/** Estimates the parts within phases, weighted by their auctions. `draws`: of the assignment of a switchback. */
export function estimateParts(
  { design, elapsedDays, phases, switchback }: CountedExperiment,
  draws: number | undefined,
): Parts {
  if (design === 'shadow') return noParts;
  const split = phases.flatMap(({ counts }) => {
    const estimate = estimateSplit(counts);
    const weight = counts.totalsOf('C').auctions + counts.totalsOf('T').auctions;
    return estimate === undefined ? [] : [{ estimate, weight }];
  });
  if (split.length === 0) return noParts;
  const of = (part: 'control' | 'total' | 'rulesInT' | 'buyers') =>
    combine(split.map(({ estimate, weight }) => ({ ...estimate[part], weight })));
  const rulesInT = of('rulesInT');
  if (switchback === null) {
    return { ...noParts, total: of('total'), rulesInT, buyers: of('buyers'), level: of('control').mean };
  }
  const { schedule, seed, paused = new Set() } = switchback;
  const cells = phases.flatMap(({ counts }) => toCells(counts.rowsOf('cell')));
  const days = Math.min(Math.floor(elapsedDays), schedule.shares[0]!.length);
  const estimate = days < 2 ? undefined : estimateSwitchback(cells, schedule, days, seed, paused, draws);
  if (estimate === undefined) return { ...noParts, rulesInT };
  // Auctions in no cluster are left out, because the logarithms do not cover them.
  const controls = cells.filter(({ arm, day }) => arm === 'C' && !paused.has(day));
  const sumOf = (figure: 'control' | 'auctions') => controls.reduce((sum, cell) => sum + cell[figure], 0);
  const level = sumOf('control') / sumOf('auctions');
  const toMoney = (logarithm: number) => level * Math.expm1(logarithm);
  const buyers = {
    mean: toMoney(estimate.effect),
    error: level * Math.exp(estimate.effect) * estimate.standardError,
    degreesOfFreedom: estimate.degreesOfFreedom,
  };
  const total = {
    mean: rulesInT.mean + buyers.mean,
    error: Math.hypot(rulesInT.error, buyers.error),
    degreesOfFreedom: estimate.degreesOfFreedom,
  };
  const { randomised } = estimate;
  const buyersAtEnd = randomised && { low: toMoney(randomised.low), high: toMoney(randomised.high) };
  return { total, rulesInT, buyers, switchback: estimate, buyersAtEnd, level };
}
