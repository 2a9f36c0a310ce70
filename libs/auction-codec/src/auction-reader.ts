import { BidReader } from './bid-reader.ts';
import { scanAuction } from './fields.gen.ts';
import { keyNumbers } from './keys.gen.ts';
import type { ParsedAuction } from './parsed-auction.ts';
import { Scanner } from './scanner.ts';

const [quote, comma, openBracket, backslash, closeBracket, openBrace, closeBrace] = [34, 44, 91, 92, 93, 123, 125];

/** Takes the auctions of a batch one by one, in order. */
export interface BatchVisitor {
  plain(parsed: ParsedAuction): void;
  /** The value between two places is not plainly right. Returns false where it is not even JSON: then the batch is none. */
  other(start: number, end: number): boolean;
}

/**
 * Reads auctions (the body of `POST /auction`) straight from their bytes: without a text, without `JSON.parse`, without
 * objects in between. It takes only what is plainly right; any other, right or wrong, gives undefined and is for the
 * contract's definition to read or to explain. Where it gives an auction, it is the one that the definition gives.
 */
export class AuctionReader {
  readonly #scan = new Scanner();
  readonly #bids = new BidReader(this.#scan);
  readonly #readBids = () => this.#bids.read();

  /** The auction that the bytes between two places are, or undefined. */
  read(bytes: Uint8Array, start: number, end: number): ParsedAuction | undefined {
    const parsed = this.readLogged(bytes, start, end);
    return parsed !== undefined && namesOne(parsed) ? parsed : undefined;
  }

  /** The same for one that may name no ym-profile, or two: the caller decides whose tiers are meant. */
  readLogged(bytes: Uint8Array, start: number, end: number): ParsedAuction | undefined {
    const scan = this.#scan;
    scan.begin(bytes, start, end);
    const parsed = this.#readNext();
    return scan.isPlain && scan.isAtEnd() ? parsed : undefined;
  }

  /**
   * The auctions of `{"auctions":[]}`, so many at the most. False: that is not plainly what the bytes are, and what was
   * visited is void.
   */
  readBatch(bytes: Uint8Array, mostAuctions: number, visitor: BatchVisitor): boolean {
    const scan = this.#scan;
    scan.begin(bytes, 0, bytes.length);
    scan.expect(openBrace);
    if (scan.key() !== keyNumbers.auctions) return false;
    scan.expect(openBracket);
    for (let count = 0; scan.isPlain && !scan.take(closeBracket); count++) {
      if (count === mostAuctions || (count > 0 && !scan.take(comma))) return false;
      const start = scan.at;
      const parsed = this.#readNext();
      if (scan.isPlain && parsed !== undefined && namesOne(parsed)) visitor.plain(parsed);
      else {
        const end = valueEnd(bytes, start);
        if (!visitor.other(start, end)) return false;
        scan.resume(end);
      }
    }
    scan.expect(closeBrace);
    return scan.isPlain && scan.isAtEnd();
  }

  #readNext(): ParsedAuction | undefined {
    return scanAuction(this.#scan, this.#readBids);
  }
}

const namesOne = ({ ymProfileId, publisherId }: ParsedAuction): boolean =>
  (ymProfileId === undefined) !== (publisherId === undefined);

/** Where the JSON value ends that starts at a place, if it is one: at the comma or bracket behind it, or at the end. */
function valueEnd(bytes: Uint8Array, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length; at++) {
    switch (bytes[at]) {
      case quote:
        at = textEnd(bytes, at + 1);
        break;
      case openBracket:
      case openBrace:
        depth++;
        break;
      case closeBracket:
      case closeBrace:
        if (depth === 0) return at;
        depth--;
        break;
      case comma:
        if (depth === 0) return at;
        break;
      default:
    }
  }
  return bytes.length;
}

/** The place of the quote that ends a text. */
function textEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
