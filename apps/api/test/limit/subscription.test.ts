import { type CallContext, maxSubscriptionsPerUser } from '@auction-tiers/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createHandlers } from '../../src/handlers/handlers.ts';
import { Subscriptions } from '../../src/handlers/request/subscriptions.ts';
import { parseRevision } from '../../src/mirror/stream-position.ts';
import { createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import type { Row } from '../fixture/request.ts';
import { ChangeFollower } from '../fixture/server-events.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
const { send } = service;

async function open(key: string): Promise<ChangeFollower> {
  const follower = await ChangeFollower.open(service.url, key);
  onTestFinished(() => follower.close());
  return follower;
}

/** Makes changes until something that waits for one is over: a follower is connected before it reads where it begins. */
async function withChanges<T>(
  told: Promise<T>,
  change: () => Promise<unknown> = () => createYmProfile(send),
): Promise<T> {
  const over = new AbortController();
  const settled = told.finally(() => over.abort());
  settled.catch(() => undefined);
  while (!over.signal.aborted) await change();
  return settled;
}

test('a user may have 10 subscriptions open: one more is refused, and another user has its own', async () => {
  const { seller1, seller2 } = service.people;
  const followers: ChangeFollower[] = [];
  for (let count = 0; count < 10; count += 1) followers.push(await open(seller1.api_key));
  // Each goes on.
  await withChanges(Promise.all(followers.map((follower) => follower.next())));
  await expect(withChanges((await open(seller1.api_key)).next())).rejects.toThrow(/"error_id":"LIMIT"/);
  const other = await open(seller2.api_key);
  const changeOther = () => send('POST', '/ym-profile', { key: seller2.api_key, body: { name: 'Other' } });
  expect((await withChanges(other.next(), changeOther)).entry.member_id).toBe(2);

  followers[0]?.close();
  await expect
    .poll(
      async () => {
        const change = await withChanges((await open(seller1.api_key)).next()).catch(() => null);
        return change?.entry.member_id;
      },
      { timeout: 60_000 },
    )
    .toBe(1);
});

test('subscriptions that ask for the changes after the same revision share one read', async () => {
  const [newest, before] = expectOk(await send('GET', '/change-log?num_elements=2')).response['change-logs'] as Row[];
  const { seller1 } = service.people;
  const caller = { userId: 1, username: seller1.username, role: 'seller', memberId: 1, scopes: ['read'] } as const;
  const call: CallContext = { caller, requestId: 'r', warn: () => {} };
  // Each subscription first reads where it begins; no read of changes is answered before all of them have asked.
  const { promise: allAsked, resolve: answer } = Promise.withResolvers<void>();
  const opened = vi.spyOn(Subscriptions.prototype, 'open');
  onTestFinished(() => opened.mockRestore());
  // A store of their own: the service itself follows the changes too, and may read after the same revision.
  const { store } = service.opened;
  const read = vi.fn<typeof store.changesAfter>(async (...position) => {
    await allAsked;
    return store.changesAfter(...position);
  });
  const { changeLog } = createHandlers({ ...service.opened, store: { ...store, changesAfter: read } });
  const over = new AbortController();
  const followers = Array.from({ length: maxSubscriptionsPerUser }, () =>
    changeLog.follow(call, { lastEventId: String(before?.['revision']) }, over.signal)[Symbol.asyncIterator](),
  );
  const next = Promise.all(followers.map((follower) => follower.next()));
  await expect.poll(() => opened.mock.calls.length).toBe(maxSubscriptionsPerUser);
  answer();
  const yielded = await next;
  expect(yielded.map(({ value }) => value?.revision as unknown)).toEqual(followers.map(() => newest?.['revision']));
  const asked = parseRevision(String(before?.['revision']));
  const same = read.mock.calls.filter(([, position]) => position.revision === asked?.revision);
  expect(same).toHaveLength(1);
  for (const follower of followers) await follower.return?.();
});
