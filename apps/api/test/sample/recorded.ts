import { crc32 } from 'node:zlib';
import {
  AuctionReader,
  JsonSink,
  toDecided,
  toRequest,
  writeAnswer,
  writeRecordedLine,
} from '@auction-tiers/auction-codec';
import { type TierSetFile, toTierSetSource } from '@auction-tiers/contract/tier-set';
import { compile, decideAuction, Decision, type TierSet } from '@auction-tiers/tier-engine';
import { packFrame } from '@auction-tiers/recorded';
import * as fc from 'fast-check';

export const feePpm = 150_000;
const encoder = new TextEncoder();

export function compiled(file: TierSetFile): TierSet {
  const result = compile(toTierSetSource(file));
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.tierSet;
}

const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 4 });
const impression = fc.record({
  country: some(fc.constantFrom('US', 'US', 'GB')),
  dma: some(fc.constantFrom(501, 803)),
  sizes: some(fc.constant([{ width: 300, height: 250 }])),
  device_type: some(fc.constantFrom('phone', 'pc')),
  time: some(fc.integer({ min: 0, max: 47 }).map((hour) => new Date(Date.UTC(2026, 10, 21, hour)).toISOString())),
});
/** Few prices, so that bids tie and stand exactly at a minimum. */
const price = fc.oneof(
  fc.integer({ min: 10, max: 600 }).map((cents) => cents / 100),
  fc.constantFrom(1.176471, 2.352942, 2.352941, 3.529412, 4.705883, 9),
);
const auction = fc.record({
  ym_profile_id: fc.constant(1),
  auction_type: fc.constantFrom(1, 1, 2),
  bid_floor: some(fc.constant(0.6)),
  seed: some(fc.stringMatching(/^[a-z0-9]{8}$/)),
  impression,
  bids: fc
    .uniqueArray(fc.integer({ min: 101, max: 120 }), { minLength: 1, maxLength: 12 })
    .chain((buyers) =>
      fc.tuple(...buyers.map((member_id, at) => price.map((each) => ({ id: `b${at + 1}`, member_id, price: each })))),
    ),
});

/** Bodies of auctions among the demo's buyers, the same for the same seed. What is undefined is not sent. */
export const syntheticBodies = (count: number, seed = 1): Record<string, unknown>[] =>
  fc.sample(auction, { numRuns: count, seed });

/** A line as the recorder writes it: the body as it was sent, and what these tiers decided about it. */
export function recordedLine(tierSet: TierSet, json: string): Uint8Array {
  const body = encoder.encode(json);
  const parsed = new AuctionReader().read(body, 0, body.length);
  if (parsed === undefined) throw new Error(`the body is unusual: ${json}`);
  const request = toRequest(parsed, { feePpm, timeMs: Date.UTC(2026, 10, 22, 8), seed: () => 'drawn' });
  const decision = new Decision();
  decideAuction(tierSet, request, decision);
  const sink = new JsonSink();
  const answer = crc32(sink.bytes.subarray(0, writeAnswer(sink, 0, tierSet, request, decision, tierSet.revision)));
  const decided = toDecided(request, decision, tierSet.revision, { answerCrc32: answer, share: 1 });
  return sink.bytes.slice(0, writeRecordedLine(sink, 0, decided, body));
}

/** A part as `recorded.content` answers it: frames of some lines each, between notes. */
export function toContent(lines: readonly Uint8Array[], linesPerFrame = 100): Buffer {
  const frames: Buffer[] = [];
  for (let at = 0; at < lines.length; at += linesPerFrame) {
    const ofFrame = lines.slice(at, at + linesPerFrame);
    frames.push(packFrame(Buffer.concat(ofFrame), ofFrame.length, at, 1));
  }
  return Buffer.concat(frames);
}
