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
import { defaultParams, Market } from '@auction-tiers/market';
import { packFrame } from '@auction-tiers/store/recorded';
import { compile, runAuction, type TierSet } from '@auction-tiers/tier-engine';

export const feePpm = 150_000;
const encoder = new TextEncoder();

export function compiled(file: TierSetFile): TierSet {
  const result = compile(toTierSetSource(file));
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.tierSet;
}

const bidsPerAuction = 12;

/** Synthetic bodies; every third is sold at second price, and every fifth has a floor and names neither seed nor time. */
export function syntheticBodies(count: number, seed = 'sample'): Record<string, unknown>[] {
  const market = new Market(defaultParams, bidsPerAuction, seed);
  return Array.from({ length: count }, (_, at) => {
    const { publisher_id: _publisher, seed: drawn, ...auction } = market.auction(at + 1);
    const { time: _time, ...impression } = auction.impression;
    const body = { ...auction, ym_profile_id: 1, auction_type: at % 3 === 0 ? 2 : 1 };
    return at % 5 === 0 ? { ...body, impression, bid_floor: 0.6 } : { ...body, seed: drawn };
  });
}

/** A line as the recorder writes it: the body as it was sent, and what these tiers decided about it. */
export function recordedLine(tierSet: TierSet, json: string): Uint8Array {
  const body = encoder.encode(json);
  const parsed = new AuctionReader().read(body, 0, body.length);
  if (parsed === undefined) throw new Error(`the body is unusual: ${json}`);
  const request = toRequest(parsed, { feePpm, timeMs: Date.UTC(2026, 10, 22, 8), seed: () => 'drawn' });
  const result = runAuction(tierSet, request);
  const sink = new JsonSink();
  const answer = crc32(sink.bytes.subarray(0, writeAnswer(sink, 0, result, tierSet.revision)));
  const decided = toDecided(result, tierSet.revision, request.feePpm, answer);
  return sink.bytes.slice(0, writeRecordedLine(sink, 0, decided, body));
}

/** A part as `recorded.content` answers it: frames of some lines each. */
export function toContent(lines: readonly Uint8Array[], linesPerFrame = 100): Buffer {
  const frames: Buffer[] = [];
  for (let at = 0; at < lines.length; at += linesPerFrame) {
    const some = lines.slice(at, at + linesPerFrame);
    frames.push(packFrame(Buffer.concat(some), some.length, at, 0.5));
  }
  return Buffer.concat(frames);
}
