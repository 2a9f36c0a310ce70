import { createClient, isServiceError } from '@auction-tiers/client';
import type { LiveReport } from '@auction-tiers/contract';
import { expect, onTestFinished, test } from 'vitest';
import { createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { openInstance } from '../fixture/instance.ts';
import { useService } from '../fixture/service.ts';
import { failureOf } from '../fixture/trpc-client.ts';
import { auctionBodies } from './report-reader.ts';

const service = useService();

type Events = AsyncIterable<{ readonly id: string; readonly data: LiveReport }>;

const follow = (input: { ym_profile_id: number; lastEventId?: string }): Events => {
  const client = createClient({ url: service.url, apiKey: service.people.seller1.api_key, retry: { baseWaitMs: 1 } });
  return client.report.live.subscribe(input);
};

/** Events, until they come to so many auctions. */
async function readUntil(events: Events, auctions: number): Promise<LiveReport[]> {
  const seen: LiveReport[] = [];
  let sum = 0;
  for await (const { data } of events) {
    seen.push(data);
    sum += data.auctions;
    if (sum >= auctions) return seen;
  }
  throw new Error(`the events ended after ${sum} auctions`);
}

const sum = (events: readonly LiveReport[], figure: 'auctions' | 'sold' | 'without_bids') =>
  events.reduce((total, event) => total + event[figure], 0);

test('a follower gets what all processes count, once, from its own beginning on', async () => {
  const { send, redisUrl, dataDir } = service;
  const other = await openInstance({ REDIS_URL: redisUrl, DATA_DIR: dataDir });
  onTestFinished(() => other.close());
  const before = expectOk(await send('POST', '/auction/batch', { body: { auctions: auctionBodies(5) } }));
  expect(before.response['auctions']).toHaveLength(5);
  await service.opened.liveReport.flush();
  const last = await service.opened.liveReport.store.lastSecond({ memberId: 1, ymProfileId: 1 });
  const reading = readUntil(follow({ ym_profile_id: 1, lastEventId: last }), 50);
  expectOk(await send('POST', '/auction/batch', { body: { auctions: auctionBodies(30, 100) } }));
  expectOk(await other.send('POST', '/auction/batch', { body: { auctions: auctionBodies(20, 200) } }));
  const events = await reading;
  expect(sum(events, 'auctions')).toBe(50);
  expect(sum(events, 'without_bids')).toBe(
    auctionBodies(30, 100)
      .concat(auctionBodies(20, 200))
      .filter(({ bids }) => (bids as []).length === 0).length,
  );
  const outcomes = events.flatMap((event) => Object.values(event.outcomes)).reduce((total, one) => total + one, 0);
  const bids = auctionBodies(30, 100)
    .concat(auctionBodies(20, 200))
    .flatMap((body) => body['bids'] as []);
  expect(outcomes).toBe(bids.length);
});

test('a follower goes on from an event that it has seen', async () => {
  const { send } = service;
  const store = service.opened.liveReport.store;
  const { id } = await createYmProfile(send);
  const bodies = auctionBodies(6).map((body) => ({ ...body, ym_profile_id: id }));
  expectOk(await send('POST', '/auction/batch', { body: { auctions: bodies } }));
  await service.opened.liveReport.flush();
  const first = await store.lastSecond({ memberId: 1, ymProfileId: id });
  expectOk(await send('POST', '/auction/batch', { body: { auctions: bodies.slice(2) } }));
  await service.opened.liveReport.flush();
  expect(sum(await readUntil(follow({ ym_profile_id: id, lastEventId: '0-0' }), 10), 'auctions')).toBe(10);
  expect(sum(await readUntil(follow({ ym_profile_id: id, lastEventId: first }), 4), 'auctions')).toBe(4);
});

test('an event that is none is refused, and another member', async () => {
  const { url, people } = service;
  const refusalOf = async (apiKey: string, input: { ym_profile_id: number; lastEventId?: string }) => {
    const client = createClient({ url, apiKey });
    const events = client.report.live.subscribe(input);
    const error = await failureOf(events[Symbol.asyncIterator]().next());
    return isServiceError(error) ? error.data.error_id : String(error);
  };
  expect(await refusalOf(people.seller1.api_key, { ym_profile_id: 1, lastEventId: 'x' })).toBe('SYNTAX');
  expect(await refusalOf(people.seller2.api_key, { ym_profile_id: 1 })).toBe('SYNTAX');
});
