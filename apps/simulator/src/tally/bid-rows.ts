/** The bids of an auction in a breakdown: their keys, and where their rows are. Used again for the next auction. */
export class BidRows {
  count = 0;
  /** By place; NaN: it has no key. */
  keys = new Float64Array(64);
  rows = new Float64Array(64);

  /** Makes room for an auction. */
  reserve(count: number): void {
    this.count = count;
    if (count <= this.keys.length) return;
    this.keys = new Float64Array(2 * count);
    this.rows = new Float64Array(2 * count);
  }
}
