import { crc32 } from 'node:zlib';
import { type ExperimentArm, JsonSink, toDecided, writeAnswer, writeRecordedLine } from '@auction-tiers/auction-codec';
import { AuctionBody, toAuctionBody } from '@auction-tiers/contract';
import type { AuctionRequest, Decision, TierSet } from '@auction-tiers/tier-engine';

const lineFeed = 10;

/** An auction that was decided, as it is recorded. */
export interface Recordable {
  readonly tierSet: Pick<TierSet, 'ymProfileId' | 'tiers'>;
  readonly request: AuctionRequest;
  readonly revision: string;
  readonly memberId: number;
  /** Of the auctions of its ym-profile that is recorded. */
  readonly share: number;
  readonly unit: string | undefined;
  readonly body: BodyBytes | undefined;
  /** The experiment that it is part of. */
  readonly trial?: { readonly shown: ExperimentArm } | undefined;
}

/** The bytes of a body that names its ym-profile and was read from them. They are valid until the auction is decided. */
export interface BodyBytes {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** Makes the lines of recorded auctions, each in the same memory as the one before. */
export class AuctionLines {
  readonly #sink = new JsonSink();

  /**
   * The line of an auction, until the next one is made. `answer`: its bytes, where they are written already. Throws for an
   * auction that no body can be.
   */
  toLine(auction: Recordable, decision: Decision, answer = this.#toAnswer(auction, decision)): Uint8Array {
    const { tierSet, request, revision, unit, body, share, trial } = auction;
    const sink = this.#sink;
    // First of all: the answer may be in the sink.
    const decided = toDecided(request, decision, revision, {
      answerCrc32: crc32(answer),
      share,
      ...(trial === undefined ? {} : { experiment: trial.shown }),
    });
    sink.shrink();
    const sent = body?.bytes.subarray(body.start, body.end);
    const isLine = sent !== undefined && !sent.includes(lineFeed);
    const end = writeRecordedLine(sink, 0, decided, isLine ? sent : toBody(request, tierSet.ymProfileId, unit));
    return sink.bytes.subarray(0, end);
  }

  #toAnswer({ tierSet, request, revision }: Recordable, decision: Decision): Uint8Array {
    const end = writeAnswer(this.#sink, 0, tierSet, request, decision, revision);
    return this.#sink.bytes.subarray(0, end);
  }
}

/** A body for an auction that came in another form. Throws for one that no body can be, such as one of 1,001 bids. */
function toBody(request: AuctionRequest, ymProfileId: number, unit: string | undefined): Uint8Array {
  const body = { ...toAuctionBody(request, ymProfileId), unit };
  const text = JSON.stringify(body);
  const parsed = AuctionBody.safeParse(JSON.parse(text));
  if (!parsed.success) throw new RangeError('an auction is larger than a body of POST /auction may be');
  return encoder.encode(text);
}
const encoder = new TextEncoder();
