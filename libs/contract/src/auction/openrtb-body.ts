import { z } from 'zod';
import { recordOf } from '../value/record.ts';
import { Id } from '../value/scalar.ts';
import { quote } from '../error/issue.ts';
import { auctionFields, impressionFields } from './field.ts';
import { maxEntries } from './kind.ts';

const object = z.record(z.string(), z.unknown());

/**
 * The bounds of a bid request with its responses: impressions as auctions in a batch, bids per impression as bids in an
 * auction, and totals of bids, seats, and values that targeting reads.
 */
export const openRtbBounds = {
  impressions: 1000,
  bidsPerImpression: maxEntries,
  bids: 10_000,
  seats: 10_000,
  values: 10_000,
} as const;

/** The body of `POST /openrtb2/auction`, and what its query may add. Requests are read as far as the mapping goes. */
export const OpenRtbBody = z
  .strictObject({
    bid_request: object.meta({
      description: `OpenRTB 2.6, with at most ${openRtbBounds.impressions} impressions, and at most ${openRtbBounds.values} formats, categories, keywords, segments and brands of browsers together`,
    }),
    bid_responses: z
      .array(object.nullable())
      .max(1000)
      .nullish()
      .meta({
        description: `OpenRTB 2.6, in the order that \`response_index\` counts; null: a response without bids. Together at most ${openRtbBounds.bids} bids, ${openRtbBounds.bidsPerImpression} per impression, of at most ${openRtbBounds.seats} seats`,
      }),
    ym_profile_id: Id.nullish().meta({ description: "Overrides the ym-profile of the request's publisher" }),
    seats: recordOf(z.string(), Id)
      .nullish()
      .meta({ description: 'Buyer ids by seat, used before the id and the name that a seat may be' }),
    seed: auctionFields.seed.kind.schema
      .nullish()
      .meta({ description: "Base of the seed of each impression's auction" }),
    time: impressionFields.time.kind.schema
      .nullish()
      .meta({ description: 'Moment of the impressions; default: of arrival. The answer repeats it, in UTC' }),
  })
  .superRefine(({ bid_request, bid_responses }, context) => {
    const refuse = (path: readonly string[], message: string) =>
      context.addIssue({ code: 'custom', path: [...path], message });
    const { imp } = bid_request;
    if (Array.isArray(imp) && imp.length > openRtbBounds.impressions) {
      refuse(['bid_request', 'imp'], `has ${imp.length} impressions, allowed: at most ${openRtbBounds.impressions}`);
    }
    const values = countValues(bid_request);
    if (values > openRtbBounds.values) {
      const what = 'formats, categories, keywords, segments and brands of browsers together';
      refuse(['bid_request'], `has ${values} ${what}, allowed: at most ${openRtbBounds.values}`);
    }
    const problem = tooManyBids(bid_responses ?? []);
    if (problem !== undefined) refuse(['bid_responses'], problem);
  });
export type OpenRtbBody = z.output<typeof OpenRtbBody>;

/** The problem with the number of bids of all responses, whose parts may have any shape; undefined: none. */
function tooManyBids(responses: readonly ({ readonly seatbid?: unknown } | null)[]): string | undefined {
  const seats = responses.flatMap((response) => toList(response?.seatbid));
  if (seats.length > openRtbBounds.seats)
    return `have ${seats.length} seats together, allowed: at most ${openRtbBounds.seats}`;
  const bids = seats.flatMap((seat) => toList((seat as { readonly bid?: unknown } | null)?.bid));
  if (bids.length > openRtbBounds.bids)
    return `have ${bids.length} bids together, allowed: at most ${openRtbBounds.bids}`;
  if (bids.length <= openRtbBounds.bidsPerImpression) return undefined;
  const bidsOf = Map.groupBy(bids, (bid) => (bid as { readonly impid?: unknown } | null)?.impid);
  for (const [impId, { length }] of bidsOf) {
    if (typeof impId === 'string' && length > openRtbBounds.bidsPerImpression)
      return `have ${length} bids on impression ${quote(impId)}, allowed: at most ${openRtbBounds.bidsPerImpression}`;
  }
  return undefined;
}

/** The number of values of a request that targeting reads, and of the objects around them. Parts may have any shape. */
function countValues({ site, app, dooh, user, device, imp }: Record<string, unknown>): number {
  const inventories = [site, app, dooh].map(toObject);
  const described = [...inventories, ...inventories.map(({ content }) => toObject(content)), toObject(user)];
  const data = toList(toObject(user)['data']);
  const lists = [
    data,
    ...data.map((provider) => toObject(provider)['segment']),
    ...described.flatMap(({ cat, sectioncat, pagecat, kwarray }) => [cat, sectioncat, pagecat, kwarray]),
    toObject(toObject(device)['sua'])['browsers'],
    ...toList(imp).map((one) => toObject(toObject(one)['banner'])['format']),
  ];
  const listed = lists.reduce((sum: number, list) => sum + toList(list).length, 0);
  return described.reduce((sum, { keywords }) => sum + countKeywords(keywords), listed);
}

const countKeywords = (keywords: unknown): number => (typeof keywords === 'string' ? keywords.split(',').length : 0);

const toObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** One auction for each impression, in the order of the request. */
export interface OpenRtbAnswer {
  readonly auctions: readonly unknown[];
  /** Bids that name no impression of the request, each with its reason. */
  readonly stray_bids: readonly unknown[];
}
