import { beforeAll, expect, test } from 'vitest';
import { bid, createThreeLevels } from '../fixture/auction-body.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { rawRequest, sendRaw } from '../fixture/raw.ts';
import type { Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { createClient } from '../fixture/trpc-client.ts';
import { type Family, labelValues, parseMetrics, valueOf } from './prometheus-text.ts';

const service = useService({ RATE_LIMIT_READS: '40' }, { metricsMaxAgeMs: 0 });
let ymProfileId: number;

beforeAll(async () => {
  ({ ymProfileId } = await createThreeLevels(service.send));
});

async function scrape(): Promise<ReadonlyMap<string, Family>> {
  const answer = await fetch(`${service.metricsUrl}/metrics`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  return parseMetrics(await answer.text());
}

test('every metric that is promised is there, in base units', async () => {
  await service.send('POST', '/auction', { body: sold() });
  const metrics = await scrape();
  expect([...metrics.keys()]).toEqual(
    expect.arrayContaining([
      'http_server_request_duration_seconds',
      'auction_tiers_auctions_total',
      'auction_tiers_bids_total',
      'auction_tiers_unknown_values_total',
      'auction_tiers_decision_seconds',
      'auction_tiers_snapshot_revision',
      'auction_tiers_snapshot_age_seconds',
      'auction_tiers_change_log_oldest_age_seconds',
      'auction_tiers_redis_command_seconds',
      'auction_tiers_redis_up',
      'auction_tiers_throttled_total',
      'auction_tiers_simulations',
      'auction_tiers_experiments',
      'auction_tiers_recorded_dropped_total',
      'auction_tiers_report_flush_lag_seconds',
      'auction_tiers_objects_kept_out',
      'auction_tiers_loop_hold_seconds',
      'auction_tiers_loop_hold_longest_seconds',
      'auction_tiers_build_info',
      'nodejs_eventloop_lag_seconds',
      'nodejs_gc_duration_seconds',
      'nodejs_heap_size_used_bytes',
      'process_cpu_seconds_total',
    ]),
  );
  for (const { name, type } of metrics.values()) if (type === 'histogram') expect(name).toMatch(/_seconds$/);
  expect(labelValues(metrics, 'auction_tiers_decision_seconds', 'le')[0]).toBe('0.00005');
  expect(labelValues(metrics, 'auction_tiers_redis_command_seconds', 'command')).toContain('fcall');
  expect(valueOf(metrics, 'auction_tiers_redis_up')).toBe(1);
  expect(valueOf(metrics, 'auction_tiers_build_info', { node: process.version })).toBe(1);
});

test('nothing says which seller, tier or buyer', async () => {
  await service.send('POST', '/auction', { body: sold() });
  const labels = [...(await scrape()).values()].flatMap(({ series }) =>
    series.flatMap((one) => Object.keys(one.labels)),
  );
  expect(new Set(labels)).toEqual(
    new Set(
      'method route status le outcome attribute partition command kind version node type space major minor patch state'.split(
        ' ',
      ),
    ),
  );
});

/** One bid of each fate: won, outbid, outranked, excluded, below the floor. */
const sold = (): Row => ({
  ym_profile_id: ymProfileId,
  bid_floor: 1,
  bids: [bid('a', 801, 9), bid('b', 802, 8), bid('c', 501, 7), bid('d', 901, 9), bid('e', 501, 0.5)],
});
const unsold = (): Row => ({ ym_profile_id: ymProfileId, bids: [bid('a', 901, 5)] });
const withoutBids = (): Row => ({ ym_profile_id: ymProfileId, bids: [] });

const counted = (metrics: ReadonlyMap<string, Family>) => ({
  sold: valueOf(metrics, 'auction_tiers_auctions_total', { outcome: 'sold' }),
  unsold: valueOf(metrics, 'auction_tiers_auctions_total', { outcome: 'unsold' }),
  without_bids: valueOf(metrics, 'auction_tiers_auctions_total', { outcome: 'without_bids' }),
  ...Object.fromEntries(
    ['won', 'outbid', 'outranked', 'lost_tie', 'excluded', 'below_floor'].map((outcome) => [
      outcome,
      valueOf(metrics, 'auction_tiers_bids_total', { outcome }),
    ]),
  ),
  decisions: valueOf(metrics, 'auction_tiers_decision_seconds_count'),
});

/** What one of each body adds. */
const ofAll = {
  sold: 1,
  unsold: 1,
  without_bids: 1,
  won: 1,
  outbid: 1,
  outranked: 1,
  lost_tie: 0,
  excluded: 2,
  below_floor: 1,
  decisions: 3,
};
const ofOne = { ...ofAll, unsold: 0, without_bids: 0, excluded: 1, decisions: 1 };

const openRtb = () => ({
  ym_profile_id: ymProfileId,
  bid_request: { id: 'r', imp: [{ id: '1', banner: { format: [{ w: 300, h: 250 }] } }] },
  bid_responses: [{ id: 'r', seatbid: [{ seat: '801', bid: [{ id: 'b', impid: '1', price: 3 }] }] }],
});

test.for<[string, () => Promise<unknown>, object]>([
  ['alone', () => eachAlone({}), ofAll],
  ['alone, in a way that only the REST door reads', () => eachAlone({ accept: 'application/json, text/plain' }), ofAll],
  ['in a batch', () => post('/auction/batch', { auctions: [sold(), unsold(), withoutBids(), { wrong: 1 }] }), ofAll],
  [
    'over tRPC',
    () => createClient(service.url, service.people.seller1.api_key).auction.run.mutate(sold() as never),
    ofOne,
  ],
  [
    'in a batch over tRPC',
    () =>
      createClient(service.url, service.people.seller1.api_key).auction.runMany.mutate({
        auctions: [sold(), unsold(), withoutBids()],
      }),
    ofAll,
  ],
  [
    'as OpenRTB',
    () => post('/openrtb2/auction', openRtb()),
    { ...ofOne, outbid: 0, outranked: 0, excluded: 0, below_floor: 0 },
  ],
  ['explained, which decides nothing', () => post('/auction/explain', sold()), {}],
  ['refused', () => service.send('POST', '/auction', { body: { ...sold(), bids: 'none' } }), {}],
])('an auction is counted once, with its bids: %s', async ([, run, added]) => {
  const before = counted(await scrape());
  await run();
  const after = counted(await scrape());
  const difference = Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, value - before[name as 'sold']]),
  );
  const nothing = Object.fromEntries(Object.keys(ofAll).map((name) => [name, 0]));
  expect(difference).toEqual({ ...nothing, ...added });
});

