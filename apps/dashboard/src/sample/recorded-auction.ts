import { AuctionReader, type Decided, readDecided, readRecordedLine, toRequest } from '@auction-tiers/auction-codec';
import { AuctionBody, toAuctionRequest } from '@auction-tiers/contract';
import type { AuctionRequest } from '@auction-tiers/tier-engine';
import { Decompress, ZstdErrorCode } from 'fzstd';

/** An auction as it was recorded: with all that the service filled in, and what it decided then. */
export interface RecordedAuction {
  readonly request: AuctionRequest;
  readonly decided: Decided;
}

const lineFeed = 10;

/**
 * Unpacks a part of recorded auctions: zstd frames one after the other, some of which are skipped. If the part is cut
 * short, gives the bytes before the cut.
 */
export function unpack(content: string): Uint8Array {
  const packed = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  const chunks: Uint8Array[] = [];
  try {
    new Decompress((chunk) => chunks.push(chunk)).push(packed, true);
  } catch (error) {
    if ((error as { code?: number }).code !== ZstdErrorCode.UnexpectedEOF) throw error;
  }
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Reads the lines that the recorder writes. */
export class RecordedReader {
  /** Lines that are not valid recorded auctions. */
  brokenLines = 0;
  readonly #reader = new AuctionReader();
  readonly #decoder = new TextDecoder();

  /** The auctions of whole lines; what is behind the last line feed is no line. */
  read(bytes: Uint8Array): RecordedAuction[] {
    const auctions: RecordedAuction[] = [];
    for (let start = 0; start < bytes.length; ) {
      const end = bytes.indexOf(lineFeed, start);
      if (end < 0) break;
      const auction = this.#readLine(bytes, start, end);
      if (auction === undefined) this.brokenLines++;
      else auctions.push(auction);
      start = end + 1;
    }
    return auctions;
  }

  #readLine(bytes: Uint8Array, start: number, end: number): RecordedAuction | undefined {
    const text = () => this.#decoder.decode(bytes.subarray(start, end));
    const line = readRecordedLine(bytes, start, end);
    if (line === undefined) return undefined;
    const { decided } = line;
    const parsed = this.#reader.readLogged(bytes, line.start, end);
    if (parsed === undefined) {
      // Reading the line has replaced the comma after `decided` by a brace.
      bytes[line.start] = ','.charCodeAt(0);
      return readUnusual(text());
    }
    const { feePpm, timeMs, seed } = decided;
    return { decided, request: toRequest(parsed, { feePpm, timeMs, seed: () => seed }) };
  }
}

/** A valid line in an unusual form, such as with numbers as text. */
function readUnusual(text: string): RecordedAuction | undefined {
  const { decided: told, ...sent } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const decided = readDecided(told);
  // The deciding tiers are known already, and a publisher's ym-profile cannot be looked up here.
  const body = AuctionBody.safeParse({ ...sent, ym_profile_id: 1, publisher_id: undefined });
  if (decided === undefined || !body.success) return undefined;
  return { decided, request: toAuctionRequest(body.data, decided) };
}
