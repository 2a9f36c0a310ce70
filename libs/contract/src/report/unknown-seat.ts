import type { z } from 'zod';
import { ReportInput, type ReportRow } from './report.ts';

/** The unknown seats in an answer; all others share its last row. */
export const mostUnknownSeats = 200;

/** The period in which unknown seats have bid, as for a report. */
export const UnknownSeatsInput = ReportInput.pick({ start_date: true, end_date: true, member_id: true });
export type UnknownSeatsInput = z.output<typeof UnknownSeatsInput>;

/** Unknown seats as rows of a report over all ym-profiles of a member, those with most bids first. */
export interface UnknownSeats {
  readonly count: number;
  readonly items: readonly ReportRow[];
  /** The period, UTC. */
  readonly start_date: string;
  readonly end_date: string;
}
