import type { ClusterAttribute, Design } from '@auction-tiers/experiment';

/** Parts of the runs that ended so. */
export interface Ends {
  readonly publish: number;
  readonly stop: number;
  readonly go_on: number;
  readonly cannot_say: number;
  /** Of these, those that paused because the money was gone. */
  readonly paused: number;
  /** Mean day of a verdict or pause; null: none. */
  readonly mean_day: number | null;
}

/** What a design would find. */
export interface ExperimentReport {
  readonly design: Design;
  readonly runs: number;
  readonly days: number;
  readonly auctions_per_day: number;
  readonly seed: string;
  readonly clusters: { readonly by: ClusterAttribute; readonly count: number } | null;
  /** Of the market: what the rules do to bids as they are, what buyers then do, and both, in per cent of the live net. */
  readonly truth: { readonly rules_percent: number; readonly buyers_percent: number; readonly total_percent: number };
  readonly draft: Ends;
  /** Runs whose tier sets change places at random, so that there is no effect: what is said of them is false. */
  readonly without_effect: Ends;
  /** Of a switchback that ran to its end: intervals at the end that hold the truth, and that exclude 0; else null. */
  readonly buyers: { readonly mean_percent: number; readonly covered: number; readonly excludes_0: number } | null;
}
