import { AuctionBody, issuesOf, toAuctionRequest } from '@auction-tiers/contract';
import { findCountryByCode } from '@auction-tiers/dma-data';
import type { Directory, OpenRtbAuction } from '@auction-tiers/openrtb';
import { toAuctions } from '@auction-tiers/openrtb';
import type { AuctionRequest } from '@auction-tiers/tier-engine';
import { describeIssues } from '../../cli/failure.ts';
import type { SeatBook } from '../auction/seat-book.ts';
import { withMembers } from '../auction/seat-book.ts';

/** Values for what a line does not have. */
export interface LineDefaults {
  /** Fee of bids that name none, parts per million. */
  readonly feePpm: number;
  /** Moment of impressions that name none, milliseconds since the epoch. */
  readonly timeMs: number;
  /** Makes the seed of an auction that names none. */
  readonly seed: () => string;
}

/** The auctions of a line of JSON, or why it cannot be used. */
export type JsonLine =
  | {
      readonly ok: true;
      readonly kind: 'own';
      readonly requests: readonly AuctionRequest[];
      readonly namesFee: boolean;
    }
  | {
      readonly ok: true;
      readonly kind: 'openrtb';
      /** One per impression. */
      readonly requests: readonly AuctionRequest[];
      /** Bids that cannot take part: on an unknown impression, without a usable price, ... */
      readonly invalidBidCount: number;
      /** Fields that were ignored, such as a floor that is not a number. */
      readonly warningCount: number;
      /** The seat of each bid of an unknown buyer; such a bid takes part untiered. */
      readonly unmappedSeats: readonly string[];
    }
  | { readonly ok: false; readonly problem: string };

/** Auction bodies in a log may lack the ym-profile, because the replay names it. This value passes validation. */
const anyYmProfileId = 1;
const longestSeed = 64;

/** Reads a line with an auction body (as for `POST /auction`) or OpenRTB; the content tells which. */
export function readJsonLine(text: string, seats: SeatBook, defaults: LineDefaults): JsonLine {
  const value = parseObject(text);
  if (value === undefined) return { ok: false, problem: 'is not a JSON object' };
  if ('bid_request' in value) return readOpenRtb(value, seats, defaults);
  if ('bids' in value) return readOwn(value, seats, defaults);
  return { ok: false, problem: 'has neither bids (the body of POST /auction) nor a bid_request (OpenRTB)' };
}

function readOwn(value: object, seats: SeatBook, defaults: LineDefaults): JsonLine {
  const body = AuctionBody.safeParse({ ...value, ym_profile_id: anyYmProfileId, publisher_id: undefined });
  if (!body.success) return { ok: false, problem: describeIssues(issuesOf(body.error)) };
  const seed = body.data.seed ?? defaults.seed();
  const request = toAuctionRequest(body.data, { ...defaults, seed });
  const namesFee = typeof body.data.revenue_share_pct === 'number';
  return { ok: true, kind: 'own', requests: [withMembers(request, seats)], namesFee };
}

function readOpenRtb(value: Record<string, unknown>, seats: SeatBook, defaults: LineDefaults): JsonLine {
  const { bid_request: bidRequest, bid_responses: bidResponses } = value;
  const directory: Directory = {
    memberOfSeat: seats.memberOfSeat,
    countryFromAlpha3: (alpha3) => findCountryByCode(alpha3)?.code,
  };
  const requestId = idOf(bidRequest);
  const seed = requestId ?? defaults.seed();
  const mapped = toAuctions({ bidRequest, bidResponses }, directory, { ...defaults, seed });
  if (!mapped.ok) return { ok: false, problem: describeIssues(mapped.issues) };
  const { auctions, strayBids, warnings } = mapped;
  const bids = auctions.flatMap((auction) => auction.bids);
  const unmapped = bids.filter(({ seat, memberId, invalid }) => invalid === undefined && memberId === null && seat);
  return {
    ok: true,
    kind: 'openrtb',
    requests: toRequests(auctions, requestId),
    invalidBidCount: bids.filter(({ invalid }) => invalid !== undefined).length + strayBids.length,
    warningCount: warnings.length,
    unmappedSeats: unmapped.map(({ seat }) => seat ?? ''),
  };
}

/** The seed of a request with one impression is its id, without the place of the impression. */
function toRequests(auctions: readonly OpenRtbAuction[], requestId: string | undefined): AuctionRequest[] {
  const requests = auctions.map(({ request }) => request);
  const [only, ...others] = requests;
  return only === undefined || requestId === undefined || others.length > 0 ? requests : [{ ...only, seed: requestId }];
}

/** The id of a bid request, if it can be a seed. */
function idOf(bidRequest: unknown): string | undefined {
  const { id }: { id?: unknown } = typeof bidRequest === 'object' && bidRequest !== null ? bidRequest : {};
  return typeof id === 'string' && id.length >= 1 && id.length <= longestSeed ? id : undefined;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
