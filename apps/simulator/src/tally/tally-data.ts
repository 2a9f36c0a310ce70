import type { SumsData } from '../kit/exact-sums.ts';
import type { BreakdownData } from './breakdown.ts';
import type { Dimension } from './dimension.ts';
import type { FunnelData } from './tier-funnel.ts';

/** A tally as plain data, which goes between threads and machines. Only `Tally` reads what is inside. */
export interface TallyData {
  readonly totals: SumsData;
  readonly auctionsWithBids: number;
  readonly outcomes: readonly SumsData[];
  readonly baselineOutcomes: readonly SumsData[];
  readonly breakdowns: Readonly<Record<Dimension, BreakdownData>>;
  /** The priority of each tier that was met, by its id. */
  readonly priorities: readonly (readonly [number, number])[];
  readonly funnel: FunnelData | null;
}
