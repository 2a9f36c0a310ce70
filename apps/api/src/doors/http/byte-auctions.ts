import { addExperiment, AuctionReader, fragment, JsonSink, writeAnswer } from '@auction-tiers/auction-codec';
import { type CallContext, maxBatch } from '@auction-tiers/contract';
import { minToWin, toAuctionResult } from '@auction-tiers/tier-engine';
import { type AuctionHandlers, orBatchError, toAnswer } from '../../handlers/auction/auction.ts';
import { type BatchItem, isPrepared, type Prepared } from '../../handlers/auction/prepared.ts';
import { parseJson, randomId } from './request.ts';

const [openList, comma, closeList] = [fragment('['), fragment(','), fragment(']')];

/**
 * Approximate bytes of an auction's answer without its bids, and of each bid. Memory for a batch is reserved at once:
 * repeated doubling would take twice as much, after which the garbage collector runs earlier.
 */
const [bytesPerAuction, bytesPerBid] = [450, 160];

/** The auction handlers that are used here. */
export type ByteAuctionHandlers = Pick<
  AuctionHandlers,
  'prepareParsed' | 'prepareBody' | 'work' | 'decider' | 'currencies'
>;

/**
 * Reads auctions from bytes and writes answers as bytes. A write begins in the sink at an offset, and returns the
 * offset after it. All requests share the sink: its content is sent or taken before anything is awaited.
 */
export class ByteAuctions {
  readonly sink = new JsonSink();
  readonly #handlers: ByteAuctionHandlers;
  readonly #reader = new AuctionReader();

  constructor(handlers: ByteAuctionHandlers) {
    this.#handlers = handlers;
  }

  get work(): ByteAuctionHandlers['work'] {
    return this.#handlers.work;
  }

  /** The currency of the money of these auctions, as in `Currencies`. */
  currencyOf({ caller }: CallContext, items: readonly BatchItem[]): string | undefined {
    return this.#handlers.currencies.of(caller, () => items.filter(isPrepared).map(({ memberId }) => memberId));
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
  readBatch(call: CallContext, bytes: Uint8Array): BatchItem[] | undefined {
    const items: BatchItem[] = [];
    const isBatch = this.#reader.readBatch(bytes, maxBatch, {
      plain: (sent) => {
        const { start, end } = this.#reader;
        items.push(orBatchError(() => this.#handlers.prepareParsed(call, sent, randomId, { bytes, start, end })));
      },
      other: (start, end) => {
        const value = tryJson(bytes.subarray(start, end));
        if (value === undefined) return false;
        const item = orBatchError(() => this.#handlers.prepareBody(call, value));
        items.push(item);
        // A batch with values that do not exist is left to the schema, which warns of them.
        return !isPrepared(item) || item.unknown === undefined;
      },
    });
    return isBatch ? items : undefined;
  }

  /** Decides an auction and writes its answer, or writes the error in its place. */
  write(item: BatchItem, at: number): number {
    if (!isPrepared(item)) return this.sink.json(at, item);
    const { decider } = this.#handlers;
    const decision = decider.decideOnly(item);
    const end = writeAnswer(this.sink, at, item.tierSet, item.request, decision, item.revision);
    decider.record(item, decision, this.sink.bytes, at, end);
    if (item.minToWin !== true)
      return item.armDecision === undefined ? end : addExperiment(this.sink, end, item.armDecision.shown);
    // Rare: writes the answer again with `min_to_win`, which the recorded answer never has.
    const least = minToWin(item.tierSet, item.request, decision);
    const result = toAuctionResult(item.tierSet, item.request, decision);
    return this.sink.json(at, toAnswer(item, result, least));
  }

  /** The answers of a batch as a list. */
  writeBatch(items: readonly BatchItem[], start: number): number {
    const bids = items.reduce((sum, item) => sum + (isPrepared(item) ? item.request.bids.length : 0), 0);
    this.sink.reserve(start, items.length * bytesPerAuction + bids * bytesPerBid);
    let at = this.sink.fragment(start, openList);
    for (const [index, item] of items.entries()) {
      if (index > 0) at = this.sink.fragment(at, comma);
      at = this.write(item, at);
    }
    return this.sink.fragment(at, closeList);
  }

  /** Takes the bytes before an offset; the sink is free then. */
  take(end: number): Buffer {
    const { buffer, byteOffset, length } = this.sink.take(end);
    return Buffer.from(buffer, byteOffset, length);
  }
}

/** Parses a value inside a body; undefined where it is no JSON. */
function tryJson(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes, 'part');
  } catch {
    return undefined;
  }
}
