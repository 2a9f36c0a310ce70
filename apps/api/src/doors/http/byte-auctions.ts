import { AuctionReader, JsonSink, fragment, type ParsedAuction, writeAnswer } from '@auction-tiers/auction-codec';
import { type CallContext, maxBatch } from '@auction-tiers/contract';
import { type AuctionHandlers, toBatchError } from '../../handlers/auction.ts';
import { parseJson, randomId } from './request.ts';

const [openList, comma, closeList, newline] = [fragment('['), fragment(','), fragment(']'), fragment('\n')];

/**
 * Auctions from bytes to bytes. Each method writes into the sink from an offset on, gives the offset behind what it wrote,
 * and does not wait, so that one instance serves all requests.
 */
export class ByteAuctions {
  readonly sink = new JsonSink();
  readonly #handlers: Pick<AuctionHandlers, 'runMany' | 'runParsed'>;
  readonly #reader = new AuctionReader();

  constructor(handlers: Pick<AuctionHandlers, 'runMany' | 'runParsed'>) {
    this.#handlers = handlers;
  }

  /**
   * The answer to the auction between two offsets of the bytes; undefined for one that the reader does not accept. Throws
   * a ServiceError where the caller has no such ym-profile.
   */
  one(call: CallContext, bytes: Uint8Array, start: number, end: number, at: number): number | undefined {
    const sent = this.#reader.read(bytes, start, end);
    return sent === undefined ? undefined : this.#run(call, sent, at);
  }

  /** The same for a batch, with the error of an invalid auction in place of its answer; undefined for a body that is not a batch. */
  batch(call: CallContext, bytes: Uint8Array, start: number): number | undefined {
    const { sink } = this;
    let opening = openList;
    let at = start;
    const open = (): number => {
      const place = sink.fragment(at, opening);
      opening = comma;
      return place;
    };
    const isBatch = this.#reader.readBatch(bytes, maxBatch, {
      plain: (sent) => (at = this.#orError(open(), (place) => this.#run(call, sent, place))),
      other: (from, to) => {
        const value = tryJson(bytes.subarray(from, to));
        if (value !== undefined) at = this.#runOther(call, value, open());
        return value !== undefined;
      },
    });
    return isBatch ? sink.fragment(opening === openList ? open() : at, closeList) : undefined;
  }

  /** The same for a line of a stream, followed by a line feed: every line that is not blank is answered. */
  line(call: CallContext, bytes: Buffer, start: number, end: number, at: number): number {
    const behind = this.#orError(at, (place) => {
      const answered = this.one(call, bytes, start, end, place);
      if (answered !== undefined) return answered;
      const isBlank = bytes.toString('latin1', start, end).trim() === '';
      return isBlank ? place : this.#runOther(call, parseJson(bytes.subarray(start, end)), place);
    });
    return behind === at ? at : this.sink.fragment(behind, newline);
  }

  /** The error of a line in place of its answer. */
  wrongLine(error: unknown, at: number): number {
    return this.sink.fragment(this.sink.json(at, toBatchError(error)), newline);
  }

  /** A copy of what was written before an offset; the sink is then free. */
  take(end: number): Buffer {
    const taken = Buffer.from(this.sink.bytes.subarray(0, end));
    this.sink.shrink();
    return taken;
  }

  #run(call: CallContext, sent: ParsedAuction, at: number): number {
    const { result, revision } = this.#handlers.runParsed(call, sent, randomId);
    return writeAnswer(this.sink, at, result, revision);
  }

  #runOther(call: CallContext, value: unknown, at: number): number {
    const [answer = {}] = this.#handlers.runMany(call, { auctions: [value] }).auctions;
    return this.sink.json(at, answer);
  }

  /** Writes the error of an auction in place of its answer; throws an unexpected one. */
  #orError(at: number, write: (at: number) => number): number {
    try {
      return write(at);
    } catch (error) {
      return this.sink.json(at, toBatchError(error));
    }
  }
}

function tryJson(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes);
  } catch {
    return undefined;
  }
}
