import {
  type AuctionAnswer,
  AuctionBody,
  toAuctionAnswer,
  toAuctionRequest,
  type TierSetFile,
  toTierSetSource,
} from '@auction-tiers/contract';
import { compile, runAuction as decide } from '@auction-tiers/tier-engine';
import { createClient as connectRedis } from 'redis';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { bid, runAuction } from '../fixture/auction-body.ts';
import { createDraft, newYmProfile, updateDraft } from '../fixture/draft.ts';
import { createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { type Instance, openInstance } from '../fixture/instance.ts';
import type { Row, Send } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { exportOf, importAnswer, sendFile } from '../fixture/tier-set-file.ts';

const service = useService();
const { send } = service;
let other: Instance;
beforeAll(async () => {
  other = await openInstance({ REDIS_URL: service.redisUrl, DATA_DIR: service.dataDir });
});
afterAll(() => other.close());

const tierCount = 1000;
const buyerCount = 50;
const prices = ['0.50', '1.50', '2.50'];

/** Tiers of which each is different in every version. */
const tiersOf = (version: number): Row[] =>
  Array.from({ length: tierCount }, (_, at) => ({
    name: `Tier ${at}`,
    member_action: 'include',
    priority: 1 + ((at * 7 + version * 3) % 10),
    min_price: prices[(at + version) % prices.length],
    buyer_members: [{ id: 101 + ((at + version * 11) % buyerCount) }],
  }));

/** Auctions of ten buyers each. */
const bodiesOf = (ymProfileId: number): Row[] =>
  Array.from({ length: 20 }, (_, seed) => ({
    ym_profile_id: ymProfileId,
    seed: `replica-${seed}`,
    bids: Array.from({ length: 10 }, (_unused, at) =>
      bid(`b${at}`, 101 + ((seed * 10 + at) % buyerCount), 1 + (at % 3)),
    ),
  }));

/** What the engine makes of each auction under a tier set. */
function decisionsOf(file: TierSetFile, bodies: readonly Row[]): readonly Row[] {
  const compiled = compile(toTierSetSource(file));
  if (!compiled.ok) throw new TypeError('the tier set does not compile');
  const defaults = { seed: '', timeMs: 0, feePpm: (file.revenue_share_pct ?? 0) * 10_000 };
  return bodies.map((body) => {
    const { winner, bids } = toAuctionAnswer(
      decide(compiled.tierSet, toAuctionRequest(AuctionBody.parse(body), defaults)),
    );
    return { winner, bids };
  });
}

/** The number of the change that a revision is of. */
const numberOf = (revision: string): number => Number(revision.split('-')[1]);

test('while many tiers are published, each auction on each replica is decided by all of the old or all of the new tiers', async () => {
  const { id } = await createYmProfile(send);
  importAnswer(await sendFile(send, id, { tiers: tiersOf(0) }));
  const draft = await createDraft(send, id);
  const { tiers } = draft.tier_set;
  const changed = tiersOf(1).map((tier, at) => ({ ...tiers[at], ...tier }));
  await updateDraft(send, draft.id, { tier_set: { tiers: changed } });
  const bodies = bodiesOf(id);
  const before = await exportOf(send, id);
  const answered: { readonly at: number; readonly replica: number; readonly answer: AuctionAnswer }[] = [];
  const over = new AbortController();
  const ask = async (from: Send, replica: number) => {
    for (let at = 0; !over.signal.aborted; at = (at + 1) % bodies.length) {
      answered.push({ at, replica, answer: await runAuction(from, bodies[at] ?? {}) });
    }
  };
  // A change of anything else of the seller has a revision of its own.
  const seen = (replica: number, revision: string) => () =>
    answered.filter((one) => one.replica === replica && numberOf(one.answer.revision) >= numberOf(revision)).length;
  const asking = Promise.allSettled([ask(send, 0), ask(other.send, 1)]);
  try {
    for (const replica of [0, 1]) await expect.poll(seen(replica, before.revision)).toBeGreaterThan(bodies.length);
    expectOk(await send('POST', `/draft/publish?id=${draft.id}`));
    const { revision } = await exportOf(send, id);
    for (const replica of [0, 1]) await expect.poll(seen(replica, revision)).toBeGreaterThan(bodies.length);
  } finally {
    over.abort();
    await asking;
  }
  expect(await asking).toEqual(Array.from({ length: 2 }, () => ({ status: 'fulfilled', value: undefined })));
  const after = await exportOf(send, id);
  const decisions = new Map([before, after].map((file) => [file.revision, decisionsOf(file, bodies)]));
  expect(decisions.get(before.revision)).not.toEqual(decisions.get(after.revision));
  for (const { at, answer } of answered) {
    const { winner, bids, revision } = answer;
    const known = decisions.get(revision);
    const allowed = (known === undefined ? [...decisions.values()] : [known]).map((of) => of[at]);
    expect(allowed).toContainEqual({ winner, bids });
  }
});

test('a direct write on another replica is refused right after the member is set to publish by drafts', async () => {
  const { gold } = await newYmProfile(send);
  const profile = expectOk(await send('POST', '/profile', { body: { name: 'P' } })).response;
  const redis = connectRedis({ url: service.redisUrl });
  await redis.connect();
  onTestFinished(() => redis.destroy());
  const writes: readonly [Parameters<Send>[0], string, Row?][] = [
    ['PUT', `/ym-auction-tier?id=${gold.id}`, { priority: 1 }],
    ['POST', '/ym-auction-tier', { name: 'T', ym_profile_id: gold.ym_profile_id }],
    ['PUT', `/profile?id=${profile.id}`, { name: 'Q' }],
    ['DELETE', `/ym-auction-tier?id=${gold.id}`],
  ];
  for (const [method, path, body] of writes) {
    expectOk(await other.send('GET', '/member'));
    // Without a subscription the other replica is told of no change; it asks for changes once a second.
    await redis.sendCommand(['CLIENT', 'KILL', 'TYPE', 'pubsub']);
    expectOk(await send('PUT', '/member', { body: { publishing: 'draft' } }));
    const { status, response } = await other.send(method, path, body === undefined ? {} : { body });
    expect([method, path, status, response.error_id]).toEqual([method, path, 409, 'INTEGRITY']);
    expectOk(await send('PUT', '/member', { body: { publishing: 'direct' } }));
  }
});
