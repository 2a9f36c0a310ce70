import type { AnsweredNet, CompareReport, MeasuredAnswer } from '@auction-tiers/contract/compare-report';
import { movedMinimums } from '@auction-tiers/experiment';
import { fixedReach } from '@auction-tiers/inference';
import { hashSeed, Random } from '@auction-tiers/chance';
import {
  type AuctionRequest,
  Decision,
  maxPriceMicros,
  type Tier,
  type TierSet,
  type TierSetSource,
} from '@auction-tiers/tier-engine';
import { sell } from '../measuring/sale.ts';
import { toMoneyInterval } from './effect.ts';

/** Standard errors to either end of a measured answer's interval, which has 95 % confidence. */
const usualReach = fixedReach(Infinity);
const microsPerUnit = 1_000_000;
/** The purpose of these draws, which makes them independent of the draws of auctions. */
const purpose = 17;

const model =
  'Each buyer that was measured, and whose minimum changes, changes its bids as strongly as was measured for a change of its minimum: the price of every bid, and how many are sent. A buyer that would send more bids sends the same ones. The interval allows for the uncertainty of what was measured, buyer by buyer, and that of the sample. Buyers that were not measured bid as they did, and how a reaction grows beyond the minimum that was tested is not known.';

/** A sample of auctions, and the number of auctions of the log that it stands for. */
export interface Stratum {
  readonly auctions: readonly AuctionRequest[];
  readonly count: number;
}

/** What the answer of buyers adds to the net of tiers, CPM micros, with its standard error. */
export interface AnswerShift {
  readonly micros: number;
  readonly error: number;
}

/** Logarithms by which a buyer's prices and its number of bids change. */
interface BuyerChange {
  readonly price: number;
  readonly rate: number;
}

/** The answer of buyers that an experiment measured, on samples of a log. */
export class Answer {
  readonly #measured: MeasuredAnswer;
  readonly #decision = new Decision();

  constructor(measured: MeasuredAnswer) {
    this.#measured = measured;
  }

