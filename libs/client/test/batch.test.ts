import { type Client, createClient, isServiceError } from '@auction-tiers/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failureOf } from './fixture/client.ts';
import { apiKey, TestService } from './fixture/service.ts';

let service: TestService;
let client: Client;

beforeEach(async () => {
  service = await TestService.start({ maxBodySize: 4096 });
  client = createClient({ url: service.url, apiKey });
});
afterEach(() => service.close());

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const sizes = () => service.asked.map(({ paths }) => paths.length);

describe('calls of one moment', () => {
  test('share a request, each with its own answer', async () => {
    const tiers = await Promise.all(range(30).map((id) => client.tier.get.query({ id })));
    expect(tiers.map(({ id }) => id)).toEqual(range(30));
    expect(sizes()).toEqual([30]);
  });

  test('are split at the limit of the service, 100', async () => {
    await Promise.all(range(250).map((id) => client.tier.get.query({ id })));
    expect(sizes()).toEqual([100, 100, 50]);
  });

  test('are split before their address is longer than proxies allow', async () => {
    const search = 'x'.repeat(900);
    await Promise.all(range(12).map(() => client.tier.list.query({ search })));
    expect(sizes().reduce((sum, size) => sum + size)).toBe(12);
    expect(sizes().length).toBeGreaterThan(1);
    for (const { url } of service.asked) expect(url.length).toBeLessThan(8000);
  });

  test.for([
    ['ASCII', 'x'.repeat(9000)],
    ['characters that an address writes with nine', '新'.repeat(1000)],
  ])('travel without one whose input would not fit into an address: %s', async ([, search]) => {
    await Promise.all([client.tier.get.query({ id: 7 }), client.tier.list.query({ search })]);
    expect(sizes()).toEqual([1, 1]);
    expect(service.carried).toContainEqual({ path: 'tier.list', input: { search } });
  });

  test('that are too large together are sent one by one, and those that are too large alone fail', async () => {
    const bids = range(20).map((index) => ({ id: `b${index}`, member_id: 1, price: 1 }));
    const run = (count: number) => client.auction.run.mutate({ ym_profile_id: 1, bids: bids.slice(0, count) });
    await Promise.all(range(10).map(() => run(20)));
    expect(sizes()).toEqual([10, ...range(10).map(() => 1)]);
    expect(service.countOf('auction.run')).toBe(10);

    const tooLarge = { ym_profile_id: 1, key: 'x', bids: [], seed: 'x'.repeat(5000) };
    const error = await failureOf(client.auction.run.mutate(tooLarge));
    expect(isServiceError(error) && error.data.httpStatus).toBe(413);
  });

  test.for([413, 414, 431])('that a proxy finds too large together (%d) are sent one by one', async (status) => {
    service.next({ status, body: '<html>too large</html>' });
    await Promise.all(range(3).map((id) => client.auction.run.mutate({ ym_profile_id: id, bids: [] })));
    expect(sizes()).toEqual([3, 1, 1, 1]);
    expect(service.countOf('auction.run')).toBe(3);
  });

  test('do not include a create, which is not sent again for its size', async () => {
    const error = await failureOf(client.tier.create.mutate({ name: 'x'.repeat(5000), ym_profile_id: 1 }));
    expect(isServiceError(error) && error.data.httpStatus).toBe(413);
    expect(service.asked).toHaveLength(1);
  });

  test('that need the store are not sent with those that do not, so that auctions do not fail with the store', async () => {
    await Promise.all([
      client.dma.get.query({ id: 501 }),
      client.country.get.query({ id: 233 }),
      client.tier.get.query({ id: 7 }),
      client.auction.run.mutate({ ym_profile_id: 1, bids: [] }),
      client.tier.update.mutate({ id: 7, changes: {} }),
    ]);
    const together = service.asked.map(({ paths }) => paths.join()).toSorted();
    expect(together).toEqual(['auction.run', 'dma.get,country.get', 'tier.get', 'tier.update']);
  });

  test('fail each for itself', async () => {
    const [good, bad] = await Promise.allSettled([
      client.tier.get.query({ id: 7 }),
      client.tier.get.query({ id: 'seven' as never }),
    ]);
    expect([good.status, bad.status]).toEqual(['fulfilled', 'rejected']);
  });
});
