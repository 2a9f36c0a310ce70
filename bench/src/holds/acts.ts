import { setTimeout } from 'node:timers/promises';
import { demoBuyers } from '@auction-tiers/contract/demo';
import { createRedisClient } from '@auction-tiers/store';
import { ask } from '../server/server.ts';
import { WrongAnswer } from '../suite/suite.ts';
import { type Disturbance, fileOf, type Target } from './disturbance.ts';

/** The partition of the demo's first seller, and a mark that tells changes of one revision apart; any text would do. */
const [partition, mark] = [1, '0be0c400'];
/** The most work of a batch: with 10,000 tiers of twenty buyers, a bid is compared with 500 tiers. */
const [batches, auctionsPerBatch, bidCount] = [8, 1000, 4];

/** Creates a ym-profile with `target.tiers` tiers of the demo's buyers. Returns its id. */
export async function importTiers(target: Target): Promise<number> {
  const { id } = await ask<{ readonly id: number }>(target, 'ym-profile', '/ym-profile', { name: 'Many' });
  const buyers = demoBuyers.map((buyer) => buyer.id);
  const path = `/ym-profile/import?id=${id}`;
  const file = fileOf(target.tiers, '25.000000', buyers);
  const { created } = await ask<{ readonly created: readonly object[] }>(target, 'ym-profile-import', path, file);
  if (created.length !== target.tiers) throw new WrongAnswer(`An import made ${created.length} tiers.`);
  return id;
}

/** Reads every tier of the seller, page by page, because the bytes of a page are limited. */
const list: Disturbance =
  async ({ url, headers }) =>
  async () => {
    for (let [next, count] = [0, 1]; next < count; ) {
      const query = next === 0 ? '' : `?start_element=${next}&num_elements=${count}`;
      const text = await (await fetch(`${url}/ym-auction-tier${query}`, { headers })).text();
      // Parsing megabytes would take processor time from the service; the numbers are at the start of an answer.
      const start = /^\{"response":\{"status":"OK","count":(\d+),"start_element":(\d+),"num_elements":(\d+),/.exec(
        text,
      );
      const [, all = 0, from = -1, rows = 0] = start?.map(Number) ?? [];
      if (from !== next || rows === 0) throw new WrongAnswer(`A page of the list is ${text.slice(0, 300)}`);
      [next, count] = [next + rows, all];
    }
  };

const keyOf = (name: string) => `at:{p${partition}}:${name}`;

/** Raises the revision without a change, as if the change stream was trimmed before the service had read it. */
const reload: Disturbance =
  async ({ url, redisUrl }) =>
  async () => {
    const redis = createRedisClient(redisUrl, { connectMs: 2000, commandMs: 2000 });
    await redis.connect();
    const revision = Number(await redis.get(keyOf('revision'))) + 1;
    await redis.mset(keyOf('revision'), revision, keyOf('head'), `${revision} ${mark}`);
    redis.disconnect();
    for (;;) {
      const { revisions } = (await (await fetch(`${url}/readyz`)).json()) as { readonly revisions?: readonly string[] };
      if (revisions?.[partition]?.startsWith(`${partition}-${revision}-`) === true) return;
      await setTimeout(50);
    }
  };

const hostileBatches: Disturbance = async (target) => {
  const ymProfileId = await importTiers(target);
  const bids = Array.from({ length: bidCount }, (_, at) => ({
    id: `b${at}`,
    member_id: demoBuyers[0]!.id,
    price: 0.5,
  }));
  const auctions = Array.from({ length: auctionsPerBatch }, () => ({ ym_profile_id: ymProfileId, bids }));
  const send = () => ask<readonly object[]>(target, 'auctions', '/auction/batch', { auctions });
  return async () => {
    const answers = await Promise.all(Array.from({ length: batches }, send));
    if (answers.some(({ length }) => length !== auctionsPerBatch)) throw new WrongAnswer('A batch is not whole.');
  };
};

/** Actions of a seller with very many tiers, each done once. */
export const acts: Readonly<Record<string, Disturbance>> = {
  nothing: async () => (signal) => setTimeout(1e6, undefined, { signal }).catch(() => undefined),
  'an import of 10,000 tiers': async (target) => () => importTiers(target),
  'a list of 100,000 tiers': list,
  'a reload of 100,000 tiers': reload,
  [`${batches} hostile batches at once`]: hostileBatches,
};
