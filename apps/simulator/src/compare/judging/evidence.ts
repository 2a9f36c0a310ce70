import type { NamedDay } from '@auction-tiers/calendar';
import type { CompareReport } from '@auction-tiers/contract/compare-report';

/** What a verdict depends on. */
export interface Evidence
  extends Pick<
    CompareReport,
    | 'currency'
    | 'share'
    | 'auctions'
    | 'bids'
    | 'by_day'
    | 'commitments'
    | 'input'
    | 'net_to_seller'
    | 'method'
    | 'buyers'
    | 'lint'
    | 'sensitivity'
    | 'measured_answer'
    | 'support'
    | 'usability'
    | 'largest_differences'
    | 'stability'
    | 'units'
    | 'rare_losses'
    | 'tries'
    | 'is_complete'
  > {
  /** Whether both tier sets have equal contents. */
  readonly isSameTiers: boolean;
  /** Days of the log that the seller's calendar says are unlike others. */
  readonly calendarDays: readonly NamedDay[];
  /** Elasticity of bids that the verdict assumes. */
  readonly elasticity: number;
}

/** The interval of the difference at the assumed elasticity. */
export function intervalOf({ sensitivity, elasticity, net_to_seller: net }: Evidence) {
  if (elasticity === 0) return net.interval;
  return sensitivity.rows.find((row) => row.elasticity === elasticity)?.interval ?? null;
}

/** The interval without the auctions that change the most. */
export const intervalOfRest = (evidence: Evidence) => atElasticity(evidence, evidence.largest_differences.interval);

/** The interval by days if most of what a day is off went on to the next. */
export const intervalIfShocksPersist = (evidence: Evidence) =>
  atElasticity(evidence, evidence.stability.if_shocks_persist);

/** The reaction of buyers shifts an interval of the difference as much as the interval of all auctions. */
function atElasticity(
  { sensitivity, elasticity, net_to_seller: net }: Evidence,
  interval: Evidence['net_to_seller']['interval'],
) {
  if (interval === null || elasticity === 0) return interval;
  const row = sensitivity.rows.find((one) => one.elasticity === elasticity);
  const shift = row === undefined ? 0 : Number(row.difference) - Number(net.difference);
  return { low: Number(interval.low) + shift, high: Number(interval.high) + shift };
}

/** Words for the side of 0 on which an interval lies. */
export const sideWords = { above: 'is above 0', below: 'is below 0', neither: 'includes 0' } as const;
export type Side = keyof typeof sideWords;

/** Where an interval lies, seen from 0; undefined: there is none. */
export function sideOf(
  interval: { readonly low: string | number; readonly high: string | number } | null,
): Side | undefined {
  if (interval === null) return undefined;
  if (Number(interval.low) > 0) return 'above';
  return Number(interval.high) < 0 ? 'below' : 'neither';
}
