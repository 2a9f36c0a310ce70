import { AuctionBody, issuesOf, toAuctionRequest } from '@auction-tiers/contract';
import { findCountryByCode } from '@auction-tiers/dma-data';
import type { Directory, SeatDirectory } from '@auction-tiers/openrtb';
import { toAuctions } from '@auction-tiers/openrtb';
import type { AuctionRequest } from '@auction-tiers/tier-engine';
import type { LineFormat } from '../generate/generate.ts';
import { describeIssues } from '../issue-text.ts';

/** What a line of a log holds, or why it cannot be used. */
export type LogLine =
  | {
      readonly ok: true;
      readonly format: LineFormat;
      readonly auctions: readonly AuctionRequest[];
      /** Bids of OpenRTB that cannot take part: on an unknown impression, without a usable price, ... */
      readonly invalidBidCount: number;
      /** Oddities of OpenRTB that were passed over, such as a floor that is no number. */
      readonly warningCount: number;
    }
  | { readonly ok: false; readonly problem: string };

/** What a log does not say. */
export interface LogDefaults {
  /** Parts per million. */
  readonly feePpm: number;
  readonly memberOfSeat: SeatDirectory;
}

/** The moment of auctions that name none: a replay must give the same report tomorrow. */
export const defaultTimeMs = Date.UTC(2026, 0, 1, 12);

/** An own line may lack its ym-profile, since the replay names one: this stands in for it. */
const anyYmProfileId = 1;

export type LogReader = (text: string, lineNumber: number) => LogLine;

/**
 * Reads lines of our own form (the body of `POST /auction`) and of OpenRTB, told apart by content. An auction without a
 * seed has the one of its line, `line-7`; one without a time is at noon of 2026-01-01, UTC.
 */
export function createLogReader({ feePpm, memberOfSeat }: LogDefaults): LogReader {
  const directory: Directory = { memberOfSeat, countryFromAlpha3: (alpha3) => findCountryByCode(alpha3)?.code };
  return (text, lineNumber) => {
    const value = parseObject(text);
    const defaults = { feePpm, seed: `line-${lineNumber}`, timeMs: defaultTimeMs };
    if (value === undefined) return { ok: false, problem: 'is not a JSON object' };
    if ('bid_request' in value) return readOpenRtb(value, directory, defaults);
    if ('bids' in value) return readOwn(value, defaults);
    return { ok: false, problem: 'has neither bids (the body of POST /auction) nor a bid_request (OpenRTB)' };
  };
}

type Defaults = Parameters<typeof toAuctionRequest>[1];

function readOwn(value: object, defaults: Defaults): LogLine {
  const body = AuctionBody.safeParse({ ...value, ym_profile_id: anyYmProfileId, publisher_id: undefined });
  if (!body.success) return { ok: false, problem: describeIssues(issuesOf(body.error)) };
  const auctions = [toAuctionRequest(body.data, defaults)];
  return { ok: true, format: 'own', auctions, invalidBidCount: 0, warningCount: 0 };
}

function readOpenRtb(value: Record<string, unknown>, directory: Directory, defaults: Defaults): LogLine {
  const { bid_request: bidRequest, bid_responses: bidResponses } = value;
  const mapped = toAuctions({ bidRequest, bidResponses }, directory, defaults);
  if (!mapped.ok) return { ok: false, problem: describeIssues(mapped.issues) };
  const { auctions, strayBids, warnings } = mapped;
  const invalidBidCount = auctions.flatMap(({ bids }) => bids.filter(({ invalid }) => invalid !== undefined)).length;
  return {
    ok: true,
    format: 'openrtb',
    auctions: auctions.map(({ request }) => request),
    invalidBidCount: invalidBidCount + strayBids.length,
    warningCount: warnings.length,
  };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
