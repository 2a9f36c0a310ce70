import { z } from 'zod';
import { ActingFor } from '../query/list-input.ts';
import { Id } from '../value/scalar.ts';
import { DateOrMoment } from './report.ts';

export const movementKey = 'movement';

/** Longer periods have more recorded auctions than can be analysed in some seconds. */
export const mostMovementDays = 7;

/** Two periods of as many whole days of the member's time zone, or of as many hours. */
export const MovementInput = z.strictObject({
  ym_profile_id: Id.describe('The yield management profile'),
  from: DateOrMoment.optional().describe(
    "The first day, in the member's time zone, or the moment on the hour from which on, UTC; default: yesterday",
  ),
  to: DateOrMoment.optional().describe(
    'The last day, or the moment at which the period ends, UTC; default: the day of `from`',
  ),
  against_from: DateOrMoment.optional().describe('The start of the earlier period; default: whole weeks before `from`'),
  against_to: DateOrMoment.optional().describe(
    'The end of the earlier period; default: as many days, or hours, as the later one has',
  ),
  member_id: ActingFor.optional(),
});
export type MovementInput = z.output<typeof MovementInput>;

/** Money as earned, exact, with nine decimals. */
interface Interval {
  readonly low: string;
  readonly high: string;
}

interface Cause {
  /** A buyer, a value such as `US`, or the revision of a change; null: the rest, which is not listed. */
  readonly id: string | null;
  readonly name: string;
  readonly net: string;
  readonly interval: Interval | null;
}

/** The causes of a change in net. */
export interface MovementReport {
  readonly currency: string;
  /** Of the hours compared: without those in `hours_left_out`. */
  readonly difference: string;
  /** Net of the hours compared in the later period (`from`) and the earlier one (`against`). */
  readonly from: string;
  readonly against: string;
  /** The same of all hours, as the report has it. */
  readonly report: { readonly from: string; readonly against: string; readonly difference: string } | null;
  /** Hours that one of the periods has not recorded whole, with their net; they are left out of both. */
  readonly hours_left_out: readonly {
    readonly from: string | null;
    readonly against: string | null;
    readonly missing: readonly ('from' | 'against')[];
    readonly from_net: string | null;
    readonly against_net: string | null;
  }[];
  /** Add up to the difference. */
  readonly parts: readonly {
    readonly kind: 'rules' | 'traffic' | 'mix' | 'participation' | 'prices' | 'terms' | 'unexplained';
    readonly net: string;
    /** null: all auctions were recorded, or no auction shows it. */
    readonly interval: Interval | null;
    readonly of: readonly Cause[];
  }[];
  /** At most five. */
  readonly sentences: readonly { readonly text: string; readonly kind: string; readonly id: string | null }[];
  /** The number of recorded auctions used. */
  readonly auctions: { readonly from: number; readonly against: number };
}

/** The movement of a yield management profile, and of which periods. */
export interface MovementAnswer extends MovementReport {
  readonly ym_profile_id: number;
  readonly timezone: string;
  readonly periods: {
    readonly from: { readonly start: string; readonly end: string };
    readonly against: { readonly start: string; readonly end: string };
  };
}
