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
  /** The share of the ym-profile's auctions that is recorded. */
  readonly share: number;
  readonly unit: string | undefined;
  readonly body: BodyBytes | undefined;
  /** The experiment that the auction is part of. */
  readonly armDecision?: { readonly shown: ExperimentArm } | undefined;
}

/** The bytes of a body that names its ym-profile, as the auction was read from it. Valid until it is decided. */
export interface BodyBytes {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** Makes the lines of recorded auctions, reusing the same memory for each. */
export class AuctionLines {
  readonly #sink = new JsonSink();

  /**
   * The line of an auction, valid until the next call. `answer`: the answer's bytes, where they are written already.
   * Throws for an auction that cannot be a body.
   */
  toLine(auction: Recordable, decision: Decision, answer = this.#toAnswer(auction, decision)): Uint8Array {
    const { tierSet, request, revision, unit, body, share, armDecision } = auction;
    const sink = this.#sink;
    // Before anything is written: the answer may be in the sink.
    const decided = toDecided(request, decision, revision, {
      answerCrc32: crc32(answer),
      share,
      ...(armDecision === undefined ? {} : { experiment: armDecision.shown }),
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

/** Makes a body for an auction that came in another form. Throws where none is possible, such as for 1,001 bids. */
function toBody(request: AuctionRequest, ymProfileId: number, unit: string | undefined): Uint8Array {
  const body = { ...toAuctionBody(request, ymProfileId), unit };
  const text = JSON.stringify(body);
  const parsed = AuctionBody.safeParse(JSON.parse(text));
  if (!parsed.success) throw new RangeError('an auction is larger than a body of POST /auction may be');
  return encoder.encode(text);
}
const encoder = new TextEncoder();
