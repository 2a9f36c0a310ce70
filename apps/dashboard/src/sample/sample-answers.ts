import { isUsed } from '@auction-tiers/auction-codec';
import { toAuctionBody } from '@auction-tiers/contract';
import { type RecordedAuction, RecordedReader } from '@auction-tiers/recorded/line';
import type { TierSet, TierSetSource } from '@auction-tiers/tier-engine';
import { type AuctionFilter, findAuctions, type FoundAuctions } from './find-auctions.ts';
import { compileOrThrow, decideMinimum, findCase, type MinimumAnswer, type MinimumCase } from './minimum.ts';
import { curveOf, type MinimumCurve } from './minimum-curve.ts';
import { type Tally, tallyOf } from './tally.ts';
import { partOf, unpack } from './unpack.ts';

/** The questions about a sample under a tier set. Inputs and answers can be sent between threads. */
export interface Questions {
  /** Sums by tier and by buyer. */
  readonly tally: { readonly input: null; readonly answer: Tally };
  /** Auctions by buyer, tier, outcome and moment. */
  readonly find: { readonly input: AuctionFilter; readonly answer: FoundAuctions };
  /** The net prices that depend on a tier's minimum. */
  readonly prices: { readonly input: { readonly tierId: number }; readonly answer: TierPrices };
  /** The figures under another minimum of a tier. */
  readonly minimum: {
    readonly input: { readonly tierId: number; readonly minPriceMicros: number };
    readonly answer: MinimumAnswer;
  };
  /** Net over the minimum of a tier, with its band. */
  readonly curve: { readonly input: { readonly tierId: number }; readonly answer: MinimumCurve };
  /** One auction, by its place in the sample, as a body of `POST /auction`. */
  readonly body: { readonly input: { readonly place: number }; readonly answer: Readonly<Record<string, unknown>> };
}
export type QuestionName = keyof Questions;
export type InputOf<Name extends QuestionName> = Questions[Name]['input'];
export type AnswerOf<Name extends QuestionName> = Questions[Name]['answer'];
export type Asked = { [Name in QuestionName]: { readonly name: Name; readonly input: InputOf<Name> } }[QuestionName];

/** What there is to know of a tier's prices; see `MinimumCase`. */
export interface TierPrices {
  readonly nets: Float64Array;
  readonly otherBids: number;
}

/** The auctions of a sample, and the recorded lines that could not be read. */
export interface SampleCount {
  readonly auctions: number;
  readonly unread: number;
}

/** Holds recorded auctions and answers questions about them, in a thread of its own. */
export class SampleAnswers {
  readonly #auctions: RecordedAuction[] = [];
  readonly #reader = new RecordedReader();
  readonly #most: number;
  #unread = 0;
  readonly #sources = new Map<string, TierSetSource>();
  readonly #tierSets = new Map<string, TierSet>();
  readonly #cases = new Map<string, MinimumCase>();

  constructor(most: number) {
    this.#most = most;
  }

  get count(): number {
    return this.#auctions.length;
  }

  get auctions(): readonly RecordedAuction[] {
    return this.#auctions;
  }

  /**
   * Adds a part of recorded auctions, zstd in base64: those that a share uses, so that all have equal weight. The number
   * of auctions in the sample has an upper bound.
   */
  addContent(content: string, share: number): SampleCount {
    this.#unread += this.#reader.readPacked(partOf(content), unpack, (auction) => {
      if (this.#auctions.length < this.#most && isUsed(auction.decided, share)) this.#auctions.push(auction);
    });
    return { auctions: this.#auctions.length, unread: this.#unread };
  }

  /** Tiers that questions name by a key. The same key always stands for the same tiers. */
  addTiers(key: string, source: TierSetSource): void {
    this.#sources.set(key, source);
  }

  /** Throws an Error that says what is wrong with a question. */
  ask<Name extends QuestionName>(name: Name, key: string, input: InputOf<Name>): AnswerOf<Name> {
    return this.answer({ name, input } as Asked, key) as AnswerOf<Name>;
  }

  /** As `ask`, for a question that came in a message. */
  answer({ name, input }: Asked, key: string): unknown {
    switch (name) {
      case 'tally':
        return tallyOf(this.#requests(), this.#tierSet(key));
      case 'find':
        return findAuctions(this.#auctions, this.#tierSet(key), input);
      case 'prices': {
        const { nets, otherBids } = this.#case(key, input.tierId);
        return { nets, otherBids };
      }
      case 'minimum': {
        const found = this.#case(key, input.tierId);
        return decideMinimum(found, this.#source(key), input.minPriceMicros);
      }
      case 'curve':
        return curveOf(this.#case(key, input.tierId), this.#source(key));
      case 'body': {
        const auction = this.#auctions[input.place];
        if (auction === undefined) {
          throw new Error(`the sample has ${this.count} auctions, and none at place ${input.place}`);
        }
        return toAuctionBody(auction.request, this.#source(key).ymProfileId);
      }
    }
  }

  readonly #requests = () => this.#auctions.map(({ request }) => request);

  #source(key: string): TierSetSource {
    const source = this.#sources.get(key);
    if (source === undefined) throw new Error(`no tiers were given under the key ${key}`);
    return source;
  }

  #tierSet(key: string): TierSet {
    return once(this.#tierSets, key, () => compileOrThrow(this.#source(key)));
  }

  #case(key: string, tierId: number): MinimumCase {
    return once(this.#cases, `${tierId} ${key}`, () =>
      findCase(this.#requests(), this.#source(key), this.#tierSet(key), tierId),
    );
  }
}

/** The value that was made under a key before, else a new one. */
function once<T>(made: Map<string, T>, key: string, make: () => T): T {
  const known = made.get(key) ?? make();
  made.set(key, known);
  return known;
}