const post = async (path: string, body: object) => expectOk(await service.send('POST', path, { body }));

async function eachAlone(headers: Readonly<Record<string, string>>) {
  for (const body of [sold(), unsold(), withoutBids()]) {
    expectOk(await service.send('POST', '/auction', { body, headers }));
  }
}

const requestCount = (metrics: ReadonlyMap<string, Family>, labels: Readonly<Record<string, string>>) =>
  valueOf(metrics, 'http_server_request_duration_seconds_count', labels);

test.for<[method: 'GET' | 'POST', path: string, route: string, status: string]>([
  ['POST', '/auction', '/auction', '200'],
  ['POST', '/v1/auction', '/auction', '200'],
  ['GET', '/dma?id=501', '/dma', '200'],
  ['GET', '/v1/dma/?id=501', '/dma', '200'],
  ['GET', '/ym-profile?id=987654', '/ym-profile', '404'],
  ['GET', '/trpc/dma.get?input=%7B%22id%22%3A501%7D', '/trpc/dma.get', '200'],
  ['GET', '/healthz', '/healthz', '200'],
])('%s %s is counted as %s with status %s', async ([method, path, route, status]) => {
  const labels = { method, route, status };
  const before = requestCount(await scrape(), labels);
  await service.send(method, path, method === 'POST' ? { body: sold() } : {});
  await expect.poll(async () => requestCount(await scrape(), labels)).toBe(before + 1);
});

test('requests add no labels, whatever their path and method', async () => {
  const paths = [
    '/nothing',
    '/nothing/42',
    '/v1/x',
    '/trpc/nothing.at',
    '/trpc/a.b,c.d',
    `/${'y'.repeat(500)}`,
    '/dma/7',
  ];
  for (const path of paths) expect((await service.send('GET', path)).status).toBeGreaterThanOrEqual(400);
  await service.send('PATCH', '/dma');
  await service.send('DELETE', '/dma');
  const labels = { method: 'GET', route: 'other', status: '404' };
  await expect.poll(async () => requestCount(await scrape(), labels)).toBeGreaterThanOrEqual(5);
  const metrics = await scrape();
  const name = 'http_server_request_duration_seconds';
  for (const route of labelValues(metrics, name, 'route')) {
    expect(route).toMatch(/^(?:other|\/|\/trpc\/|\/trpc\/\w+\.\w+|\/[a-z0-9/-]+)$/);
    expect(route).not.toMatch(/nothing|yyy|7/);
  }
  expect(labelValues(metrics, name, 'method').toSorted()).toEqual(['GET', 'POST', 'other']);
});

const refused = async (kind: string) => valueOf(await scrape(), 'auction_tiers_throttled_total', { kind });

test('what is refused for a limit is counted by the limit', async () => {
  expect([await refused('write'), await refused('login')]).toEqual([0, 0]);
  const before = await refused('read');
  const statuses: number[] = [];
  while (!statuses.includes(429)) statuses.push((await service.send('GET', '/dma?id=501')).status);
  expect(await refused('read')).toBe(before + 1);
});

test('scrapes at once are all answered, also HEAD, and nothing else is', async () => {
  const url = `${service.metricsUrl}/metrics`;
  const answers = await Promise.all(Array.from({ length: 8 }, async () => (await fetch(url)).text()));
  for (const text of answers) expect(parseMetrics(text).size).toBeGreaterThan(20);
  const head = await fetch(url, { method: 'HEAD' });
  expect([head.status, await head.text(), head.headers.get('content-type')]).toEqual([
    200,
    '',
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  const posted = await fetch(url, { method: 'POST', body: '{}' });
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  for (const path of ['/', '/metrics/', '/healthz', '/dma?id=501']) {
    expect([path, (await fetch(service.metricsUrl + path)).status]).toEqual([path, 404]);
  }
});

/** As somebody may write it to get past a proxy. */
const spellings = [
  '/metrics',
  '/metrics/',
  '/metrics?x=1',
  '/v1/metrics',
  '/v1/metrics/',
  '//metrics',
  '//v1//metrics',
  '/METRICS',
  '/Metrics',
  '/%6detrics',
  '/%6D%65trics',
  '/./metrics',
  '/v1/../metrics',
  '/app/../metrics',
  '/metrics%2f',
  '/metrics;x',
  '/metrics%00',
  'http://elsewhere.example/metrics',
];

test.for(spellings)('the address of the service has no metrics at %s', async (target) => {
  for (const accept of ['*/*', 'text/plain']) {
    const { status, text } = await sendRaw(service.url, rawRequest(`GET ${target}`, { accept }));
    // The page, of which there is none here, says so below its own path.
    expect([target, status]).toEqual([target, target.startsWith('/app/') ? 503 : expect.toBeOneOf([400, 404, 406])]);
    expect(text).not.toContain('auction_tiers_');
  }
});
