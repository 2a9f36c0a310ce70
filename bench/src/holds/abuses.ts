import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { ask } from '../server/server.ts';
import { type Asked, askOver, type Disturbance, fileOf, sendOver, type Target } from './disturbance.ts';

const buyer = 107;
/** 400 bids of a buyer in all tiers are just below the work limit of one request. */
const [tierCount, mostBids] = [4900, 400];
/** No bid reaches a tier's minimum, so every bid is compared with every tier. */
const deepFile = fileOf(tierCount, '900.000000', [buyer]);

const stranger = ({ url }: Target) => ({ url, headers: { 'content-type': 'application/json' } });
/** The text of a request, whose body may be shorter than its header says. */
const head = (line: string, bodyBytes: number): string =>
  `${line} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${bodyBytes}\r\n\r\n`;
const login = (username: string): string => JSON.stringify({ auth: { username, password: 'wrong password' } });
const post = (path: string, body: object): Asked => ({ method: 'POST', path, body: JSON.stringify(body) });

/** Returns the requests in turn, repeatedly. */
function inTurn(...requests: readonly Asked[]): () => Asked {
  let at = 0;
  return () => requests[at++ % requests.length]!;
}

const createYmProfile = async (target: Target): Promise<number> =>
  (await ask<{ readonly id: number }>(target, 'ym-profile', '/ym-profile', { name: 'Abused' })).id;

async function createDeepTiers(target: Target): Promise<number> {
  const id = await createYmProfile(target);
  await ask(target, 'ym-profile-import', `/ym-profile/import?id=${id}`, deepFile);
  return id;
}

/** Requests with an auction of many bids, each compared with every tier. */
const heavy =
  (path: string, bidCount: number, bodyOf: (auction: object) => object): Disturbance =>
  async (target) => {
    const bids = Array.from({ length: bidCount }, (_, at) => ({
      id: `b${at}`,
      member_id: buyer,
      price: 1 + at / 1000,
    }));
    return askOver(16, target, inTurn(post(path, bodyOf({ ym_profile_id: await createDeepTiers(target), bids }))));
  };

const subscriptions: Disturbance = async (target) => {
  const ymProfileId = await createYmProfile(target);
  const write = askOver(4, target, () =>
    post('/ym-auction-tier', { name: 'Busy', ym_profile_id: ymProfileId, buyer_members: [{ id: buyer }] }),
  );
  const events = { ...target, headers: { ...target.headers, accept: 'text/event-stream' } };
  const follow = askOver(500, events, inTurn({ path: '/trpc/changeLog.follow' }));
  return (signal) => Promise.all([write(signal), follow(signal)]);
};

/** Abuse by a client without credentials, and by another seller within the limits of a new installation. */
export const abuses: Readonly<Record<string, Disturbance>> = {
  'documents over 32 connections': async (target) =>
    askOver(32, stranger(target), inTurn({ path: '/docs' }, { path: '/openapi.json' })),
  'pipelined requests, 1,600 on each of 50 connections, no answer read': async ({ url }) =>
    sendOver(50, url, async (socket, isOver) => {
      socket.pause();
      socket.write('GET /openapi.json HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(1600));
      await once(socket, 'close', { signal: isOver });
    }),
  'logins over 300 connections, abandoned at once': async ({ url }) => {
    let number = 0;
    return sendOver(300, url, async (socket, isOver) => {
      const body = login(`nobody-${number++}`);
      socket.write(head('POST /auth', Buffer.byteLength(body)) + body);
      await setTimeout(100, undefined, { signal: isOver });
    });
  },
  'wrong passwords of admin over 32 connections': async (target) =>
    askOver(32, stranger(target), inTurn({ method: 'POST', path: '/auth', body: login('admin') })),
  'bodies of 200 connections that arrive a byte per 50 ms': async ({ url }) =>
    sendOver(200, url, async (socket, isOver) => {
      socket.resume();
      socket.write(head('POST /auth', 100_000));
      for (; ; socket.write(' ')) await setTimeout(50, undefined, { signal: isOver });
    }),
  'bodies of 16 connections that go on after their answer': async ({ url }) => {
    const piece = Buffer.alloc(64 * 1024, ' ');
    return sendOver(16, url, async (socket, isOver) => {
      socket.resume();
      socket.write(head('POST /ym-auction-tier', 1_000_000_000));
      for (;;) if (!socket.write(piece)) await once(socket, 'drain', { signal: isOver });
    });
  },
  'auctions of 1,960,000 comparisons over 16 connections': heavy('/auction', mostBids, (auction) => auction),
  'batches of 1,960,000 comparisons over 16 connections': heavy('/auction/batch', mostBids, (one) => ({
    auctions: [one],
  })),
  'explanations of 10 bids over 16 connections': heavy('/auction/explain', 10, (auction) => auction),
  'lists of 4,900 tiers over 16 connections': async (target) => {
    await createDeepTiers(target);
    const pages = ['', '?sort=name.desc', '?search=9', '?num_elements=1000&start_element=3000'];
    return askOver(16, target, inTurn(...pages.map((query) => ({ path: `/ym-auction-tier${query}` }))));
  },
  'trial imports of 4,900 tiers, every second one with an error in each tier': async (target) => {
    const path = `/ym-profile/import?id=${await createDeepTiers(target)}&dry_run=true`;
    return askOver(4, target, inTurn(post(path, deepFile), post(path, fileOf(tierCount, 'wrong', [buyer]))));
  },
  'profiles of 200 KB over 16 connections, until and after the quota': async (target) => {
    let number = 0;
    return askOver(16, target, () => {
      number += 1;
      const values = Array.from({ length: 1000 }, (_, at) => `${number}-${at}`.padStart(100, 'v'));
      const targets = [0, 1].map((key) => ({ key: `key-${key}`, values }));
      return post('/profile', { name: `Large ${number}`, key_value_targets: targets });
    });
  },
  '500 subscriptions to changes, while tiers are written': subscriptions,
  'simulations started over 16 connections': async (target) => {
    const log = { kind: 'synthetic', auctions: 200_000, bids: 50, seed: 'abuse' };
    const ymProfileId = await createYmProfile(target);
    const body = { ym_profile_id: ymProfileId, draft: { tiers: [], profiles: [] }, log };
    return askOver(16, target, inTurn(post('/simulation', body)));
  },
};
