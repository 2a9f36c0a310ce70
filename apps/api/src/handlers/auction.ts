import { randomUUID } from 'node:crypto';
import { type ParsedAuction, toRequest } from '@auction-tiers/auction-codec';
import {
  type AuctionAnswer,
  AuctionBody,
  type BatchAnswer,
  type BatchError,
  type CallContext,
  errorCatalogue,
  type ExplainedAuction,
  type Handlers,
  invalid,
  type Member,
  type OpenRtbAnswer,
  type OpenRtbBody,
  ServiceError,
  toAuctionAnswer,
  toAuctionRequest,
  toExplainedAuction,
  toServiceError,
  type YmProfile,
} from '@auction-tiers/contract';
import { findCountryByCode } from '@auction-tiers/dma-data';
import { type Directory, toAnswerStrayBid, toAuctions, toOpenRtbAnswer } from '@auction-tiers/openrtb';
import { type AuctionResult, explainAuction, runAuction, type TierSet, toFeePpm } from '@auction-tiers/tier-engine';
import type { BuyerNames } from '../mirror/mirror.ts';
import type { Deps } from './request/deps.ts';
import { notFound } from './request/refusal.ts';

/** Verdicts (bids times tiers) that one explanation may hold; it is for people, and each verdict is an object. */
const maxVerdicts = 200_000;

/** Auctions are decided in memory: none of these waits for anything. */
export interface AuctionHandlers extends Readonly<Record<keyof Handlers['auction'], unknown>> {
  run(call: CallContext, body: AuctionBody): AuctionAnswer;
  explain(call: CallContext, body: AuctionBody): ExplainedAuction;
  /** Bodies are parsed one by one, so that an invalid one does not fail the others. */
  runMany(call: CallContext, batch: { readonly auctions: readonly unknown[] }): { auctions: BatchAnswer[] };
  openrtb(call: CallContext, body: OpenRtbBody): OpenRtbAnswer;
  /**
   * Runs an auction that was parsed from bytes, and gives the revision of the snapshot that decided it. `createSeed` gives
   * the seed of an auction that has none. Throws a ServiceError where the caller has no such ym-profile.
   */
  runParsed(
    call: Pick<CallContext, 'caller'>,
    parsed: ParsedAuction,
    createSeed: () => string,
  ): { result: AuctionResult; revision: string };
}

export function auctionHandlers(deps: Deps): AuctionHandlers {
  const run = (call: CallContext, body: AuctionBody) => {
    const { tierSet, feePpm, revision } = resolveYmProfile(deps, call, body);
    const result = runAuction(tierSet, toAuctionRequest(body, { seed: randomUUID(), timeMs: Date.now(), feePpm }));
    return { ...toAuctionAnswer(result), revision };
  };
  return {
    run,
    explain(call, body) {
      const { tierSet, feePpm, revision } = resolveYmProfile(deps, call, body);
      const verdicts = tierSet.tiers.length * body.bids.length;
      if (verdicts > maxVerdicts) {
        const message = `explaining ${body.bids.length} bids against ${tierSet.tiers.length} tiers gives ${verdicts} verdicts, allowed: ${maxVerdicts}; send fewer bids`;
        throw new ServiceError('too_large', message);
      }
      const request = toAuctionRequest(body, { seed: randomUUID(), timeMs: Date.now(), feePpm });
      return { ...toExplainedAuction(explainAuction(tierSet, request)), revision };
    },
    runMany: (call, { auctions }) => ({
      auctions: auctions.map((body) => {
        try {
          return run(call, AuctionBody.parse(body));
        } catch (error) {
          return toBatchError(error);
        }
      }),
    }),
    openrtb: (call, body) => runOpenRtb(deps, call, body),
    runParsed(call, parsed, createSeed) {
      const { ymProfileId: ym_profile_id, publisherId: publisher_id } = parsed;
      const { tierSet, feePpm, revision } = resolveYmProfile(deps, call, { ym_profile_id, publisher_id });
      const request = toRequest(parsed, { feePpm, timeMs: parsed.timeMs ?? Date.now(), seed: createSeed });
      return { result: runAuction(tierSet, request), revision };
    },
  };
}

