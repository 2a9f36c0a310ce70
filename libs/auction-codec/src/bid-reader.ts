import type { Bid } from '@auction-tiers/tier-engine';
import { feeDecimals, longestBidId, mostEntries, priceDecimals, tooManyMicros, tooManyPpm } from './bound.ts';
import { IdMarks } from './id-marks.ts';
import { scanId } from './impression-scan.ts';
import { key } from './key.ts';
import type { Scanner } from './scanner.ts';
import { scanUsualBids } from './usual-bid.ts';

const [comma, openBracket, closeBracket, openBrace, closeBrace] = [44, 91, 93, 123, 125];

/** Reads the `bids` of an auction; where they are not plainly right, the scanner gives up. */
export class BidReader {
  readonly #scan: Scanner;
  readonly #marks = new IdMarks();

  constructor(scan: Scanner) {
    this.#scan = scan;
  }

  read(): Bid[] {
    const scan = this.#scan;
    const bids: Bid[] = [];
    this.#marks.begin();
    scan.expect(openBracket);
    while (scan.isPlain && !scan.take(closeBracket)) {
      if (bids.length > 0) scan.expect(comma);
      const { length } = bids;
      scanUsualBids(scan, this.#marks, bids);
      if (bids.length === length) bids.push(this.#readBid());
    }
    const isRepeated = this.#marks.mayRepeat && new Set(bids.map(({ id }) => id)).size < bids.length;
    if (isRepeated || bids.length > mostEntries) scan.giveUp();
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
          id = scan.idText();
          this.#marks.add(scan.textHash);
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
    return { id, memberId: memberId ?? null, grossMicros, feePpm };
  }
}
