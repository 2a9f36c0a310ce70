import { z } from 'zod';
import { quote } from '../error/issue.ts';
import { feePpm, priceMicros } from '../engine/price.ts';
import { deviceTypes, supplyTypes } from '../engine/vocabulary.ts';
import { Id } from '../resource/value.ts';

/** Entries that one list of an impression may hold. */
const maxValues = 1000;
const text = z.string().max(1000);

const Moment = z.iso.datetime({ offset: true });

/** The answer repeats the moment in UTC, so that has to be one that this takes again. */
function isMoment(moment: string): boolean {
  const timeMs = Date.parse(moment);
  return Moment.safeParse(moment).success && !Number.isNaN(timeMs) && /^\d{4}-/.test(new Date(timeMs).toISOString());
}

const momentIssue = ({ input }: { readonly input?: unknown }) =>
  `is ${quote(input)}, allowed: a moment of the years 0000 to 9999 with its offset such as 2026-11-21T08:00:00Z`;

export const ImpressionBody = z.strictObject({
  country: text.optional(),
  region: text.optional(),
  city: text.optional(),
  dma: z.int().min(0).optional(),
  sizes: z
    .array(z.strictObject({ width: z.int().min(0), height: z.int().min(0) }))
    .max(maxValues)
    .optional(),
  publisher_id: Id.optional(),
  site_id: Id.optional(),
  placement_id: Id.optional(),
  domain: text.optional(),
  device_type: z.enum(deviceTypes).optional(),
  operating_system_family: text.optional(),
  browser: text.optional(),
  language: text.optional(),
  supply_type: z.enum(supplyTypes).optional(),
  content_categories: z.array(text).max(maxValues).optional(),
  segments: z.array(Id).max(maxValues).optional(),
  key_values: z
    .unknown()
    .transform((value, context) => keyValues(value, context))
    .optional(),
  time: z.string({ error: momentIssue }).refine(isMoment, { error: momentIssue }).optional(),
});

export const BidBody = z.strictObject({
  id: z.string().min(1).max(255),
  member_id: Id.nullable(),
  price: priceMicros(),
  revenue_share_pct: feePpm().optional(),
});

/** The body of `POST /auction`. Parsed, its prices are micros and its fees parts per million. */
export const AuctionBody = z
  .strictObject({
    ym_profile_id: Id.optional(),
    publisher_id: Id.optional(),
    auction_type: z.literal([1, 2]).optional(),
    bid_floor: priceMicros().optional(),
    revenue_share_pct: feePpm().optional(),
    seed: z.string().min(1).max(64).optional(),
    impression: ImpressionBody.optional(),
    bids: z.array(BidBody).max(1000),
  })
  .superRefine(
    (body: Unchecked, context) => {
      if ((body.ym_profile_id === undefined) === (body.publisher_id === undefined)) {
        const message = 'must be given, or else publisher_id, and not both';
        context.addIssue({ code: 'custom', path: ['ym_profile_id'], message, input: body.ym_profile_id });
      }
      refuseRepeatedIds(body.bids, context);
    },
    // All problems of a body are told at once: these too when a field of it is wrong.
    { when: ({ value }) => typeof value === 'object' && value !== null },
  );
export type AuctionBody = z.output<typeof AuctionBody>;

/** A body of which any field may be wrong. */
interface Unchecked {
  readonly ym_profile_id?: unknown;
  readonly publisher_id?: unknown;
  readonly bids?: unknown;
}

function refuseRepeatedIds(bids: unknown, context: z.core.$RefinementCtx): void {
  if (!Array.isArray(bids)) return;
  const places = new Map<unknown, number>();
  for (const [place, bid] of bids.entries()) {
    const id: unknown = (bid as { readonly id?: unknown } | null)?.id;
    const first = places.get(id);
    if (typeof id !== 'string') continue;
    if (first === undefined) places.set(id, place);
    else {
      const message = `is ${quote(id)}, which bids.${first} has already: ids are unique in a request`;
      context.addIssue({ code: 'custom', path: ['bids', place, 'id'], message, input: id });
    }
  }
}

/** Keys are the caller's own words, `__proto__` among them, so they are read into a Map. */
function keyValues(value: unknown, context: z.core.$RefinementCtx): ReadonlyMap<string, readonly string[]> {
  const parsed = new Map<string, readonly string[]>();
  const refuse = (path: string[], message: string, input: unknown) =>
    context.addIssue({ code: 'custom', path, message, input });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    refuse([], `is ${quote(value)}, allowed: an object of arrays of text such as {"section":["sports"]}`, value);
    return parsed;
  }
  const entries = Object.entries(value);
  if (entries.length > maxValues) refuse([], `has ${entries.length} keys, allowed: at most ${maxValues}`, value);
  for (const [key, values] of entries) {
    if (Array.isArray(values) && values.length <= maxValues && values.every((one) => typeof one === 'string')) {
      parsed.set(key, values);
    } else refuse([key], `is ${quote(values)}, allowed: an array of at most ${maxValues} texts`, values);
  }
  return parsed;
}
