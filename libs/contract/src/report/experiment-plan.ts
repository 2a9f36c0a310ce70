/** What an experiment would take: the term `experiment-plan`. Money as earned, with nine decimals. */
export interface ExperimentPlan {
  readonly draft_id: number;
  /** The zone of the days that figures a day are of. */
  readonly timezone: string;
  /** Of the last 28 days. */
  readonly auctions_per_day: number;
  readonly net_per_day: string;
  /** Recorded auctions of the last week that were decided under both tier sets. */
  readonly recorded_auctions: number;
  /** Empty without recorded auctions. `share`: the share of the units that the draft decides. */
  readonly designs: readonly {
    readonly design: 'shadow' | 'split' | 'switchback' | 'hold_back';
    readonly share: number;
    /** `days`: until four of five experiments detect an effect of this size; null: more than a year. */
    readonly days: readonly { readonly percent: number; readonly days: number | null; readonly cost: string | null }[];
    /** The upper end of the 95 % interval of the draft's cost on the recorded bids. */
    readonly cost_per_day: string;
  }[];
  /** Sentences: days of the member's calendar behind and ahead. */
  readonly says: readonly string[];
  /** Attributes for a switchback's clusters; the values with the largest joint share of net first. Last the whole seller. */
  readonly clusters: readonly {
    readonly by: 'site' | 'placement' | 'country' | 'device' | 'seller' | 'seller_weeks';
    readonly values: readonly { readonly value: string; readonly share_of_net: number }[];
  }[];
}

export const experimentPlanKey = 'experiment-plan';
