import type { AuctionLoadRequest } from './door.ts';

/** A kind of error, how often it occurred, and the API's first message; null: it sent none. */
export interface Refusal {
  readonly kind: string;
  readonly count: number;
  readonly example: string | null;
}

/** Every answered auction has this key once; inside a text its quotes would be escaped. */
const winnerKey = '"winner":';
const errorPattern = /"error_id":"(?<id>\w{1,40})"/;
const codePattern = /"error_code":"(?<code>\w{1,40})"/;
const messagePattern = /"(?:error|message)":"(?<text>(?:[^"\\]|\\.)*)"/;
const longestExample = 200;
/** The names of errors come from the answer; beyond this many, further ones are counted together as `others`. */
const mostKinds = 50;

/** Checks answers of the API and counts the auctions and bids in them. */
export class AuctionCount {
  auctions = 0;
  bids = 0;
  readonly #refused = new Map<string, number>();
  readonly #examples = new Map<string, string>();

  /** Auctions that the API refused inside an answered batch; the others of the batch count as answered. */
  get refusals(): Refusal[] {
    return Array.from(this.#refused, ([kind, count]) => ({ kind, count, example: this.exampleOf(kind) }));
  }

  /** The API's first message for a kind of error; null: it sent none. */
  exampleOf(kind: string): string | null {
    return this.#examples.get(kind) ?? null;
  }

  /** Names the error of a failed request; undefined: it was answered, and its auctions are counted. */
  readonly judge = (request: AuctionLoadRequest, status: number, body: string): string | undefined => {
    if (status < 200 || status > 299) return this.#remember(nameProblem(`HTTP ${status}`, body), body);
    const answered = countWinners(body);
    if (answered === request.bids.length) {
      this.auctions += answered;
      for (const bids of request.bids) this.bids += bids;
      return undefined;
    }
    const answers = readAnswers(body);
    if (answers?.length !== request.bids.length) {
      return this.#remember(`HTTP ${status} without as many answers as auctions`, body);
    }
    for (const [at, answer] of answers.entries()) this.#take(answer, request.bids[at]!);
    return undefined;
  };

  #take(answer: unknown, bids: number): void {
    const text = JSON.stringify(answer);
    if (countWinners(text) === 1) {
      this.auctions++;
      this.bids += bids;
      return;
    }
    const name = this.#remember(nameProblem('refused', text), text);
    const kind = this.#refused.has(name) || this.#refused.size < mostKinds ? name : 'others';
    this.#refused.set(kind, (this.#refused.get(kind) ?? 0) + 1);
  }

  #remember(kind: string, body: string): string {
    if (this.#examples.has(kind) || this.#examples.size >= mostKinds) return kind;
    const message = messagePattern.exec(body)?.groups?.['text'];
    if (message !== undefined) this.#examples.set(kind, readText(message).slice(0, longestExample));
    return kind;
  }
}

/** `HTTP 429 SYSTEM RATE_EXCEEDED`, with as much as the answer names. */
function nameProblem(what: string, body: string): string {
  const id = errorPattern.exec(body)?.groups?.['id'];
  const code = codePattern.exec(body)?.groups?.['code'];
  return [what, id, code].filter((part) => part !== undefined).join(' ');
}

/** The value of a JSON string without its quotes; the text itself where it is not valid JSON. */
function readText(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

function countWinners(text: string): number {
  let count = 0;
  for (let at = text.indexOf(winnerKey); at !== -1; at = text.indexOf(winnerKey, at + winnerKey.length)) count++;
  return count;
}

/** The answers of a REST or tRPC batch, one per auction; undefined: the body is neither. */
export function readAnswers(body: string): readonly unknown[] | undefined {
  try {
    const value: { readonly response?: { readonly auctions?: unknown } | null } | null = JSON.parse(body);
    const answers = Array.isArray(value) ? value : value?.response?.auctions;
    return Array.isArray(answers) ? answers : undefined;
  } catch {
    return undefined;
  }
}
