import { AuctionReader, JsonSink, fragment, toRequest, writeAnswer } from '@auction-tiers/auction-codec';
import type { ParsedAuction } from '@auction-tiers/auction-codec';
import { maxBatch } from '@auction-tiers/contract';
import type { TierSet } from '@auction-tiers/tier-engine';
import { decideAuction, Decision } from '@auction-tiers/tier-engine';
import { WrongAnswer } from '../suite/suite.ts';

const [openList, comma, closeList, newline] = [fragment('['), fragment(','), fragment(']'), fragment('\n')];
const newlineByte = 10;
const silent = { feePpm: 0, timeMs: 0, seed: () => '' };

/** The work behind a batch as the service does it, from bytes to bytes by the same codec, and nothing else. */
export class ByteLoop {
  readonly #tierSet: TierSet;
  readonly #reader = new AuctionReader();
  readonly #sink = new JsonSink();
  readonly #decision = new Decision();
  #at = 0;

  constructor(tierSet: TierSet) {
    this.#tierSet = tierSet;
  }

  /** The list of answers to `{"auctions":[...]}`. */
  batch(bytes: Buffer): string {
    this.#at = 0;
    let opening = openList;
    const isBatch = this.#reader.readBatch(bytes, maxBatch, {
      plain: (sent) => {
        this.#at = this.#sink.fragment(this.#at, opening);
        opening = comma;
        this.#answer(sent);
      },
      other: () => false,
    });
    if (!isBatch) throw new WrongAnswer('loop: a batch could not be read.');
    this.#at = this.#sink.fragment(this.#at, closeList);
    return this.#text();
  }

  /** An answer a line for a body a line. */
  lines(bytes: Buffer): string {
    this.#at = 0;
    for (let start = 0, end = bytes.indexOf(newlineByte); end !== -1; end = bytes.indexOf(newlineByte, start)) {
      const sent = this.#reader.read(bytes, start, end);
      if (sent === undefined) throw new WrongAnswer('loop: a line could not be read.');
      this.#answer(sent);
      this.#at = this.#sink.fragment(this.#at, newline);
      start = end + 1;
    }
    return this.#text();
  }

  #answer(sent: ParsedAuction): void {
    const tierSet = this.#tierSet;
    const request = toRequest(sent, silent);
    decideAuction(tierSet, request, this.#decision);
    this.#at = writeAnswer(this.#sink, this.#at, tierSet, request, this.#decision, tierSet.revision);
  }

  /** All that is written here is ASCII. */
  #text(): string {
    return Buffer.from(this.#sink.bytes.buffer, 0, this.#at).toString('latin1');
  }
}
