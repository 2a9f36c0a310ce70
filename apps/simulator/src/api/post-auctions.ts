import { AuctionAnswer } from '@auction-tiers/contract';
import type { AuctionResult } from '@auction-tiers/tier-engine';
import type { ApiTarget } from './api-target.ts';
import { describeFetchError } from './read-api.ts';

/** What the API answered to one auction: its result, or why there is none. */
export type ApiAnswer =
  | { readonly ok: true; readonly result: AuctionResult }
  | { readonly ok: false; readonly problem: string };

const timeoutMs = 60_000;
const microsPerUnit = 1_000_000;

/** Sends auctions, as bodies in JSON, in one request. Gives an answer for each, in order, whatever happens. */
export async function postBatch(target: ApiTarget, bodies: readonly string[]): Promise<ApiAnswer[]> {
  const answers = await fetchAnswers(target, `{"auctions":[${bodies.join(',')}]}`);
  if (typeof answers === 'string') return bodies.map(() => ({ ok: false, problem: answers }));
  return bodies.map((_, at) => toApiAnswer(answers[at]));
}

/** The list of answers, or why there is none. */
async function fetchAnswers({ url, apiKey }: ApiTarget, body: string): Promise<readonly unknown[] | string> {
  try {
    const response = await fetch(`${url}/auction/batch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body,
      // A redirect could send the auctions and the key to an address that was not checked.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    const { auctions, error } = readEnvelope(text);
    if (Array.isArray(auctions)) return auctions;
    return `HTTP ${response.status}${typeof error === 'string' ? `, ${error}` : ' without auctions'}`;
  } catch (error) {
    return describeFetchError(error);
  }
}

function readEnvelope(text: string): { auctions?: unknown; error?: unknown } {
  try {
    const parsed: { response?: object | null } | null = JSON.parse(text);
    return parsed?.response ?? {};
  } catch {
    return {};
  }
}

function toApiAnswer(answer: unknown): ApiAnswer {
  const auction = AuctionAnswer.safeParse(answer);
  if (auction.success) return { ok: true, result: toResult(auction.data) };
  const { error }: { error?: { error?: unknown } | null } = typeof answer === 'object' && answer !== null ? answer : {};
  const reason = error?.error;
  return { ok: false, problem: typeof reason === 'string' ? `refused, ${reason}` : 'the answer is no auction' };
}

function toResult({ winner, bids, ...answer }: AuctionAnswer): AuctionResult {
  return {
    ymProfileId: answer.ym_profile_id,
    revision: answer.revision,
    seed: answer.seed,
    timeMs: Date.parse(answer.time),
    winner: winner && {
      bidId: winner.bid_id,
      memberId: winner.member_id,
      tierId: winner.tier_id,
      grossMicros: toMicros(winner.price),
      netMicros: toMicros(winner.net_price),
      clearingMicros: toMicros(winner.clearing_price),
    },
    bids: bids.map((bid) => ({
      bidId: bid.bid_id,
      memberId: bid.member_id,
      outcome: bid.outcome,
      tierId: bid.tier_id,
      priority: bid.priority,
      netMicros: toMicros(bid.net_price),
      rank: bid.rank,
    })),
  };
}

/** The number was a whole number of micros before it was divided, so rounding finds it again. */
function toMicros(price: number): number {
  return Math.round(price * microsPerUnit);
}
