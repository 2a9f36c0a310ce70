import { setTimeout as wait } from 'node:timers/promises';
import type { Violation } from '../validator/violation.ts';
import { requireOk } from '../world/http.ts';
import type { Replica } from '../world/replica.ts';
import type { Outcome } from './figures.ts';
import { inOneWorld } from './one-world.ts';

const tierCount = 10_000;
const editsPerSecond = 50;
const firstBuyer = 100_001;
const importMs = 120_000;
/** An edit that no auction uses after this is a violation, not a slow one. */
const mostMs = 5000;

/**
 * How long after its acknowledgement an edit decides auctions at another replica: in a set of 10,000 tiers, alone and at
 * 50 edits a second. It asks for auctions until one uses the edit, so the time of the last auction is included.
 */
export const propagation = (edits: number): Promise<Outcome> =>
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
      const edit = (number: number) => editOnce({ writer, reader, key, ymProfileId, stored, number });

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
  readonly reader: Replica;
  readonly key: string;
  readonly ymProfileId: number;
  readonly stored: readonly StoredTier[];
  readonly number: number;
}

/** Changes the priority of one tier, and gives the milliseconds until an auction at the other replica uses it. */
async function editOnce({ writer, reader, key, ymProfileId, stored, number }: Edit): Promise<number> {
  const tier = stored[(number * 7919) % stored.length] as StoredTier;
  const priority = 1 + ((5 + number) % 10);
  const path = `/ym-auction-tier?id=${tier.id}`;
  // A name that changes each time: the priority may have this value already, and then nothing is to be seen.
  requireOk(
    await writer.connections.ask({ method: 'PUT', path, key, body: { priority, min_price: price(number) } }),
    'an edit',
  );
  const acknowledgedMs = performance.now();
  const [buyer] = tier.buyer_members;
  // The gross price of the fee of 15 %: the bid meets the new minimum by a micro, and no other one.
  const body = {
    ym_profile_id: ymProfileId,
    auction_type: 2,
    revenue_share_pct: 0,
    bids: [{ id: 'a', member_id: buyer?.id, price: 900_000 }],
  };
  for (;;) {
    const asked = { method: 'POST', path: '/auction', key, body } as const;
    const { winner } = requireOk(await reader.connections.ask(asked), 'an auction')['auction'] as {
      readonly winner: { readonly clearing_price: number } | null;
    };
    const ms = performance.now() - acknowledgedMs;
    // The only bid of a second-price auction pays the minimum of its tier.
    if (winner?.clearing_price === Number(price(number)) || ms >= mostMs) return ms;
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
