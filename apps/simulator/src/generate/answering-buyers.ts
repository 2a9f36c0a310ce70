import { isDeepStrictEqual } from 'node:util';
import { AuctionBody, toAuctionRequest } from '@auction-tiers/contract';
import {
  answerPrice,
  type Asked,
  Budget,
  learn,
  type ResponseParams,
  type SyntheticAuction,
} from '@auction-tiers/market';
import { decideAuction, Decision, grossNeededMicros, netTakenMicros, type Tier } from '@auction-tiers/tier-engine';
import type { LoadedTierSet } from '../tier-set/tier-set-file.ts';

const [microsPerUnit, msPerHour, hoursPerDay, mille] = [1_000_000, 3_600_000, 24, 1000];

/** What the tiers that a draft changes ask of each buyer, minimums in net micros, by buyer; the key null: any buyer. */
export type ChangedTiers = ReadonlyMap<number | null, Required<Asked>>;

const buyersOf = ({ buyerMemberIds: ids }: Tier) => (ids === null || ids.length === 0 ? [null] : ids);

/** The highest priority of the tiers that include a buyer. */
function priorities(tiers: readonly Tier[]): ReadonlyMap<number | null, number> {
  const highest = new Map<number | null, number>();
  for (const tier of tiers) {
    if (tier.memberAction !== 'include') continue;
    for (const buyer of buyersOf(tier)) highest.set(buyer, Math.max(highest.get(buyer) ?? 0, tier.priority));
  }
  return highest;
}

export function changedTiers(current: readonly Tier[], draft: readonly Tier[]): ChangedTiers {
  const known = new Map(current.map((tier) => [tier.id, tier]));
  const [before, after] = [priorities(current), priorities(draft)];
  const asked = new Map<number | null, Required<Asked>>();
  for (const tier of draft) {
    if (isDeepStrictEqual(known.get(tier.id), tier)) continue;
    for (const buyer of buyersOf(tier)) {
      const minimum = Math.min(asked.get(buyer)?.minimum ?? Infinity, tier.minPriceMicros ?? 0);
      asked.set(buyer, { minimum, isPreferred: (after.get(buyer) ?? 0) > (before.get(buyer) ?? 0) });
    }
  }
  return asked;
}

/** The gross price, in micros, that a buyer bids who has learnt the part `learnt` of the draft, from 0 to 1. */
export function learntMicros(
  { memberId, grossMicros }: { readonly memberId: number | null; readonly grossMicros: number },
  changed: ChangedTiers,
  { feePpm, learnt, response }: { readonly feePpm: number; readonly learnt: number; readonly response: ResponseParams },
): number {
  const asked = changed.get(memberId) ?? changed.get(null);
  if (asked === undefined) return grossMicros;
  const minimum = grossNeededMicros(asked.minimum, feePpm) / microsPerUnit;
  return Math.round(microsPerUnit * answerPrice(grossMicros / microsPerUnit, { ...asked, minimum }, learnt, response));
}

interface AnswerOrder {
  readonly current: LoadedTierSet;
  /** Decides every auction from the first day on. */
  readonly draft: LoadedTierSet;
  readonly response: ResponseParams;
  /** Fee of bids that name none, parts per million. */
  readonly feePpm: number;
  /** The first day of the log, UTC. */
  readonly start: string;
}

/**
 * The buyers of a synthetic log who meet a draft on its first day: they learn it with a lag, save what they can, and have
 * daily budgets, which they spend in the order of the log.
 */
export class AnsweringBuyers {
  readonly #order: AnswerOrder;
  readonly #changed: ChangedTiers;
  readonly #limited: ReadonlySet<number>;
  readonly #startMs: number;
  /** By day since the first, because a log need not be in the order of time. */
  readonly #budgets = new Map<number, Budget>();
  readonly #decision = new Decision();

  constructor(order: AnswerOrder) {
    this.#order = order;
    this.#changed = changedTiers(order.current.source.tiers, order.draft.source.tiers);
    this.#limited = new Set(order.response.budget?.members);
    this.#startMs = Date.parse(order.start);
  }

  /** The auction with the bids that these buyers send: the same prices where they have nothing to answer. */
  answer(auction: SyntheticAuction): SyntheticAuction {
    const { response, feePpm: usualFeePpm, draft } = this.#order;
    const { publisher_id: _publisherId, ...own } = auction;
    const timeMs = Date.parse(auction.impression.time);
    const body = AuctionBody.parse({ ...own, ym_profile_id: 1 });
    const request = toAuctionRequest(body, { seed: auction.seed, timeMs, feePpm: usualFeePpm });
    const hours = (timeMs - this.#startMs) / msPerHour;
    const learnt = learn(0, 1, hours, response);
    const day = Math.floor(hours / hoursPerDay);
    const budget = this.#budgetOf(day);
    const bids = request.bids.flatMap((bid, at) => {
      if (this.#limited.has(bid.memberId ?? 0) && !budget.isLeft(day)) return [];
      const grossMicros = learntMicros(bid, this.#changed, { feePpm: request.feePpm, learnt, response });
      return [{ bid: { ...bid, grossMicros }, sent: { ...auction.bids[at]!, price: grossMicros / microsPerUnit } }];
    });
    if (this.#limited.size > 0) {
      const answered = { ...request, bids: bids.map(({ bid }) => bid) };
      decideAuction(draft.tierSet, answered, this.#decision);
      const winner = bids[this.#decision.winnerIndex]?.bid.memberId ?? 0;
      if (this.#limited.has(winner)) budget.spend(netTakenMicros(answered, this.#decision) / microsPerUnit / mille);
    }
    return { ...auction, bids: bids.map(({ sent }) => sent) };
  }

  #budgetOf(day: number): Budget {
    const known = this.#budgets.get(day) ?? new Budget(this.#order.response, 1);
    this.#budgets.set(day, known);
    return known;
  }
}