  /** What the answer of buyers to the draft's minimums, in place of the current ones, adds to the net of the draft. */
  shift(strata: readonly Stratum[], current: TierSetSource, draft: AnsweredTiers): AnswerShift {
    const changes = this.#changesOf(current, draft.source);
    const prepared = strata.map(({ auctions, count }) => ({
      auctions: auctions.map((one) => this.#prepare(one, draft)),
      count,
    }));
    const sumWith = (own: ReadonlyMap<number, BuyerChange>) => {
      let [micros, variance] = [0, 0];
      for (const { auctions, count } of prepared) {
        if (auctions.length === 0) continue;
        const shifts = auctions.map((auction) => this.#shiftOf(auction, draft.tierSet, own));
        const mean = shifts.reduce((sum, one) => sum + one, 0) / shifts.length;
        const squares = shifts.reduce((sum, one) => sum + (one - mean) ** 2, 0);
        micros += count * mean;
        if (shifts.length > 1) variance += (count ** 2 * squares) / (shifts.length - 1) / shifts.length;
      }
      return { micros, variance };
    };
    const values = new Map(Array.from(changes, ([member, { value }]) => [member, value]));
    const { micros, variance } = sumWith(values);
    let uncertain = 0;
    for (const [member, { value, error }] of changes) {
      for (const figure of ['price', 'rate'] as const) {
        if (error[figure] === 0) continue;
        const moved = new Map(values).set(member, { ...value, [figure]: value[figure] + error[figure] });
        uncertain += (sumWith(moved).micros - micros) ** 2;
      }
    }
    return { micros, error: Math.sqrt(variance + uncertain) };
  }

  /** The net of auctions under a draft with the bids that are expected of measured buyers, CPM micros. */
  expectedNet(auctions: readonly AuctionRequest[], current: TierSetSource, { tierSet, source }: AnsweredTiers): number {
    const values = new Map(Array.from(this.#changesOf(current, source), ([member, { value }]) => [member, value]));
    return auctions.reduce((sum, request) => {
      const prepared = this.#prepare(request, { tierSet, source });
      return sum + prepared.usualMicros + this.#shiftOf(prepared, tierSet, values);
    }, 0);
  }

  /** The minimums that buyers of a tier were measured between, net CPM micros; undefined: none of them was measured. */
  measuredBetween({ buyerMemberIds: members }: Tier): { readonly low: number; readonly high: number } | undefined {
    const ends = this.#measured.buyers.flatMap(({ member_id: member, minimum }) =>
      members.includes(member)
        ? [minimum.from, minimum.to].map((text) => Math.round(Number(text) * microsPerUnit))
        : [],
    );
    return ends.length === 0 ? undefined : { low: Math.min(...ends), high: Math.max(...ends) };
  }

  /** Whether the draft changes the minimum of a measured buyer. */
  reaches(current: TierSetSource, draft: TierSetSource): boolean {
    return this.#changesOf(current, draft).size > 0;
  }

  /**
   * Adds the answer to a difference in net. `interval`: of the difference per auction, in CPM micros. `reachOfErrors`:
   * standard errors that reach to either end of an interval of the same confidence; default: of 95 %.
   */
  answered(
    micros: number,
    { micros: shift, error }: AnswerShift,
    interval: { readonly ratio: number; readonly low: number; readonly high: number } | undefined,
    auctions: number,
    reachOfErrors = usualReach,
  ): AnsweredNet {
    const reach = (distance: number) => Math.hypot(distance, (reachOfErrors * error) / auctions);
    const net = toMoneyInterval({ low: micros + shift, high: 0 }, 1).low;
    if (interval === undefined) return { net, interval: null };
    const { ratio, low, high } = interval;
    const middle = ratio + shift / auctions;
    const range = { low: middle - reach(ratio - low), high: middle + reach(high - ratio) };
    return { net, interval: toMoneyInterval(range, auctions) };
  }

  says(): string {
    const { experiment_id: id, until } = this.#measured;
    return `The reaction of buyers is that which experiment ${id} measured until ${until} UTC. ${model}`;
  }

  section(sampled: number): Omit<NonNullable<CompareReport['measured_answer']>, 'with' | 'without'> {
    const { experiment_id, until, buyers } = this.#measured;
    return { experiment_id, until, model, sampled_auctions: sampled, buyers: buyers.map(({ member_id: id }) => id) };
  }

  #changesOf(current: TierSetSource, draft: TierSetSource) {
    const moved = movedMinimums(current.tiers, draft.tiers);
    return new Map(
      this.#measured.buyers.flatMap(({ member_id: member, mean_bid: price, bid_rate: rate }) => {
        const minimum = moved.get(member);
        if (minimum === undefined) return [];
        const ratio = Math.log(minimum.to / minimum.from);
        const errorOf = (one: typeof price) =>
          one === null ? 0 : (Math.abs(ratio) * (one.interval.high - one.interval.low)) / 2 / usualReach;
        const value = { price: ratio * (price?.value ?? 0), rate: ratio * (rate?.value ?? 0) };
        return [[member, { value, error: { price: errorOf(price), rate: errorOf(rate) } }] as const];
      }),
    );
  }

  #prepare(request: AuctionRequest, { tierSet }: AnsweredTiers) {
    const random = new Random(hashSeed(request.seed), purpose);
    const draws = request.bids.map(() => random.fraction());
    return { request, draws, usualMicros: this.#sell(tierSet, request) };
  }

  #shiftOf(
    { request, draws, usualMicros }: { request: AuctionRequest; draws: readonly number[]; usualMicros: number },
    tierSet: TierSet,
    changes: ReadonlyMap<number, BuyerChange>,
  ): number {
    if (!request.bids.some(({ memberId }) => memberId !== null && changes.has(memberId))) return 0;
    const bids = request.bids.flatMap((bid, index) => {
      const change = bid.memberId === null ? undefined : changes.get(bid.memberId);
      if (change === undefined) return [bid];
      if (draws[index]! >= Math.exp(change.rate)) return [];
      return [{ ...bid, grossMicros: Math.min(maxPriceMicros, Math.round(bid.grossMicros * Math.exp(change.price))) }];
    });
    return this.#sell(tierSet, { ...request, bids }) - usualMicros;
  }

  #sell(tierSet: TierSet, request: AuctionRequest): number {
    return sell(tierSet, request, this.#decision).netMicros;
  }
}

/** A compiled tier set and its source. */
export interface AnsweredTiers {
  readonly tierSet: TierSet;
  readonly source: TierSetSource;
}
