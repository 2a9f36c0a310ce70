import type { AuctionRequest, AuctionType, Bid, Impression } from '@auction-tiers/tier-engine';
import { maxPriceMicros } from '@auction-tiers/tier-engine';
import type { LineDefaults } from '../line-default.ts';
import { scanId, scanImpression } from './impression-scan.ts';
import { key } from './key.ts';
import { Scanner } from './scanner.ts';

const [comma, openBracket, closeBracket, openBrace, closeBrace] = [44, 91, 93, 123, 125];
const [priceDecimals, tooManyMicros] = [6, maxPriceMicros + 1];
const [feeDecimals, tooManyPpm] = [4, 1_000_000];
const longestSeed = 64;
const longestBidId = 255;
const mostBids = 1000;
const noImpression: Impression = {};
const markCount = 4096;

/**
 * Reads lines of our own form straight from their bytes to what the engine takes: without a text, without `JSON.parse`,
 * without objects in between. It takes only what is plainly right; any other line, right or wrong, gives undefined and is
 * for the contract's schema to read or to explain. Where it gives an auction, it is the one that the schema gives.
 */
export class OwnLineReader {
  readonly #scan = new Scanner();
  readonly #memberOf: ((memberId: number) => number) | undefined;
  /** By the hash of a bid's id, the last line that had one: finds lines that may repeat an id, at no cost to the others. */
  readonly #marks = new Uint32Array(markCount);
  #line = 0;
  #mayRepeatId = false;

  /** `memberOf` maps the member ids of the log; undefined: they are the right ones. */
  constructor(memberOf?: (memberId: number) => number) {
    this.#memberOf = memberOf;
  }

  /** The auction of the line between two places, or undefined. */
  read(bytes: Buffer, start: number, end: number, defaults: LineDefaults): AuctionRequest | undefined {
    const scan = this.#scan;
    scan.begin(bytes, start, end);
    this.#line = (this.#line + 1) >>> 0;
    this.#mayRepeatId = false;
    let auctionType: AuctionType = 1;
    let bidFloorMicros = 0;
    let feePpm = defaults.feePpm;
    let seed: string | undefined;
    let impression = noImpression;
    let timeMs = NaN;
    let bids: Bid[] | undefined;
    let seen = 0;
    scan.expect(openBrace);
    while (scan.isPlain && !scan.take(closeBrace)) {
      if (seen !== 0) scan.expect(comma);
      const found = scan.key();
      if ((seen & (1 << found)) !== 0) scan.giveUp();
      seen |= 1 << found;
      switch (found) {
        // Whose tiers are meant is for the replay to say.
        case key.ym_profile_id:
        case key.publisher_id:
          scan.whole();
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
          bids = this.#readBids();
          break;
        default:
          scan.giveUp();
      }
    }
    if (bids === undefined || !scan.isPlain || !scan.isAtEnd()) return undefined;
    return {
      auctionType,
      bidFloorMicros,
      feePpm,
      seed: seed ?? defaults.seed(),
      timeMs: Number.isNaN(timeMs) ? defaults.timeMs : timeMs,
      impression,
      bids,
    };
  }

  #readBids(): Bid[] {
    const scan = this.#scan;
    const bids: Bid[] = [];
    scan.expect(openBracket);
    while (scan.isPlain && !scan.take(closeBracket)) {
      if (bids.length > 0) scan.expect(comma);
      bids.push(this.#readBid());
    }
    const isRepeated = this.#mayRepeatId && new Set(bids.map(({ id }) => id)).size < bids.length;
    if (isRepeated || bids.length > mostBids) scan.giveUp();
    return bids;
  }

  #readBid(): Bid {
    const scan = this.#scan;
    let id = '';
    let memberId: number | null | undefined;
    let grossMicros = -1;
    let feePpm: number | undefined;
    let seen = 0;
    scan.expect(openBrace);
    while (scan.isPlain && !scan.take(closeBrace)) {
      if (seen !== 0) scan.expect(comma);
      const found = scan.key();
      if ((seen & (1 << found)) !== 0) scan.giveUp();
      seen |= 1 << found;
      switch (found) {
        case key.id:
          id = scan.text();
          this.#mark(scan.textHash);
          break;
        case key.member_id:
          memberId = scan.takeNull() ? null : scanId(scan);
          break;
        case key.price:
          grossMicros = scan.decimal(priceDecimals, tooManyMicros, true);
          break;
        case key.revenue_share_pct:
          feePpm = scan.decimal(feeDecimals, tooManyPpm, false);
          break;
        default:
          scan.giveUp();
      }
    }
    if (id === '' || id.length > longestBidId || memberId === undefined || grossMicros < 0) scan.giveUp();
    const member = memberId ?? null;
    return { id, memberId: member === null ? null : (this.#memberOf?.(member) ?? member), grossMicros, feePpm };
  }

  #mark(hash: number): void {
    const slot = hash & (markCount - 1);
    if (this.#marks[slot] === this.#line) this.#mayRepeatId = true;
    this.#marks[slot] = this.#line;
  }
}
