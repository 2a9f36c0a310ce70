import { z } from 'zod';
import { Id } from '../value/scalar.ts';
import { auctionFields, impressionFields } from './field.ts';

const object = z.record(z.string(), z.unknown());

/** The body of `POST /openrtb2/auction`, and what its query may add. Requests are read as far as the mapping goes. */
export const OpenRtbBody = z.strictObject({
  bid_request: object.meta({ description: 'OpenRTB 2.6' }),
  bid_responses: z.array(object.nullable()).max(1000).nullish().meta({
    description: 'OpenRTB 2.6, in the order that decides a place in the answer; null is a response without bids',
  }),
  ym_profile_id: Id.nullish().meta({ description: "Overrides the ym-profile of the request's publisher" }),
  seats: z
    .record(z.string(), Id)
    .nullish()
    .meta({ description: 'Seat to buyer, before the member directory is asked' }),
  seed: auctionFields.seed.kind.schema
    .nullish()
    .meta({ description: "The seed of each impression's auction is made from it" }),
  time: impressionFields.time.kind.schema
    .nullish()
    .meta({ description: 'Moment of the impressions; default: of arrival. The answer repeats it, in UTC' }),
});
export type OpenRtbBody = z.output<typeof OpenRtbBody>;

/** One auction for each impression, in the order of the request. */
export interface OpenRtbAnswer {
  readonly auctions: readonly unknown[];
  /** Bids that name no impression of the request, each with its reason. */
  readonly stray_bids: readonly unknown[];
}
