import { compile, runAuction } from '@auction-tiers/tier-engine';
import type { Directory, OpenRtbAuction, ToAuctionsResult } from '@auction-tiers/openrtb';
import { toAuctions } from '@auction-tiers/openrtb';

/** Seats are `m12` for member 12; every other seat is unknown. Two countries are enough. */
export const directory: Directory = {
  memberOfSeat: (seat) => (/^m\d+$/.test(seat) ? Number(seat.slice(1)) : null),
  countryFromAlpha3: (alpha3) =>
    new Map([
      ['USA', 'US'],
      ['GBR', 'GB'],
    ]).get(alpha3),
};

export const defaults = { feePpm: 150_000, seed: 's', timeMs: Date.UTC(2026, 10, 21, 8) };

export type Mapped = Extract<ToAuctionsResult, { ok: true }>;

/** Maps what is expected to be possible. */
export function map(
  bidRequest: unknown,
  bidResponses: unknown = [],
  given: Parameters<typeof toAuctions>[2] = defaults,
): Mapped {
  const result = toAuctions({ bidRequest, bidResponses }, directory, given);
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result;
}

/** The one auction of a request with one impression. */
export function mapOne(bidRequest: unknown, bidResponses: unknown = []): OpenRtbAuction {
  return map(bidRequest, bidResponses).auctions[0]!;
}

export function emptyTierSet() {
  const compiled = compile({ ymProfileId: 42, revision: 'r1', tiers: [], profiles: [] });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.issues));
  return compiled.tierSet;
}

const tierSet = emptyTierSet();

/** The index of the bid that wins an auction without tiers; -1: none. */
export const winnerOf = async ({ request }: OpenRtbAuction): Promise<number> =>
  Number(runAuction(tierSet, request).winner?.bidId ?? -1);

/** Bids without their places in what was sent, which a test of its own is about. */
export const placeless = (bids: readonly object[]): object[] =>
  bids.map((bid) => {
    const { responseIndex: _response, bidIndex: _bid, response_index: _sent, bid_index: _at, ...rest } = bid as Places;
    return rest;
  });

type Places = Readonly<Record<'responseIndex' | 'bidIndex' | 'response_index' | 'bid_index', unknown>>;
