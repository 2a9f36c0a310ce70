import type { MeasuredAnswer } from './measured-answer.ts';

/** The ends of an interval, in CPM with six decimals. */
interface MoneyRange {
  readonly low: string;
  readonly high: string;
}

/** A part of the effect per 1,000 auctions, in CPM. */
interface Effect {
  /** null: the design has no such figure; `why` has the reason. */
  readonly per_thousand: string | null;
  /** 95 %, valid at all times together. */
  readonly interval: MoneyRange | null;
  /** 95 %, for a single look at the planned end; null before. */
  readonly interval_at_end: MoneyRange | null;
  readonly why: string | null;
}

/** A change in per cent with its 95 % interval, valid at all times together. */
interface Change {
  readonly percent: number;
  readonly interval: { readonly low: number; readonly high: number };
}

interface BuyerResult {
  readonly member_id: number;
  /** The buyer's spend per auction, mean bid and bids per auction, T against C; null: too little is known. */
  readonly spend: Change | null;
  readonly mean_bid: Change | null;
  readonly bid_rate: Change | null;
}

type ExperimentVerdict = 'publish' | 'go on' | 'stop' | 'cannot say';

/** The effect by hours since a change of arm, in per cent. */
interface CoursePoint {
  readonly from_hours: number;
  readonly to_hours: number | null;
  readonly change: Change | null;
}

/** What an experiment has shown so far: the term `experiment-result`. */
export interface ExperimentResult {
  /** R(T,b) - R(C,b) over all auctions of both arms. `sum`: money earned, with nine decimals. */
  readonly rules: Effect & { readonly sum: string };
  /** Is exactly `rules_in_t` plus `buyers`. */
  readonly total: Effect;
  readonly rules_in_t: Effect;
  readonly buyers: Effect & { readonly percent: Change | null };
  readonly arms: Readonly<
    Record<'C' | 'T', { readonly auctions: number; readonly units: number; readonly earned: string }>
  >;
  /** Share of the auctions that named no unit, so that their seed was used as the unit. */
  readonly without_unit: number;
  /** By local day since the start, from 0. Money earned: the rules part, and each arm's net per 1,000 auctions. */
  readonly days: readonly {
    readonly day: number;
    readonly auctions: number;
    readonly rules: string;
    readonly per_thousand: Readonly<Record<'C' | 'T', string | null>>;
    /** The rules part per 1,000 auctions up to the day's end, with its interval; null: too few hours. */
    readonly so_far: { readonly per_thousand: string; readonly interval: MoneyRange | null };
  }[];
  readonly buyers_by_member: readonly BuyerResult[];
  /** How buyers react to their minimums; null: another design, no minimum changed, or too little is known. */
  readonly answer: MeasuredAnswer | null;
  /** null: the design has no planned share of units. A Bayes factor below 0.001 speaks against the share. */
  readonly sample_ratio: { readonly bayes_factor: number; readonly is_kept: boolean } | null;
  /** The cost of the draft on the bids of its own auctions, and the cost at which it stops. */
  readonly money: { readonly spent: string; readonly stop: string };
  /** Of a switchback; null: another design. `five_days`: what buyers do with the shares of five days before, instead of two. */
  readonly switchback: {
    readonly cells: number;
    readonly course: readonly CoursePoint[];
    readonly has_settled: boolean;
    readonly five_days: Change | null;
    /** Student's t interval with the degrees of freedom of Bell and McCaffrey, for a single look. */
    readonly student: { readonly low: number; readonly high: number; readonly degrees_of_freedom: number } | null;
  } | null;
  readonly verdict: ExperimentVerdict;
  /** Days until an effect as large as this one would be significant; null: never, or more than a year. */
  readonly days_left: number | null;
  readonly says: readonly string[];
}

/** What is answered to a question for a result: with the start that it counts from, and the zone of its days. */
export interface ExperimentAnswer extends ExperimentResult {
  readonly start_at: string | null;
  readonly timezone: string;
}

export const experimentResultKey = 'experiment-result';
