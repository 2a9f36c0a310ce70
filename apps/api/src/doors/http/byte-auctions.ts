import { AuctionReader, JsonSink, fragment, Span, writeAnswer } from '@auction-tiers/auction-codec';
import { type CallContext, maxBatch } from '@auction-tiers/contract';
import type { Decision } from '@auction-tiers/tier-engine';
import { type AuctionHandlers, orBatchError, toBatchError } from '../../handlers/auction/auction.ts';
import { type BatchItem, isPrepared, type Prepared } from '../../handlers/auction/prepared.ts';
import { parseJson, randomId } from './request.ts';

const [openList, comma, closeList, newline] = [fragment('['), fragment(','), fragment(']'), fragment('\n')];

/**
 * Bytes that the answer to an auction takes, about, without its bids, and that each bid takes. The room for a batch is made
 * at once: doubled again and again it would be twice as much memory, after which the garbage collector begins anew earlier.
 */
const [bytesPerAuction, bytesPerBid] = [450, 160];

/** Instances that are kept to be lent. */
const mostIdle = 8;

/** What is asked of the handlers of auctions. */
export type ByteAuctionHandlers = Pick<AuctionHandlers, 'prepareParsed' | 'prepareBody' | 'work' | 'decider'>;

/**
 * Auctions from bytes to bytes. Writing begins in the sink at an offset, and gives the offset behind what was written.
 * What does not wait can be asked of one instance by all requests; steps between which others go on need one of their own.
 */
export class ByteAuctions {
  readonly sink = new JsonSink();
  readonly #handlers: ByteAuctionHandlers;
  readonly #reader = new AuctionReader();
  readonly #idle: ByteAuctions[] = [];

  constructor(handlers: ByteAuctionHandlers) {
    this.#handlers = handlers;
  }

  get work(): ByteAuctionHandlers['work'] {
    return this.#handlers.work;
  }

  /**
   * Lends an instance that nobody else uses until `use` has ended. It is lent again afterwards, because a new one reads
   * more slowly: it has seen no texts yet.
   */
  async lend<Result>(use: (own: ByteAuctions) => Promise<Result>): Promise<Result> {
    const own = this.#idle.pop() ?? new ByteAuctions(this.#handlers);
    try {
      return await use(own);
    } finally {
      own.sink.shrink();
      if (this.#idle.length < mostIdle) this.#idle.push(own);
    }
  }

  /**
   * The auction between two offsets of the bytes; undefined for one that the reader does not accept. Throws a ServiceError
   * where the caller has no such ym-profile.
   */
  read(call: CallContext, bytes: Uint8Array, start: number, end: number): Prepared | undefined {
    const sent = this.#reader.read(bytes, start, end);
    return sent === undefined ? undefined : this.#handlers.prepareParsed(call, sent, randomId, { bytes, start, end });
  }

  /** The auctions of a batch, with the error of an invalid one in its place; undefined for a body that is not a batch. */
  *readBatch(call: CallContext, bytes: Uint8Array): Generator<undefined, BatchItem[] | undefined, undefined> {
    const items: BatchItem[] = [];
    const steps = this.#reader.readBatchInSteps(bytes, maxBatch);
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value ? items : undefined;
      const sent = step.value;
      if (sent instanceof Span) {
        const value = tryJson(bytes.subarray(sent.start, sent.end));
        if (value === undefined) return undefined;
        items.push(orBatchError(() => this.#handlers.prepareBody(call, value)));
      } else {
        const { start, end } = this.#reader;
        items.push(orBatchError(() => this.#handlers.prepareParsed(call, sent, randomId, { bytes, start, end })));
      }
      yield;
    }
  }

  /** A line of a stream, or the error in its place; undefined for one that is blank. */
  readLine(call: CallContext, bytes: Buffer, start: number, end: number): BatchItem | undefined {
    return orBatchError(() => {
      const auction = this.read(call, bytes, start, end) ?? this.#readUnusual(call, bytes, start, end);
      if (auction !== undefined) this.work.requireBounded(auction);
      return auction;
    });
  }

  #readUnusual(call: CallContext, bytes: Buffer, start: number, end: number): Prepared | undefined {
    if (bytes.toString('latin1', start, end).trim() === '') return undefined;
    return this.#handlers.prepareBody(call, parseJson(bytes.subarray(start, end)));
  }

  /** Decides an auction at once and writes its answer. */
  write(auction: Prepared, at: number): number {
    return this.#answer(auction, this.#handlers.decider.decideOnly(auction), at);
  }

  /** The answer to an auction, or the error in its place. */
  *writeOne(item: BatchItem, at: number): Generator<undefined, number, undefined> {
    if (!isPrepared(item)) return this.sink.json(at, item);
    return this.#answer(item, yield* this.#handlers.decider.decideOnlyInSteps(item), at);
  }

  /** The answers of a batch as a list. */
  *writeBatch(items: readonly BatchItem[], start: number): Generator<undefined, number, undefined> {
    const bids = items.reduce((sum, item) => sum + (isPrepared(item) ? item.request.bids.length : 0), 0);
    this.sink.reserve(start, items.length * bytesPerAuction + bids * bytesPerBid);
    let at = this.sink.fragment(start, openList);
    for (const [place, item] of items.entries()) {
      if (place > 0) at = this.sink.fragment(at, comma);
      at = yield* this.writeOne(item, at);
      yield;
    }
    return this.sink.fragment(at, closeList);
  }

  /** The answers of a stream, each followed by a line feed. */
  *writeLines(items: readonly BatchItem[], start: number): Generator<undefined, number, undefined> {
    let at = start;
    for (const item of items) {
      at = this.sink.fragment(yield* this.writeOne(item, at), newline);
      yield;
    }
    return at;
  }

  /** The error of a line in place of its answer. */
  wrongLine(error: unknown, at: number): number {
    return this.sink.fragment(this.sink.json(at, toBatchError(error)), newline);
  }

  /** What was written before an offset; the sink is then free. */
  take(end: number): Buffer {
    const { buffer, byteOffset, length } = this.sink.take(end);
    return Buffer.from(buffer, byteOffset, length);
  }

  #answer(auction: Prepared, decision: Decision, at: number): number {
    const end = writeAnswer(this.sink, at, auction.tierSet, auction.request, decision, auction.revision);
    this.#handlers.decider.record(auction, decision, this.sink.bytes, at, end);
    return end;
  }
}

/** A value inside a body. */
function tryJson(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes, 'part');
  } catch {
    return undefined;
  }
}
