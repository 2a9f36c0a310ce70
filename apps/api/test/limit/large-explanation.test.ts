import { setImmediate } from 'node:timers/promises';
import { AuctionBody, type Client } from '@auction-tiers/contract';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createHandlers } from '../../src/handlers/handlers.ts';
import { bid } from '../fixture/auction-body.ts';
import { createYmProfile, demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { useService } from '../fixture/service.ts';
import { importAnswer, sendFile } from '../fixture/tier-set-file.ts';

const service = useService({ RATE_LIMIT_AUCTION_WORK: '1000000000' });
const { send } = service;
const buyer = 107;
let largeId: number;
let demoId: number;

beforeAll(async () => {
  largeId = (await createYmProfile(send, { name: 'Large' })).id;
  demoId = (await demoYmProfile(send)).id;
  const tiers = Array.from({ length: 1000 }, (_, at) => ({ name: `T${at}`, buyer_members: [{ id: buyer }] }));
  importAnswer(await sendFile(send, largeId, { tiers, profiles: [] }));
});

const explain = (ym_profile_id: number, seed: string) =>
  send('POST', '/auction/explain', {
    body: { ym_profile_id, seed, bids: Array.from({ length: 10 }, (_, at) => bid(`b${at}`, buyer, 1)) },
  });

/** Counts the explanations that have begun, and keeps the large ones from going on. */
function holdLarge() {
  const { throttle } = service.opened;
  const takeWork = throttle.takeWork.bind(throttle);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const found = { large: 0, begun, release };
  throttle.takeWork = async (caller, work) => {
    if (work >= 10_000) {
      found.large++;
      begin();
      await released;
    }
    return takeWork(caller, work);
  };
  onTestFinished(() => {
    throttle.takeWork = takeWork;
  });
  return found;
}

test('large explanations are made one after the other, and a small one does not wait for them', async () => {
  const found = holdLarge();
  const explaining = ['a', 'b', 'c'].map((seed) => explain(largeId, seed));
  await found.begun;
  expectOk(await explain(demoId, 'small'));
  await setImmediate();
  expect(found.large).toBe(1);
  found.release();
  const answers = await Promise.all(explaining);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(found.large).toBe(3);
});

/** The handlers, and a large explanation that a client of this kind asks for. */
function asked(client: Client) {
  const { auction } = createHandlers(service.opened);
  const { admin } = service.people;
  const caller = { userId: 1, username: admin.username, role: 'admin', memberId: null, scopes: ['auction'] } as const;
  const call = { caller, client, requestId: 'r', warn: () => {} };
  const bids = Array.from({ length: 10 }, (_, at) => bid(`b${at}`, buyer, 1));
  return { auction, call, body: AuctionBody.parse({ ym_profile_id: largeId, seed: 's', bids }) };
}

test('the next explanation is made when the answer to the one before is written', async () => {
  const found = holdLarge();
  found.release();
  const answered: (() => void)[] = [];
  const { auction, call, body } = asked({
    address: () => '127.0.0.1',
    isGone: () => false,
    onAnswered: (act) => void answered.push(act),
  });
  const first = auction.explain(call, body);
  const second = auction.explain(call, body);
  expect((await first).bids).toHaveLength(10);
  await setImmediate();
  expect(found.large).toBe(1);
  answered[0]!();
  expect((await second).bids).toHaveLength(10);
});

test('an explanation whose client has gone by its turn is not made', async () => {
  const found = holdLarge();
  let isGone = false;
  const { auction, call, body } = asked({ address: () => '127.0.0.1', isGone: () => isGone });
  const first = auction.explain(call, body);
  const second = auction.explain(call, body);
  await found.begun;
  isGone = true;
  found.release();
  expect((await first).bids).toHaveLength(10);
  await expect(second).rejects.toThrow('disconnected');
  expect(found.large).toBe(1);
});
