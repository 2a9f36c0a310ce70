import { learn, type ResponseParams } from '@auction-tiers/market';
import { type ChangedTiers, learntMicros } from '../generate/answering-buyers.ts';
import { readAnswers } from './auction-count.ts';
import type { AuctionLoadRequest } from './door.ts';

/** How the buyers of a load answer a draft that an experiment tests. Plain data, for the thread that sends. */
export interface LearningOrder {
  readonly changed: ChangedTiers;
  readonly response: ResponseParams;
  readonly feePpm: number;
}

/** The part of an auction's body that buyers look at. */
interface SentAuction {
  readonly seed?: string;
  readonly impression?: { readonly site_id?: number };
  readonly bids: readonly { readonly member_id: number | null; readonly price: number | string }[];
}

interface Learnt {
  /** From 0, the current tiers, to 1, the draft. */
  readonly part: number;
  readonly atMs: number;
}

const [microsPerUnit, msPerHour] = [1_000_000, 3_600_000];

/**
 * The buyers of a load on a running experiment. On each site they learn the draft by the share of answers of its arm,
 * with the lag of the response, and bid accordingly.
 */
export class LearningBuyers {
  readonly #order: LearningOrder;
  readonly #nowMs: () => number;
  /** By site; undefined: auctions that name none. */
  readonly #learnt = new Map<number | undefined, Learnt>();

  #sent = 0;

  constructor(order: LearningOrder, nowMs: () => number = () => Date.now()) {
    this.#order = order;
    this.#nowMs = nowMs;
  }

  /** A batch whose `body` is made at each read, with the bids of that moment, and the sites of its auctions. */
  prepare(request: AuctionLoadRequest): {
    readonly request: AuctionLoadRequest;
    readonly sites: readonly (number | undefined)[];
  } {
    const { auctions } = JSON.parse(request.body ?? '') as { readonly auctions: readonly SentAuction[] };
    const bodyNow = () => JSON.stringify({ auctions: auctions.map((auction) => this.#answer(auction)) });
    const prepared = {
      ...request,
      get body() {
        return bodyNow();
      },
    };
    return { request: prepared, sites: auctions.map(siteOf) };
  }

  /** Learns from the answer to the auctions of these sites. */
  take(sites: readonly (number | undefined)[], body: string): void {
    const arms = readAnswers(body)?.map((answer) => (answer as { experiment?: { arm: string } }).experiment?.arm);
    if (arms?.length !== sites.length) return;
    const bySite = Map.groupBy(arms.entries(), ([at]) => sites[at]);
    const atMs = this.#nowMs();
    for (const [site, own] of bySite) {
      const { part, atMs: since } = this.#learnt.get(site) ?? { part: 0, atMs };
      const share = own.filter(([, arm]) => arm === 'T').length / own.length;
      const hours = Math.max(0, atMs - since) / msPerHour;
      this.#learnt.set(site, { part: learn(part, share, hours, this.#order.response), atMs });
    }
  }

  /** The auction without its seed, with a unit of its own and the bids that buyers send now. */
  #answer({ seed: _seed, ...auction }: SentAuction): object {
    const { changed, response, feePpm } = this.#order;
    const learnt = this.#learnt.get(siteOf(auction))?.part ?? 0;
    const bids = auction.bids.map((bid) => {
      const grossMicros = Math.round(Number(bid.price) * microsPerUnit);
      const asked = { memberId: bid.member_id, grossMicros };
      return { ...bid, price: learntMicros(asked, changed, { feePpm, learnt, response }) / microsPerUnit };
    });
    return { ...auction, unit: `load-${++this.#sent}`, bids };
  }
}

const siteOf = ({ impression }: Pick<SentAuction, 'impression'>) => impression?.site_id;
