import { z } from 'zod';
import { ActingFor } from '../query/list-input.ts';
import { Id } from '../value/scalar.ts';

export const TodayInput = z.strictObject({
  ym_profile_id: Id.describe('The yield management profile'),
  member_id: ActingFor.optional(),
});
export type TodayInput = z.output<typeof TodayInput>;

/** The present day of a ym-profile in words. */
export interface TodayAnswer {
  readonly ym_profile_id: number;
  /** The day by the member's clock. */
  readonly date: string;
  readonly timezone: string;
  readonly currency: string;
  /** All auctions decided until then are counted, UTC. */
  readonly complete_to: string;
  /** Five: figures, movement of the day before, changes, alerts, what to look at. `link`: where the page shows it. */
  readonly sentences: readonly { readonly text: string; readonly link: string }[];
}
