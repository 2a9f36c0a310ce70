import { AuctionBody, type Issue, issuesOf, toAuctionRequest } from '@auction-tiers/contract';
import { type AuctionExplanation, type AuctionRequest, explainAuction, type TierSet } from '@auction-tiers/tier-engine';

/** The body of `POST /auction` as JSON, of which any attribute may be wrong. */
export type Body = Readonly<Record<string, unknown>>;

/** Values for what the body does not name. */
export interface Defaults {
  readonly seed: string;
  /** Milliseconds since the epoch. */
  readonly timeMs: number;
  /** The seller's fee, parts per million. */
  readonly feePpm: number;
}

export interface Explained {
  readonly ok: true;
  readonly request: AuctionRequest;
  readonly explanation: AuctionExplanation;
}
export type BodyAnswer = Explained | { readonly ok: false; readonly problems: readonly Issue[] };

/** Verdicts (bids times tiers) that `POST /auction/explain` gives at most. */
const mostVerdicts = 200_000;

/** Decides an auction in the page, as `POST /auction/explain` does, or says what is wrong with its body and where. */
export function explainBody(body: Body, tierSet: TierSet, defaults: Defaults): BodyAnswer {
  const parsed = AuctionBody.safeParse(body);
  if (!parsed.success) return { ok: false, problems: issuesOf(parsed.error) };
  const request = toAuctionRequest(parsed.data, defaults);
  const verdicts = request.bids.length * tierSet.tiers.length;
  if (verdicts > mostVerdicts) {
    const message = `are ${request.bids.length}, which ${tierSet.tiers.length} tiers give ${verdicts} verdicts on, allowed: ${mostVerdicts}; leave some out`;
    return { ok: false, problems: [{ path: 'bids', message }] };
  }
  return { ok: true, request, explanation: explainAuction(tierSet, request) };
}
