import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { type Instance, openInstance } from '../fixture/instance.ts';
import type { Row } from '../fixture/request.ts';
import { startDemoData } from '../fixture/service.ts';
import { createClient } from '../fixture/trpc-client.ts';
import { totalOf } from '../report/report-reader.ts';

/** Two replicas on one Redis. */
let replicas: readonly [Instance, Instance];

beforeAll(async () => {
  const data = await startDemoData();
  const environment = { ...data.environment, RECORD_AUCTIONS: '0' };
  replicas = [await openInstance(environment), await openInstance(environment)];
  return async () => {
    for (const one of replicas) await one.close();
    await data.close();
  };
});

const bids = [{ id: 'a', member_id: 101, price: 2 }];

/** The auctions that both replicas have counted. */
async function countedOf(ymProfileId: number): Promise<unknown> {
  for (const { opened } of replicas) await opened.liveReport.flush();
  return (await totalOf(replicas[0].send, '', ymProfileId))?.['auctions'] ?? 0;
}

const withoutDebug = ({ dbg_info: _debug, ...content }: object & { readonly dbg_info?: unknown }) => content;

const doors = [
  {
    path: '/auction',
    body: (ymProfileId: number): Row => ({ ym_profile_id: ymProfileId, seed: 's', bids }),
    auctions: 1,
  },
  { path: '/auction', body: (ymProfileId: number): Row => ({ ym_profile_id: ymProfileId, bids }), auctions: 1 },
  {
    path: '/auction/batch',
    body: (ymProfileId: number): Row => ({ auctions: [1, 2].map(() => ({ ym_profile_id: ymProfileId, bids })) }),
    auctions: 2,
  },
  {
    path: '/openrtb2/auction',
    body: (ymProfileId: number): Row => ({ ym_profile_id: ymProfileId, bid_request: { id: 'r', imp: [{ id: '1' }] } }),
    auctions: 1,
  },
];

test.for(doors)('a retry of $path is decided and counted once, on any replica', async ({ path, body, auctions }) => {
  const [first, second] = replicas;
  const { id } = await createYmProfile(first.send);
  const key = randomUUID();
  const sent = { body: body(id), headers: { 'idempotency-key': key } };
  const made = expectOk(await first.send('POST', path, sent));
  const content = withoutDebug(made.response);
  for (const replica of [first, second, second]) {
    const again = expectOk(await replica.send('POST', path, sent));
    expect(withoutDebug(again.response)).toEqual(content);
    expect(again.response.dbg_info.warnings).toContainEqual(expect.stringMatching(/earlier request/));
  }
  expect(await countedOf(id)).toBe(auctions);
  for (const replica of replicas) {
    const other = {
      ...sent,
      body: { ...body(id), ...(path === '/auction/batch' ? { auctions: [] } : { seed: 'other' }) },
    };
    const refused = await replica.send('POST', path, other);
    expect([refused.status, refused.response['error_code']]).toEqual([409, expect.any(String)]);
  }
  expect(await countedOf(id)).toBe(auctions);
});

test('the same request sent to two replicas at once is decided once', async () => {
  const { id } = await createYmProfile(replicas[0].send);
  const sent = { body: { ym_profile_id: id, bids }, headers: { 'idempotency-key': randomUUID() } };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => replicas[at % 2]!.send('POST', '/auction', sent)),
  );
  const seeds = answers.map((answer) => (expectOk(answer).response['auction'] as Row)['seed']);
  expect(new Set(seeds).size).toBe(1);
  expect(await countedOf(id)).toBe(1);
});

test('a request that failed may be sent again under its key; another key is another auction', async () => {
  const [{ send }] = replicas;
  const { id } = await createYmProfile(send);
  const key = randomUUID();
  const run = (ymProfileId: number, name: string) =>
    send('POST', '/auction', { body: { ym_profile_id: ymProfileId, bids }, headers: { 'idempotency-key': name } });
  expect((await run(999_999_999, key)).status).toBe(404);
  expectOk(await run(id, key));
  expectOk(await run(id, randomUUID()));
  expect(await countedOf(id)).toBe(2);
  for (const wrong of ['x'.repeat(65), 'two words'])
    expect([wrong.length, (await run(id, wrong)).status]).toEqual([wrong.length, 400]);
});

test('tRPC takes the key too', async () => {
  const [first, second] = replicas;
  const { id } = await createYmProfile(first.send);
  const headers = { 'idempotency-key': randomUUID() };
  const answers = [];
  for (const { url, people } of [first, second]) {
    const client = createClient(url, people.seller1.api_key, headers);
    answers.push(await client.auction.run.mutate({ ym_profile_id: id, bids }));
  }
  expect(answers[1]).toEqual(answers[0]);
  expect(await countedOf(id)).toBe(1);
});
