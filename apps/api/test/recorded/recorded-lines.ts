import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, zstdDecompressSync } from 'node:zlib';
import {
  AuctionReader,
  type Decided,
  JsonSink,
  readRecordedLine,
  toRequest,
  writeAnswer,
} from '@auction-tiers/auction-codec';
import { AuctionBody, toAuctionRequest } from '@auction-tiers/contract';
import { type AuctionRequest, decideAuction, Decision, type TierSet } from '@auction-tiers/tier-engine';
import type { Row } from '../fixture/request.ts';

/** A recorded auction as it stands in its file. */
export interface Found {
  readonly decided: Decided;
  readonly request: AuctionRequest;
  /** The line as any reader of JSON has it. */
  readonly row: Row;
  readonly unit: string | undefined;
}

const reader = new AuctionReader();
const sink = new JsonSink();
const decision = new Decision();

/** The names of the files of a ym-profile. */
export async function recordedFiles(dataDir: string, memberId: number, ymProfileId: number): Promise<string[]> {
  return (await readdir(join(dataDir, 'logs', String(memberId), String(ymProfileId)))).toSorted();
}

/** All recorded auctions of a ym-profile, from every file. */
export async function recordedAuctions(dataDir: string, memberId: number, ymProfileId: number): Promise<Found[]> {
  const files = await recordedFiles(dataDir, memberId, ymProfileId);
  const contents = await Promise.all(
    files.map((name) => readFile(join(dataDir, 'logs', String(memberId), String(ymProfileId), name))),
  );
  return contents.flatMap((content) =>
    zstdDecompressSync(content)
      .toString()
      .split('\n')
      .filter((line) => line !== '')
      .map(readLine),
  );
}

function readLine(line: string): Found {
  const bytes = Buffer.from(line);
  const read = readRecordedLine(bytes, 0, bytes.length);
  if (read === undefined) throw new Error(`no service has written ${line}`);
  const { decided, start } = read;
  const { feePpm, timeMs, seed } = decided;
  const { decided: _decided, ...row } = JSON.parse(line) as Row;
  const parsed = reader.readLogged(bytes, start, bytes.length);
  if (parsed !== undefined) {
    return { decided, row, unit: parsed.unit, request: toRequest(parsed, { feePpm, timeMs, seed: () => seed }) };
  }
  const body = AuctionBody.parse(row);
  return { decided, row, unit: body.unit ?? undefined, request: toAuctionRequest(body, { feePpm, timeMs, seed }) };
}

/** The hash of the answer that these tiers give to a recorded auction. */
export function decideAgain(tierSet: TierSet, { request, decided }: Found): number {
  decideAuction(tierSet, request, decision);
  const end = writeAnswer(sink, 0, tierSet, request, decision, decided.revision);
  return crc32(sink.bytes.subarray(0, end));
}
