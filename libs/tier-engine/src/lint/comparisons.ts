/**
 * The most comparisons that one lint makes. Of 10,000 tiers that each target a domain of their own, every pair would
 * have to be compared, once per buyer: 350 million comparisons and 36 s for one buyer. A comparison takes 0.1 to 0.4
 * µs, so all comparisons of a lint take up to 4 s. Sets of 10,000 tiers with 20 buyers each made 18,000 comparisons
 * where they target countries and languages, and 1.5 million where each targets a site of its own; ten million suffice
 * for 1,600 tiers of one buyer and priority whose domains differ.
 */
export const mostComparisons = 10_000_000;

/** Counts one lint's comparisons, of about equal cost: a pair of tier groups, or the look-up of a value or domain. */
export class Comparisons {
  made = 0;
  /** Whether a pair was left out because the bound was reached. */
  isCutShort = false;
  readonly most: number;

  constructor(most: number = mostComparisons) {
    this.most = most;
  }

  /** Whether one more pair may be compared. Counting, and not time, ends a lint: the same set gives the same findings. */
  begin(): boolean {
    if (this.made >= this.most) this.isCutShort = true;
    else this.made += 1;
    return !this.isCutShort;
  }
}
