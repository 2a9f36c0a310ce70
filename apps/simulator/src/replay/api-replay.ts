import { toAuctionBody } from '@auction-tiers/contract';
import type { AuctionRequest, AuctionResult } from '@auction-tiers/tier-engine';
import type { ApiReport } from '../schema/replay-report.ts';
import type { ApiAnswer } from '../api/api-client.ts';
import { postBatch } from '../api/api-client.ts';
import type { ApiTarget } from '../api/api-target.ts';
import { findDifference } from './find-difference.ts';

/** An auction on its way to the API. */
export interface Submission {
  readonly request: AuctionRequest;
  /** What came of it in this process; undefined: not run here. */
  readonly ours: AuctionResult | undefined;
  /** Where it stands in the log, for messages. */
  readonly place: string;
}

export type OnAnswer = (request: AuctionRequest, result: AuctionResult) => void;

/** The API's own bound on a batch. */
const mostInBatch = 1000;
/** Under the mebibyte that a body may always have. */
const mostCharactersInBatch = 900_000;
const requestsAtOnce = 4;
const shownFindings = 10;

/** Replays auctions over HTTP: in batches, a few at a time, answers taken in the order of the log. */
export class ApiReplay {
  readonly #target: ApiTarget;
  readonly #onAnswer: OnAnswer;
  #batch: Submission[] = [];
  #bodies: string[] = [];
  #characters = 0;
  readonly #underWay: { readonly batch: readonly Submission[]; readonly answers: Promise<ApiAnswer[]> }[] = [];
  #answered = 0;
  #lost = 0;
  #compared = 0;
  #different = 0;
  readonly #losses: string[] = [];
  readonly #differences: string[] = [];

  constructor(target: ApiTarget, onAnswer: OnAnswer) {
    this.#target = target;
    this.#onAnswer = onAnswer;
  }

  /** Takes an auction; waits while enough of them are under way. */
  async submit(submission: Submission): Promise<void> {
    const body = JSON.stringify(toAuctionBody(submission.request, this.#target.ymProfileId));
    if (this.#characters + body.length > mostCharactersInBatch) await this.#send();
    this.#batch.push(submission);
    this.#bodies.push(body);
    this.#characters += body.length;
    if (this.#batch.length >= mostInBatch) await this.#send();
  }

  /** Sends what is left and waits for every answer. */
  async finish(): Promise<ApiReport> {
    await this.#send();
    while (this.#underWay.length > 0) await this.#settleFirst();
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
    this.#underWay.push({ batch: this.#batch, answers: postBatch(this.#target, this.#bodies) });
    this.#batch = [];
    this.#bodies = [];
    this.#characters = 0;
    if (this.#underWay.length >= requestsAtOnce) await this.#settleFirst();
  }

  async #settleFirst(): Promise<void> {
    const { batch, answers } = this.#underWay.shift()!;
    for (const [at, answer] of (await answers).entries()) this.#take(batch[at]!, answer);
  }

  #take({ request, ours, place }: Submission, answer: ApiAnswer): void {
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
