import { randomUUID } from 'node:crypto';
import {
  AuctionBody,
  type AuctionHandlers,
  type BatchError,
  type Call,
  errorCatalogue,
  ServiceError,
  toAuctionAnswer,
  toAuctionRequest,
  toExplainedAuction,
  toServiceError,
} from '@auction-tiers/contract';
import { explainAuction, runAuction } from '@auction-tiers/tier-engine';
import type { Deps } from '../request/deps.ts';
import { runOpenRtb } from './openrtb.ts';
import { resolveYmProfile } from './resolve.ts';
import { type SentAuctions, sentAuctions } from './parsed-auctions.ts';

/** Verdicts (bids times tiers) that one explanation may hold; it is for people, and each verdict is an object. */
const maxVerdicts = 200_000;

/** Auctions are decided in memory: none of these waits for anything. */
export function auctionHandlers(deps: Deps): AuctionHandlers & SentAuctions {
  const run = (call: Call, body: AuctionBody) => {
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
    runMany: (call, bodies) =>
      bodies.map((body) => {
        try {
          return run(call, AuctionBody.parse(body));
        } catch (error) {
          return toBatchError(error);
        }
      }),
    openrtb: (call, body) => runOpenRtb(deps, call, body),
    ...sentAuctions(deps),
  };
}

/** An auction that could not be run, in the place of its answer. Only expected errors are answers. */
export function toBatchError(thrown: unknown): BatchError {
  const error = toServiceError(thrown);
  if (error.kind === 'unknown') throw thrown;
  const { errorId, errorCode } = errorCatalogue[error.kind];
  return { error: { error_id: errorId, error_code: errorCode, error: error.message, issues: error.issues } };
}
