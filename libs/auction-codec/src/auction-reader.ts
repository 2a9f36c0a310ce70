import type { AuctionType, Bid, Impression } from '@auction-tiers/tier-engine';
import { BidReader } from './bid-reader.ts';
import { feeDecimals, priceDecimals, tooManyMicros, tooManyPpm } from './bound.ts';
import { scanId, scanImpression } from './impression-scan.ts';
import { key } from './key.ts';
import { Scanner } from './scanner.ts';
import type { SentAuction } from './sent-auction.ts';
import { valueEnd } from './value-end.ts';

const [comma, openBracket, closeBracket, openBrace, closeBrace] = [44, 91, 93, 123, 125];
const longestSeed = 64;
const noImpression: Impression = {};

/** Takes the auctions of a batch one by one, in order. */
export interface BatchVisitor {
  plain(sent: SentAuction): void;
  /** What stands between two places is not plainly right. False: it is not even JSON, so that the batch is none. */
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

  /** The auction that the bytes between two places are, or undefined. */
  read(bytes: Uint8Array, start: number, end: number): SentAuction | undefined {
    const sent = this.readLogged(bytes, start, end);
    return sent !== undefined && namesOne(sent) ? sent : undefined;
  }

  /** The same for one that may name no ym-profile, or two: whose tiers are meant is for others to say. */
  readLogged(bytes: Uint8Array, start: number, end: number): SentAuction | undefined {
    const scan = this.#scan;
    scan.begin(bytes, start, end);
    const sent = this.#readNext();
    return scan.isPlain && scan.isAtEnd() ? sent : undefined;
  }

  /**
   * The auctions of `{"auctions":[]}`, so many at the most. False: that is not plainly what the bytes are, and what was
   * visited is void.
   */
  readBatch(bytes: Uint8Array, mostAuctions: number, visitor: BatchVisitor): boolean {
    const scan = this.#scan;
    scan.begin(bytes, 0, bytes.length);
    scan.expect(openBrace);
    if (scan.key() !== key.auctions) return false;
    scan.expect(openBracket);
    for (let count = 0; scan.isPlain && !scan.take(closeBracket); count++) {
      if (count === mostAuctions || (count > 0 && !scan.take(comma))) return false;
      const start = scan.at;
      const sent = this.#readNext();
      if (scan.isPlain && sent !== undefined && namesOne(sent)) visitor.plain(sent);
      else {
        const end = valueEnd(bytes, start);
        if (!visitor.other(start, end)) return false;
        scan.resume(end);
      }
    }
    scan.expect(closeBrace);
    return scan.isPlain && scan.isAtEnd();
  }

  #readNext(): SentAuction | undefined {
    const scan = this.#scan;
    let ymProfileId, publisherId, feePpm: number | undefined;
    let auctionType: AuctionType = 1;
    let bidFloorMicros = 0;
    let seed: string | undefined;
    let impression = noImpression;
    let timeMs: number | undefined;
    let bids: Bid[] | undefined;
    let seen = 0;
    scan.expect(openBrace);
    while (scan.isPlain && !scan.take(closeBrace)) {
      if (seen !== 0) scan.expect(comma);
      const found = scan.key();
      // A key that stands twice: the last one counts, but not here.
      if ((seen & (1 << found)) !== 0) scan.giveUp();
      seen |= 1 << found;
      switch (found) {
        case key.ym_profile_id:
          ymProfileId = scanId(scan);
          break;
        case key.publisher_id:
          publisherId = scanId(scan);
          break;
        case key.auction_type: {
          const type = scan.whole();
          if (type === 1 || type === 2) auctionType = type;
          else scan.giveUp();
          break;
        }
        case key.bid_floor:
          bidFloorMicros = scan.decimal(priceDecimals, tooManyMicros, true);
          break;
        case key.revenue_share_pct:
          feePpm = scan.decimal(feeDecimals, tooManyPpm, false);
          break;
        case key.seed:
          seed = scan.freshText();
          if (seed.length === 0 || seed.length > longestSeed) scan.giveUp();
          break;
        case key.impression:
          ({ impression, timeMs } = scanImpression(scan));
          break;
        case key.bids:
          bids = this.#bids.read();
          break;
        default:
          scan.giveUp();
      }
    }
    if (bids === undefined) return undefined;
    return { ymProfileId, publisherId, auctionType, bidFloorMicros, feePpm, seed, timeMs, impression, bids };
  }
}

const namesOne = ({ ymProfileId, publisherId }: SentAuction): boolean =>
  (ymProfileId === undefined) !== (publisherId === undefined);
