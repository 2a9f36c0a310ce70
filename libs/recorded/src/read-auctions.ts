import { zstdDecompressSync } from 'node:zlib';
import { AuctionReader, type Decided, readRecordedLine, toRequest } from '@auction-tiers/auction-codec';
import { AuctionBody, toAuctionRequest } from '@auction-tiers/contract';
import type { AuctionRequest } from '@auction-tiers/tier-engine';

const [lineFeed, comma] = [10, 44];

/** A recorded auction as it is decided again. */
export interface RecordedAuction {
  readonly request: AuctionRequest;
  readonly decided: Decided;
  /** Id of the user or session; undefined: the auction names none. */
  readonly unit: string | undefined;
}

const reader = new AuctionReader();

/** Gives each auction of whole frames to `take`, and returns the number of lines that could not be read. */
export function readRecordedAuctions(frames: Uint8Array, take: (auction: RecordedAuction) => void): number {
  const bytes = zstdDecompressSync(frames);
  let unread = 0;
  for (let start = 0; start < bytes.length; ) {
    const feed = bytes.indexOf(lineFeed, start);
    const end = feed < 0 ? bytes.length : feed;
    const line = readRecordedLine(bytes, start, end);
    const auction = line && readBody(bytes, line.start, end, line.decided);
    if (auction === undefined) unread++;
    else take(auction);
    start = end + 1;
  }
  return unread;
}

/** Undefined for a body that this version does not take. */
function readBody(bytes: Buffer, start: number, end: number, decided: Decided): RecordedAuction | undefined {
  const { feePpm, timeMs, seed } = decided;
  const plain = reader.readLogged(bytes, start, end);
  if (plain !== undefined) {
    return { request: toRequest(plain, { feePpm, timeMs, seed: () => seed }), decided, unit: plain.unit };
  }
  if (bytes[start] === comma) return undefined;
  const parsed = AuctionBody.safeParse(parseOrNull(bytes.toString('utf8', start, end)));
  if (!parsed.success) return undefined;
  return {
    request: toAuctionRequest(parsed.data, { feePpm, timeMs, seed }),
    decided,
    unit: parsed.data.unit ?? undefined,
  };
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
