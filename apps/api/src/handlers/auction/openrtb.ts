import { randomUUID } from 'node:crypto';
import { type CallContext, invalid, type OpenRtbAnswer, type OpenRtbBody } from '@auction-tiers/contract';
import { findCountryByCode } from '@auction-tiers/dma-data';
import { type Directory, toAnswerStrayBid, toAuctions, toOpenRtbAnswer } from '@auction-tiers/openrtb';
import { runAuction } from '@auction-tiers/tier-engine';
import type { Deps } from '../request/deps.ts';
import type { BuyerNames } from '../../mirror/buyer-names.ts';
import { resolveYmProfile } from './resolve.ts';

/** Runs the auctions of a bid request: one an impression. */
export function runOpenRtb(deps: Deps, call: CallContext, body: OpenRtbBody): OpenRtbAnswer {
  const input = { bidRequest: body.bid_request, bidResponses: body.bid_responses };
  const defaults = { feePpm: 0, seed: body.seed ?? randomUUID(), timeMs: Date.now() };
  const mapped = toAuctions(input, toDirectory(deps.buyerNames, body.seats ?? {}), defaults);
  if (!mapped.ok) throw invalid(mapped.issues);
  if (body.ym_profile_id === undefined && mapped.publisherId === undefined) {
    const message = 'is not given, and bid_request names no publisher by number: give one of them';
    throw invalid([{ path: 'ym_profile_id', message }]);
  }
  const { tierSet, feePpm, revision } = resolveYmProfile(deps, call, {
    ym_profile_id: body.ym_profile_id,
    publisher_id: body.ym_profile_id === undefined ? mapped.publisherId : undefined,
  });
  for (const { path, message } of mapped.warnings) call.warn(`${path} ${message}`);
  return {
    auctions: mapped.auctions.map((auction) => ({
      ...toOpenRtbAnswer(auction, runAuction(tierSet, { ...auction.request, feePpm })),
      revision,
    })),
    stray_bids: mapped.strayBids.map(toAnswerStrayBid),
  };
}

/** A seat is mapped by the call, or is a buyer's id, or its name in the directory. */
function toDirectory(buyerNames: BuyerNames, seats: Readonly<Record<string, number>>): Directory {
  return {
    memberOfSeat: (seat) => {
      if (Object.hasOwn(seats, seat)) return seats[seat] ?? null;
      const id = /^[1-9]\d{0,15}$/.test(seat) ? Number(seat) : Number.NaN;
      return Number.isSafeInteger(id) ? id : buyerNames.find(seat);
    },
    countryFromAlpha3: (alpha3) => findCountryByCode(alpha3)?.code,
  };
}
