import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type Abuse, askOver, type Assault, count, inTurn, prepareBy, type Target } from './abuse.ts';

const buyer = 107;
/** With 1,000 bids of the buyer of all tiers just below the bound on the work of one request. */
const tierCount = 4900;
const bidCount = 1000;
const connections = 16;

/** Every tier lists the buyer, and no bid meets its minimum, so that every bid is compared with every tier. */
const deepTiers = (): object[] =>
  Array.from({ length: tierCount }, (_, at) => ({
    name: `Tier ${at}`,
    priority: (at % 10) + 1,
    member_action: 'include',
    min_price: '900.000000',
    buyer_members: [{ id: buyer }],
  }));

async function createDeepTiers(target: Target): Promise<number> {
  const { id } = await prepareBy<{ id: number }>(target, 'ym-profile', '/ym-profile', { name: 'Deep' });
  await prepareBy(target, 'ym-profile-import', `/ym-profile/import?id=${id}`, fileOf(deepTiers()));
  return id;
}

const fileOf = (tiers: readonly object[]) => ({ ym_profile: {}, tiers, profiles: [] });

const heavyAuction = (ymProfileId: number): object => ({
  ym_profile_id: ymProfileId,
  bids: Array.from({ length: bidCount }, (_, at) => ({ id: `b${at}`, member_id: buyer, price: 1 + at / 1000 })),
});

/** A profile of about 200 KB. */
const largeProfile = (number: number): string =>
  JSON.stringify({
    name: `Large ${number}`,
    key_value_targets: [0, 1].map((key) => ({
      key: `key-${key}`,
      values: Array.from({ length: 1000 }, (_, at) => `${number}-${at}`.padStart(100, 'v')),
    })),
  });

/** What a seller may try with its own credential, under the limits that a new installation has. */
export const sellers: readonly Abuse[] = [
  {
    name: 'auctions of 4,900,000 comparisons over 16 connections',
    async prepare(target) {
      const body = JSON.stringify(heavyAuction(await createDeepTiers(target)));
      return askOver(connections, target, () => ({ method: 'POST', path: '/auction', body }));
    },
  },
  {
    name: 'batches of 4,900,000 comparisons over 16 connections',
    async prepare(target) {
      const body = JSON.stringify({ auctions: [heavyAuction(await createDeepTiers(target))] });
      return askOver(connections, target, () => ({ method: 'POST', path: '/auction/batch', body }));
    },
  },
  {
    name: 'explanations of 10 bids over 16 connections',
    async prepare(target) {
      const { bids, ...rest } = heavyAuction(await createDeepTiers(target)) as { readonly bids: readonly object[] };
      const body = JSON.stringify({ ...rest, bids: bids.slice(0, 10) });
      return askOver(connections, target, () => ({ method: 'POST', path: '/auction/explain', body }));
    },
  },
  {
    name: 'lists of 4,900 tiers over 16 connections',
    async prepare(target) {
      await createDeepTiers(target);
      const pages = ['', '?sort=name.desc', '?search=9', '?num_elements=1000&start_element=3000'];
      return askOver(connections, target, inTurn(pages.map((query) => ({ path: `/ym-auction-tier${query}` }))));
    },
  },
  {
    name: 'trial imports of 4,900 tiers, every second one with an error in each tier',
    async prepare(target) {
      const id = await createDeepTiers(target);
      const path = `/ym-profile/import?id=${id}&dry_run=true`;
      const wrong = deepTiers().map((tier) => ({ ...tier, priority: 11 }));
      const bodies = [deepTiers(), wrong].map((tiers) => JSON.stringify(fileOf(tiers)));
      return askOver(4, target, inTurn(bodies.map((body) => ({ method: 'POST', path, body }))));
    },
  },
  {
    name: 'profiles of 200 KB over 16 connections, until and after the quota',
    async prepare(target) {
      let number = 0;
      return askOver(connections, target, () => ({ method: 'POST', path: '/profile', body: largeProfile(number++) }));
    },
  },
  {
    name: '500 subscriptions to changes, while tiers are written',
    async prepare(target) {
      const { id } = await prepareBy<{ id: number }>(target, 'ym-profile', '/ym-profile', { name: 'Busy' });
      let number = 0;
      const write = askOver(4, target, () => ({
        method: 'POST',
        path: '/ym-auction-tier',
        body: JSON.stringify({ name: `Tier ${number++}`, ym_profile_id: id, buyer_members: [{ id: buyer }] }),
      }));
      return async (signal, counts) => {
        await Promise.all([
          write(signal, counts),
          ...Array.from({ length: 500 }, () => follow(target)(signal, counts)),
        ]);
      };
    },
  },
  {
    name: 'simulations started over 16 connections',
    async prepare(target) {
      const { id } = await prepareBy<{ id: number }>(target, 'ym-profile', '/ym-profile', { name: 'Tried' });
      const log = { kind: 'synthetic', auctions: 200_000, bids: 50, seed: 'abuse' };
      const body = JSON.stringify({ ym_profile_id: id, draft: { tiers: [], profiles: [] }, log });
      return askOver(connections, target, () => ({ method: 'POST', path: '/simulation', body }));
    },
  },
];

/** A subscription that is read to its end; a refused one is not tried again. */
function follow({ url, headers }: Target): Assault {
  return async (signal, counts) => {
    const sent = request(`${url}/trpc/changeLog.follow`, {
      signal,
      headers: { ...headers, accept: 'text/event-stream' },
    });
    sent.end();
    try {
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      count(counts, answer.statusCode === 200 ? 'subscriptions' : `subscription: ${answer.statusCode}`);
      await once(answer.resume(), 'end');
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  };
}
