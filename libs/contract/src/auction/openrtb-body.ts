import { z } from 'zod';
import { Id } from '../value/scalar.ts';
import { auctionFields } from './field.ts';

const object = z.record(z.string(), z.unknown());

/** The body of `POST /openrtb2/auction`, and what its query may add. Requests are read as far as the mapping goes. */
export const OpenRtbBody = z.strictObject({
  bid_request: object.meta({ description: 'OpenRTB 2.6' }),
  bid_responses: z
    .array(object)
    .max(1000)
    .default([])
    .meta({ description: 'OpenRTB 2.6, in the order that decides a place in the answer' }),
  ym_profile_id: Id.optional().meta({ description: "Overrides the ym-profile of the request's publisher" }),
  seats: z
    .record(z.string(), Id)
    .optional()
    .meta({ description: 'Seat to buyer, before the member directory is asked' }),
  seed: auctionFields.seed.kind.schema
    .optional()
    .meta({ description: "The seed of each impression's auction is made from it" }),
});
export type OpenRtbBody = z.output<typeof OpenRtbBody>;

/** One auction for each impression, in the order of the request. */
export interface OpenRtbAnswer {
  readonly auctions: readonly unknown[];
  /** Bids that name no impression of the request, each with its reason. */
  readonly stray_bids: readonly unknown[];
}