/** The error of an auction that could not be run, as its answer in a batch. Throws an unexpected one again. */
export function toBatchError(thrown: unknown): BatchError {
  const error = toServiceError(thrown);
  if (error.kind === 'unknown') throw thrown;
  const { errorId, errorCode } = errorCatalogue[error.kind];
  return { error: { error_id: errorId, error_code: errorCode, error: error.message, issues: error.issues } };
}

/** Runs the auctions of a bid request: one per impression. */
function runOpenRtb(deps: Deps, call: CallContext, body: OpenRtbBody): OpenRtbAnswer {
  const input = { bidRequest: body.bid_request, bidResponses: body.bid_responses };
  const { ym_profile_id, seats, seed, time } = body;
  const timeMs = typeof time === 'string' ? Date.parse(time) : Date.now();
  const defaults = { feePpm: 0, seed: seed ?? randomUUID(), timeMs };
  const mapped = toAuctions(input, toDirectory(deps.buyerNames, seats ?? {}), defaults);
  if (!mapped.ok) throw invalid(mapped.issues);
  const publisher_id = typeof ym_profile_id === 'number' ? undefined : mapped.publisherId;
  if (typeof ym_profile_id !== 'number' && publisher_id === undefined) {
    const message = 'is not given, and bid_request names no publisher by number: give one of them';
    throw invalid([{ path: 'ym_profile_id', message }]);
  }
  const { tierSet, feePpm, revision } = resolveYmProfile(deps, call, { ym_profile_id, publisher_id });
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

/** The tiers that an auction is decided by. */
interface Resolved {
  readonly tierSet: TierSet;
  readonly feePpm: number;
  /** Of the snapshot that was used. */
  readonly revision: string;
}

/**
 * Finds the ym-profile that a request names, by id or by publisher, in the mirror. A seller has only its own; an
 * administrator has all, by id.
 */
function resolveYmProfile(
  { mirror, publishers, follower, tierSets }: Pick<Deps, 'mirror' | 'publishers' | 'follower' | 'tierSets'>,
  call: Pick<CallContext, 'caller'>,
  { ym_profile_id, publisher_id }: Pick<AuctionBody, 'ym_profile_id' | 'publisher_id'>,
): Resolved {
  const ymProfile =
    typeof ym_profile_id === 'number'
      ? byId(mirror, call, ym_profile_id)
      : byPublisher({ mirror, publishers }, call, publisher_id ?? undefined);
  const member = mirror.row('member', ymProfile.member_id, ymProfile.member_id) as Member | undefined;
  const { tierSet, revision } = tierSets.get(ymProfile.id);
  return {
    tierSet,
    feePpm: toFeePpm(member?.revenue_share_pct ?? 0),
    revision: revision ?? follower.revisionOf(ymProfile.member_id),
  };
}

function byId(mirror: Deps['mirror'], { caller }: Pick<CallContext, 'caller'>, id: number): YmProfile {
  const owner = caller.memberId ?? mirror.ownerOf('ym-profile', id);
  const found = owner === undefined ? undefined : mirror.row('ym-profile', owner, id);
  if (found === undefined) throw notFound('ym-profile', id, 'ym_profile_id');
  return found as YmProfile;
}

function byPublisher(
  { mirror, publishers }: Pick<Deps, 'mirror' | 'publishers'>,
  { caller }: Pick<CallContext, 'caller'>,
  publisherId: number | undefined,
): YmProfile {
  const { memberId } = caller;
  const id = memberId === null || publisherId === undefined ? undefined : publishers.find(memberId, publisherId);
  const found = id === undefined ? undefined : mirror.row('ym-profile', memberId, id);
  if (found !== undefined) return found as YmProfile;
  const message = `is ${publisherId ?? 'not given'}, but none of your ym-profiles lists it in publisher_ids`;
  throw new ServiceError('not_found', `publisher_id ${message}`, { issues: [{ path: 'publisher_id', message }] });
}
