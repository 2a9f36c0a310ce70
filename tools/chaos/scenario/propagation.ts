import { setTimeout as wait } from 'node:timers/promises';
import { keepAwake } from '../../system/awake.ts';
import type { Violation } from '../validator/violation.ts';
import { type Reply, requireOk } from '../world/http.ts';
import type { Replica } from '../world/replica.ts';
import type { Outcome } from './figures.ts';
import { inOneWorld } from './one-world.ts';

const tierCount = 10_000;
const editsPerSecond = 50;
const firstBuyer = 100_001;
const importMs = 120_000;
/** An edit that no auction uses after this is a violation, not a slow one. */
const mostMs = 5000;
/** Between two batches of auctions. */
const pauseMs = 2;
const highestPrice = 900_000;

/**
 * How long after its acknowledgement an edit decides auctions at another replica: in a set of 10,000 tiers, alone and at
 * 50 edits a second. It asks for auctions until one uses the edit; the time of the last one is included.
 */
export async function propagation(edits: number): Promise<Outcome> {
  const letSleep = await keepAwake();
  try {
    return await measurePropagation(edits);
  } finally {
    await letSleep?.();
  }
}

const measurePropagation = (edits: number): Promise<Outcome> =>
  inOneWorld(
    {
      name: 'propagation',
      workers: [1, 1],
      traffic: [],
      command: `npm run chaos -- --scenario propagation --rounds ${edits}`,
    },
    async ({ world, traffic, figures }) => {
      const { key } = world.seller;
      const [writer, reader] = world.replicas as [Replica, Replica];
      const ymProfileId = traffic.session.ymProfileIds[0] ?? 0;
      const tiers = Array.from({ length: tierCount }, (_, place) => ({
        name: `Tier ${place}`,
        member_action: 'include',
        min_price: '1.00',
        buyer_members: [{ id: firstBuyer + place }],
      }));
      const path = `/ym-profile/import?id=${ymProfileId}`;
      const asked = { method: 'POST', path, key, body: { tiers }, timeoutMs: importMs } as const;
      requireOk(await writer.connections.ask(asked), 'the import of 10,000 tiers');
      const listed = requireOk(
        await reader.connections.ask({ path: `/ym-profile/export?id=${ymProfileId}`, key, timeoutMs: importMs }),
        'the export',
      );
      const { tiers: stored } = listed['ym-profile-export'] as { readonly tiers: readonly StoredTier[] };
      const watch = new AuctionWatch(reader, key, ymProfileId);
      const edit = (number: number) => editOnce({ writer, watch, key, stored, number });

      const alone: number[] = [];
      for (let number = 0; number < edits / 10; number++) alone.push(await edit(number));
      const steady: Promise<number>[] = [];
      const startMs = performance.now();
      for (let number = 0; number < edits; number++) {
        await wait(Math.max(0, startMs + (number * 1000) / editsPerSecond - performance.now()));
        steady.push(edit(number + edits));
      }
      const together = await Promise.all(steady);
      const seconds = (performance.now() - startMs) / 1000;
      Object.assign(figures.measured, {
        'edits per second': together.length / seconds,
        ...named('alone', alone),
        ...named(`at ${editsPerSecond} edits a second`, together),
      });
      const late = [...alone, ...together].filter((ms) => ms >= mostMs);
      return late.map((): Violation => ({ law: 'replicas', what: `an edit was not used within ${mostMs} ms` }));
    },
  );

interface StoredTier {
  readonly id: number;
  readonly buyer_members: readonly { readonly id: number }[];
}

interface Edit {
  readonly writer: Replica;
  readonly watch: AuctionWatch;
  readonly key: string;
  readonly stored: readonly StoredTier[];
  readonly number: number;
}

/** Changes the minimum of one tier, and gives the milliseconds until an auction at the other replica uses it. */
async function editOnce({ writer, watch, key, stored, number }: Edit): Promise<number> {
  const tier = stored[(number * 7919) % stored.length] as StoredTier;
  const path = `/ym-auction-tier?id=${tier.id}`;
  const asked = { method: 'PUT', path, key, body: { min_price: price(number) } } as const;
  requireOk(await writer.connections.ask(asked), 'an edit');
  return watch.used(tier.buyer_members[0]?.id ?? 0, Number(price(number)));
}

/** An edit that no auction has used yet. */
interface Awaited {
  readonly buyer: number;
  readonly price: number;
  readonly acknowledgedMs: number;
  readonly tell: (ms: number) => void;
}

/** Asks one replica for auctions, all that are waited for in one batch, one batch after the other. */
class AuctionWatch {
  readonly #ask: (body: object) => Promise<Reply>;
  readonly #ymProfileId: number;
  readonly #awaited = new Set<Awaited>();
  #isAsking = false;

  constructor({ connections }: Replica, key: string, ymProfileId: number) {
    this.#ask = (body) => connections.ask({ method: 'POST', path: '/auction/batch', key, body });
    this.#ymProfileId = ymProfileId;
  }

  /** Resolves with the milliseconds from now until a buyer's only bid pays this price, which is its tier's minimum. */
  used(buyer: number, price: number): Promise<number> {
    return new Promise((tell) => {
      this.#awaited.add({ buyer, price, acknowledgedMs: performance.now(), tell });
      if (!this.#isAsking) void this.#askAll();
    });
  }

  async #askAll(): Promise<void> {
    this.#isAsking = true;
    while (this.#awaited.size > 0) {
      const asked = [...this.#awaited];
      const auctions = asked.map(({ buyer }) => ({
        ym_profile_id: this.#ymProfileId,
        auction_type: 2,
        revenue_share_pct: 0,
        bids: [{ id: 'a', member_id: buyer, price: highestPrice }],
      }));
      const content = requireOk(await this.#ask({ auctions }), 'a batch of auctions');
      const answers = content['auctions'] as readonly { readonly winner: { readonly clearing_price: number } | null }[];
      const nowMs = performance.now();
      for (const [place, one] of asked.entries()) {
        const ms = nowMs - one.acknowledgedMs;
        if (answers[place]?.winner?.clearing_price !== one.price && ms < mostMs) continue;
        this.#awaited.delete(one);
        one.tell(ms);
      }
      await wait(pauseMs);
    }
    this.#isAsking = false;
  }
}

/** A minimum that no other edit sets. */
const price = (number: number) => (1 + number / 1000).toFixed(6);

function named(how: string, samples: readonly number[]): Record<string, number> {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return {
    [`${how}, median ms`]: at(0.5),
    [`${how}, p99 ms`]: at(0.99),
    [`${how}, most ms`]: at(1),
  };
}
