import type { MovementReport } from '@auction-tiers/contract';
import { formatEarned } from '@auction-tiers/tier-engine';
import type { EarlierPair } from './ordinary.ts';

/** An hour of the clock that was left out of both periods, because one of them has not recorded it whole. */
export interface LeftOutHour {
  /** When it begins in each period, UTC; null: the period has no such hour. */
  readonly from: string | null;
  readonly against: string | null;
  /** The periods that have not recorded it whole. */
  readonly missing: readonly ('from' | 'against')[];
  /** Its net in each period, by the report; null: not known. */
  readonly fromMicros: bigint | null;
  readonly againstMicros: bigint | null;
}

/** Hours that were left out, and the difference of all hours, by the report; null: not known. */
export interface Compared {
  readonly leftOut: readonly LeftOutHour[];
  /** Hours of the clock that both periods have together. */
  readonly hours: number;
  readonly report: { readonly fromMicros: bigint; readonly againstMicros: bigint } | null;
  /** Recorded auctions of both periods that could not be read. Default: 0. */
  readonly unread?: number;
  /** Earlier pairs of periods, which show how much such periods differ. Default: none are known. */
  readonly earlier?: readonly EarlierPair[];
}

const earned = (micros: bigint | null) => (micros === null ? null : formatEarned(micros));

/** The same for a report: money earned, exact, with nine decimals. */
export function toReportedHours({ report, leftOut }: Compared): Pick<MovementReport, 'report' | 'hours_left_out'> {
  return {
    report: report && {
      from: formatEarned(report.fromMicros),
      against: formatEarned(report.againstMicros),
      difference: formatEarned(report.fromMicros - report.againstMicros),
    },
    hours_left_out: leftOut.map(({ from, against, missing, fromMicros, againstMicros }) => ({
      from,
      against,
      missing,
      from_net: earned(fromMicros),
      against_net: earned(againstMicros),
    })),
  };
}
