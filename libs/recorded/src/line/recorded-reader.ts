import { AuctionReader, type Decided, readDecided, readRecordedLine, toRequest } from '@auction-tiers/auction-codec';
import { AuctionBody, toAuctionRequest } from '@auction-tiers/contract';
import { withoutUnknownPlaces } from '@auction-tiers/dma-data';
import type { AuctionRequest } from '@auction-tiers/tier-engine';

const [lineFeed, comma] = [10, 44];
/** The deciding tiers are known already, and a publisher's ym-profile cannot be looked up. This value is valid. */
const anyYmProfileId = 1;

/** An auction as it was recorded: with all that the service filled in, and what it decided. */
export interface RecordedAuction {
  readonly request: AuctionRequest;
  readonly decided: Decided;
  /** Id of the user or session; undefined: the auction names none. */
  readonly unit: string | undefined;
}

/** Reads the lines of recorded auctions. It needs no more than their bytes, so that the page uses it too. */
export class RecordedReader {
  readonly #reader = new AuctionReader();
  readonly #decoder = new TextDecoder();

  /** Gives the auction of each line to `take`, and returns the number of lines that could not be read. */
  read(bytes: Uint8Array, take: (auction: RecordedAuction) => void): number {
    let unread = 0;
    for (let start = 0; start < bytes.length; ) {
      const feed = bytes.indexOf(lineFeed, start);
      const end = feed < 0 ? bytes.length : feed;
      const auction = this.#readLine(bytes, start, end);
      if (auction === undefined) unread++;
      else take(auction);
      start = end + 1;
    }
    return unread;
  }

  #readLine(bytes: Uint8Array, start: number, end: number): RecordedAuction | undefined {
    const line = readRecordedLine(bytes, start, end);
    if (line === undefined) return undefined;
    const { feePpm, timeMs, seed } = line.decided;
    const parsed = this.#reader.readLogged(bytes, line.start, end);
    if (parsed !== undefined) {
      const request = toRequest(parsed, { feePpm, timeMs, seed: () => seed });
      return { request, decided: line.decided, unit: parsed.unit };
    }
    // Reading the line has replaced the comma after `decided` by a brace.
    bytes[line.start] = comma;
    return readUnusual(this.#decoder.decode(bytes.subarray(start, end)));
  }
}

/** A line whose body is in a form that only its schema reads, such as with numbers as text. */
function readUnusual(text: string): RecordedAuction | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { decided: told, ...sent } = Object(value) as Readonly<Record<string, unknown>>;
  const decided = readDecided(told);
  const body = AuctionBody.safeParse({ ...sent, ym_profile_id: anyYmProfileId, publisher_id: undefined });
  if (decided === undefined || !body.success) return undefined;
  const request = toAuctionRequest(body.data, decided);
  // As the service decides it.
  const impression = withoutUnknownPlaces(request.impression);
  return { request: { ...request, impression }, decided, unit: body.data.unit ?? undefined };
}
