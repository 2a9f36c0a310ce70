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
  type OpenRtbAnswer,
  type OpenRtbBody,
  ServiceError,
  toAuctionAnswer,
  toAuctionRequest,
  toExplainedAuction,
  toServiceError,
} from '@auction-tiers/contract';
import { type AuctionResult, explainAuction, runAuction } from '@auction-tiers/tier-engine';
import { randomId } from '../../auth/secret.ts';
import type { Deps } from '../request/deps.ts';
import { runOpenRtb } from './openrtb.ts';
import { resolveYmProfile } from './resolve.ts';

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
   * Runs an auction that was parsed from bytes, and gives the revision of the snapshot that decided it. Throws a
   * ServiceError where the caller has no such ym-profile.
   */
  runParsed(call: Pick<CallContext, 'caller'>, parsed: ParsedAuction): { result: AuctionResult; revision: string };
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
    runParsed(call, parsed) {
      const { ymProfileId: ym_profile_id, publisherId: publisher_id } = parsed;
      const { tierSet, feePpm, revision } = resolveYmProfile(deps, call, { ym_profile_id, publisher_id });
      const request = toRequest(parsed, { feePpm, timeMs: parsed.timeMs ?? Date.now(), seed: randomId });
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
