import { toAuctionBody } from '@auction-tiers/contract';
import type { ChosenBreakdown } from '@auction-tiers/tally';
import type { AuctionRequest, AuctionResult, BidResult } from '@auction-tiers/tier-engine';
import { microsToNumber, runAuction } from '@auction-tiers/tier-engine';
import type { ApiAnswer } from '../api/post-auctions.ts';
import { postBatch } from '../api/post-auctions.ts';
import type { ApiTarget } from '../api/api-target.ts';
import type { LoggedAuction } from '../log/auction/logged-auction.ts';
import { namesFee, placeOf } from '../log/auction/logged-auction.ts';
import type { LogOrder } from '../log/log-reader.ts';
import { LogReader } from '../log/log-reader.ts';
import type { ApiReport } from '../schema/replay-report.ts';
import { Tally } from '../tally/tally.ts';
import type { LoadedTierSet } from '../tier-set/tier-set-file.ts';
import { Replay, compileNoTiers } from './replay.ts';
import { AuctionTimes } from './timing.ts';

/** The API, and whether it has the fee of auctions that name none, so that it need not be sent. */
export interface ReplayTarget extends ApiTarget {
  readonly isFeeOfApi: boolean;
}

/**
 * Replays a log against an API. `loaded`: tiers to run in this process too; then answers are compared, and the tally is
 * made of this process's decisions. Otherwise the tally is made of the answers.
 */
export async function replayOverApi(
  order: LogOrder,
  loaded: LoadedTierSet | undefined,
  target: ReplayTarget,
  by?: readonly ChosenBreakdown[],
) {
  const here = loaded && new Replay(loaded.tierSet, by);
  const tally = here?.tally ?? new Tally({ by });
  const noTiers = compileNoTiers();
  // An auction that the API loses is left out of both sides of the tally, so that they stay comparable.
  const onAnswer = (request: AuctionRequest, result: AuctionResult) => {
    if (here === undefined) tally.add(request, result, runAuction(noTiers, request));
  };
  const api = new ApiReplay(target, onAnswer);
  const reader = new LogReader(order);
  for await (const batch of reader) {
    for (const auction of batch) {
      const { request } = auction;
      here?.add(auction);
      const ours = loaded && runAuction(loaded.tierSet, request);
      await api.submit({ auction, ours });
    }
  }
  return { tally, api: await api.finish(), input: reader.report(), times: here?.times ?? new AuctionTimes() };
}

/** An auction to send to the API. */
export interface Submission {
  readonly auction: LoggedAuction;
  /** Its result in this process; undefined: not run here. */
  readonly ours: AuctionResult | undefined;
}

export type OnAnswer = (request: AuctionRequest, result: AuctionResult) => void;

/** The limit of the API. */
const mostInBatch = 1000;
/** Every API accepts bodies of 1 MiB. */
const mostCharactersInBatch = 900_000;
const requestsAtOnce = 4;
const shownFindings = 10;

/** Sends auctions in batches, a few requests at a time, and takes the answers in the order of the log. */
export class ApiReplay {
  readonly #target: ReplayTarget;
  readonly #onAnswer: OnAnswer;
  #batch: Submission[] = [];
  #bodies: string[] = [];
  #characters = 0;
  readonly #openRequests: { readonly batch: readonly Submission[]; readonly answers: Promise<ApiAnswer[]> }[] = [];
  #answered = 0;
  #lost = 0;
  #compared = 0;
  #different = 0;
  readonly #losses: string[] = [];
  readonly #differences: string[] = [];

  constructor(target: ReplayTarget, onAnswer: OnAnswer) {
    this.#target = target;
    this.#onAnswer = onAnswer;
  }

  /** Takes an auction; waits while enough requests are open. */
  async submit(submission: Submission): Promise<void> {
    const { auction } = submission;
    const { ymProfileId, isFeeOfApi } = this.#target;
    const terms = toAuctionBody(auction.request, ymProfileId);
    const isLeftToApi = isFeeOfApi && !namesFee(auction);
    const body = JSON.stringify(isLeftToApi ? { ...terms, revenue_share_pct: undefined } : terms);
    if (this.#characters + body.length > mostCharactersInBatch) await this.#send();
    this.#batch.push(submission);
    this.#bodies.push(body);
    this.#characters += body.length;
    if (this.#batch.length >= mostInBatch) await this.#send();
  }

  /** Sends the rest and waits for every answer. */
  async finish(): Promise<ApiReport> {
    await this.#send();
    while (this.#openRequests.length > 0) await this.#settleFirst();
    return {
      url: this.#target.url,
      ym_profile_id: this.#target.ymProfileId,
      answered: this.#answered,
      lost: this.#lost,
      losses: this.#losses,
      different: this.#compared === 0 ? null : this.#different,
      differences: this.#differences,
    };
  }

  async #send(): Promise<void> {
    if (this.#batch.length === 0) return;
    this.#openRequests.push({ batch: this.#batch, answers: postBatch(this.#target, this.#bodies) });
    this.#batch = [];
    this.#bodies = [];
    this.#characters = 0;
    if (this.#openRequests.length >= requestsAtOnce) await this.#settleFirst();
  }

  async #settleFirst(): Promise<void> {
    const { batch, answers } = this.#openRequests.shift()!;
    for (const [at, answer] of (await answers).entries()) this.#take(batch[at]!, answer);
  }

  #take({ auction, ours }: Submission, answer: ApiAnswer): void {
    const { request } = auction;
    const place = placeOf(auction);
    if (!answer.ok) return this.#lose(place, answer.problem);
    const { result } = answer;
    if (result.bids.length !== request.bids.length) {
      return this.#lose(place, `answered with ${result.bids.length} bids for ${request.bids.length}`);
    }
    this.#answered++;
    this.#onAnswer(request, result);
    if (ours === undefined) return;
    this.#compared++;
    const difference = findDifference(ours, result);
    if (difference === undefined) return;
    this.#different++;
    if (this.#differences.length < shownFindings) this.#differences.push(`${place}: ${difference}`);
  }

  #lose(place: string, problem: string): void {
    this.#lost++;
    if (this.#losses.length < shownFindings) this.#losses.push(`${place}: ${problem}`);
  }
}

/** The first difference between two results of the same auction, in words; undefined: they are equal. */
export function findDifference(ours: AuctionResult, theirs: AuctionResult): string | undefined {
  for (const [index, bid] of ours.bids.entries()) {
    const other = theirs.bids[index]!;
    const field = comparedFields.find((name) => bid[name] !== other[name]);
    if (field !== undefined) return differ(`bid ${bid.bidId}, ${field}`, bid[field], other[field]);
  }
  const [price, otherPrice] = [clearingPrice(ours), clearingPrice(theirs)];
  return price === otherPrice ? undefined : differ('clearing price', price, otherPrice);
}

function clearingPrice({ winner }: AuctionResult): number | null {
  return winner === null ? null : microsToNumber(winner.clearingMicros);
}

/** Without the revision, which may differ for equal tiers. */
const comparedFields = [
  'bidId',
  'memberId',
  'outcome',
  'tierId',
  'priority',
  'netMicros',
  'rank',
] as const satisfies readonly (keyof BidResult)[];

function differ(what: string, ours: string | number | null, theirs: string | number | null): string {
  return `${what}: ${ours} here, ${theirs} there`;
}
