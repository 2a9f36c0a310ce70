import { z } from 'zod';
import { Id } from '../resource/value.ts';

const object = z.record(z.string(), z.unknown());

/** The body of `POST /openrtb2/auction`, and what its query may add. Requests are read as far as the mapping goes. */
export const OpenRtbBody = z.strictObject({
  bid_request: object,
  bid_responses: z.array(object).max(1000).default([]),
  /** Overrides the ym-profile of the request's publisher. */
  ym_profile_id: Id.optional(),
  /** Seat to buyer, before the member directory is asked. */
  seats: z.record(z.string(), Id).optional(),
  seed: z.string().min(1).max(64).optional(),
});
export type OpenRtbBody = z.output<typeof OpenRtbBody>;

/** One auction an impression, in the order of the request. */
export interface OpenRtbAnswer {
  readonly auctions: readonly unknown[];
  /** Bids that name no impression of the request, each with its reason. */
  readonly stray_bids: readonly unknown[];
}
