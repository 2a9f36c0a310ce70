import type { AuctionRequest, Impression } from '@auction-tiers/tier-engine';
import type { z } from 'zod';
import { quote } from '../error/issue.ts';
import { auction } from './field.ts';

/** The body of `POST /auction`. Parsed, its prices are micros and its fees parts per million. */
export const AuctionBody = auction.schema.superRefine(
  (body: Unchecked, context) => {
    if (isAbsent(body.ym_profile_id) === isAbsent(body.publisher_id)) {
      const message = 'must be given, or else publisher_id, and not both';
      context.addIssue({ code: 'custom', path: ['ym_profile_id'], message, input: body.ym_profile_id });
    }
    refuseRepeatedIds(body.bids, context);
  },
  // The rules above also run when an attribute is invalid, so that all problems of a body are reported at once.
  { when: ({ value }) => typeof value === 'object' && value !== null },
);
export type AuctionBody = z.output<typeof AuctionBody>;

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** A body of which any attribute may be wrong. */
interface Unchecked {
  readonly ym_profile_id?: unknown;
  readonly publisher_id?: unknown;
  readonly bids?: unknown;
}

function refuseRepeatedIds(bids: unknown, context: z.core.$RefinementCtx): void {
  if (!Array.isArray(bids)) return;
  const places = new Map<unknown, number>();
  for (const [index, bid] of bids.entries()) {
    const id: unknown = (bid as { readonly id?: unknown } | null)?.id;
    const first = places.get(id);
    if (typeof id !== 'string') continue;
    if (first === undefined) places.set(id, index);
    else {
      const message = `is ${quote(id)}, which bids.${first} has already: ids are unique in a request`;
      context.addIssue({ code: 'custom', path: ['bids', index, 'id'], message, input: id });
    }
  }
}

/** Values for attributes that a body leaves out. */
export interface AuctionDefaults {
  readonly seed: string;
  /** Moment of arrival, milliseconds since the epoch. */
  readonly timeMs: number;
  /** The seller's fee, parts per million. */
  readonly feePpm: number;
}

/** A parsed body as the engine takes it. */
export function toAuctionRequest(body: AuctionBody, defaults: AuctionDefaults): AuctionRequest {
  const {
    auctionType = 1,
    bidFloorMicros = 0,
    feePpm,
    seed,
    impression,
    bids,
    quantityMicros,
  } = auction.toEngine(body);
  const { timeMs = defaults.timeMs, ...attributes } = impression ?? {};
  return {
    auctionType,
    bidFloorMicros,
    feePpm: feePpm ?? defaults.feePpm,
    seed: seed ?? defaults.seed,
    timeMs,
    impression: attributes satisfies Impression,
    bids,
    ...(quantityMicros !== undefined && { quantityMicros }),
  };
}

/** An auction as a body with fee, seed and time, so that its answer depends only on the tiers. */
export function toAuctionBody(request: AuctionRequest, ymProfileId: number): Readonly<Record<string, unknown>> {
  const { timeMs, impression, ...terms } = request;
  return auction.toWire({ ...terms, ymProfileId, impression: { ...impression, timeMs } });
}
