import type { ReadCommitment } from '@auction-tiers/contract';
import type { CompareReport, Recommendation, Row } from '@auction-tiers/contract/compare-report';

/** An interval of 95 %. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** A figure under the live tiers and under the draft, as earned. */
export interface Pair {
  readonly current: number;
  readonly draft: number;
  readonly difference: number;
}

/** A commitment, with the figures per day of the log that keep or break it. */
export interface Promised extends ReadCommitment {
  /** The name of the buyer or tier: `Saffron Travel`. */
  readonly who: string;
  readonly current: number;
  readonly draft: number;
  readonly isKept: boolean;
}

/** What the draft does to one buyer or tier: net to the seller. */
export interface Felt extends Pair {
  readonly id: number | null;
  readonly name: string;
  readonly interval: Interval | null;
  readonly direction: Row['direction'];
  readonly wins: { readonly current: number; readonly draft: number };
}

export interface ExampleWinner {
  readonly bidId: string;
  readonly memberId: number | null;
  readonly tierId: number | null;
  /** Net price of its bid, CPM. */
  readonly netPrice: number;
  /** Net of what it pays, CPM. */
  readonly netToSeller: number;
}

/** An auction that the draft decides otherwise. */
export interface Example {
  readonly kind: CompareReport['changes'][number]['kind'];
  readonly file: string;
  readonly place: string;
  readonly seed: string;
  readonly time: string;
  readonly bidsInAuction: number;
  readonly current: ExampleWinner | null;
  readonly draft: ExampleWinner | null;
}

/** The difference without and with the answer of buyers that an experiment measured. */
export interface Answered {
  readonly experimentId: number;
  readonly until: string;
  readonly without: { readonly net: number; readonly interval: Interval | null };
  readonly with: { readonly net: number; readonly interval: Interval | null };
}

export interface DayPair extends Pair {
  readonly date: string;
  readonly auctions: number;
}

/** What the page shows of a comparison's report; money is earned by the compared auctions, in the member's currency. */
export interface ComparisonReport {
  /** null: no experiment was chosen. */
  readonly answered: Answered | null;
  readonly recommendation: Recommendation;
  /** The causes of a hold; empty: there is nothing to add to the verdict's word. */
  readonly summary: string;
  readonly reasons: readonly string[];
  readonly auctions: number;
  /** The recorded share of all auctions. */
  readonly share: number;
  readonly timeZone: string;
  readonly net: Pair & {
    readonly interval: Interval | null;
    /** Per cent of the net under the live tiers. */
    readonly perCent: number | null;
    readonly perCentInterval: Interval | null;
  };
  readonly forgone: Pair;
  readonly perDay: (Pair & { readonly days: number; readonly interval: Interval | null }) | null;
  readonly days: readonly DayPair[];
  readonly commitments: readonly Promised[];
  readonly buyers: readonly Felt[];
  readonly tiers: readonly Felt[];
  readonly examples: readonly Example[];
  /** Sentences that come with any verdict. */
  readonly first: readonly string[];
  readonly warnings: readonly string[];
  /** How the interval came about, and what would make it surer. */
  readonly certainty: readonly string[];
  /** The rule that gave the verdict, in the order asked. */
  readonly rule: readonly string[];
  /** Auctions that the draft decides otherwise. */
  readonly touched: number;
}
