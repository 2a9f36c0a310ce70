import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { percentiles } from '@auction-tiers/http-load';
import { decodeFromCompressedBase64 } from 'hdr-histogram-js';
import { expect, test } from 'vitest';
import { toRequests } from '../../src/load/door.ts';
import { measure } from '../../src/load/measure.ts';
import { LoadReport } from '../../src/schema/load-report.ts';
import { createFolder } from '../fixture/folder.ts';
import { runSimulator } from '../fixture/run-simulator.ts';
import { startApi } from '../fixture/running-api.ts';
import type { Aim } from './order.ts';
import { orderOf } from './order.ts';

const limit = 70;
/** One request of a load makes at most so many calls of the service. */
const mostPerRequest = 100;

/** How many auction calls the API has counted, this one included. */
async function countedByApi({ url, apiKey }: Aim): Promise<number> {
  const response = await fetch(`${url}/auction`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ym_profile_id: 1, bids: [] }),
  });
  return Number(response.headers.get('x-count-auction'));
}

test('a load through each door of a running API agrees with its metrics, and ends when the API dies', async () => {
  const api = await startApi({ RATE_LIMIT_AUCTIONS: String(limit) });
  let calls = await countedByApi(api);
  const expectCounted = async (sent: number) => {
    calls += sent + 1;
    expect(await countedByApi(api)).toBe(calls);
  };

  // Twelve auctions of four bids: one per request.
  const rest = await measure(orderOf(api, 'rest'), undefined);
  expect(rest.failures).toEqual([]);
  expect(rest).toMatchObject({ ended_by: 'requests', auctions: { answered: 10, refused: 0 }, bids: 40 });
  expect(rest.requests).toEqual({ sent: 10, answered: 10, failed: 0, unfinished: 0, unsent: 0 });
  await expectCounted(10);

  // Requests of 5, 5 and 2 auctions, in turn.
  const batch = await measure(orderOf(api, 'batch', { mostRequests: 6, connections: 1 }), 500);
  expect(batch).toMatchObject({ failures: [], refusals: [], auctions: { answered: 24, refused: 0 }, bids: 96 });
  expect(batch).toMatchObject({ rate_asked: 500, requests: { sent: 6, answered: 6, unsent: 0 } });
  await expectCounted(6);

  // Six requests of two. tRPC is charged for each procedure of a request.
  const trpc = await measure(orderOf(api, 'trpc', { mostRequests: 6 }), undefined);
  expect(trpc).toMatchObject({ failures: [], refusals: [], auctions: { answered: 12, refused: 0 }, bids: 48 });
  await expectCounted(12);

  for (const { histogram, latency_ms: shown, requests } of [rest, batch, trpc]) {
    const latencies = decodeFromCompressedBase64(histogram);
    expect(latencies.totalCount).toBe(requests.answered);
    const shownOf = [...percentiles, 100].map((percentile) => latencies.getValueAtPercentile(percentile) / 1000);
    expect(Object.values(shown)).toEqual(shownOf);
    expect(Object.values(shown)).toEqual(Object.values(shown).toSorted((left, right) => left - right));
  }

  const wrongKey = await measure(orderOf({ ...api, apiKey: 'nobody' }, 'rest'), undefined);
  expect(wrongKey.failures).toMatchObject([{ kind: 'HTTP 401 NOAUTH', count: 1, example: expect.any(String) }]);
  expect(wrongKey).toMatchObject({ ended_by: 'unauthorized', requests: { answered: 0, failed: 1 } });

  const unknown = await measure(orderOf(api, 'rest', { ymProfileId: 999, mostRequests: 4 }), undefined);
  expect(unknown.failures).toMatchObject([
    { kind: 'HTTP 404 SYNTAX NOTFOUND', count: 4, example: expect.stringContaining('999') },
  ]);
  await expectCounted(4);

  const refusing = orderOf(api, 'batch', { ymProfileId: 999 });
  const mixed = [...orderOf(api, 'batch').requests.slice(0, 1), ...refusing.requests.slice(0, 1)];
  const refused = await measure({ ...refusing, requests: mixed, mostRequests: 2, connections: 1 }, undefined);
  expect(refused).toMatchObject({ failures: [], auctions: { answered: 5, refused: 5 }, bids: 20 });
  expect(refused.refusals).toMatchObject([{ kind: 'refused SYNTAX NOTFOUND', count: 5 }]);
  await expectCounted(2);

  const left = limit - calls;
  const tooMany = await measure(orderOf(api, 'rest', { mostRequests: left + 3 }), undefined);
  expect(tooMany.requests).toMatchObject({ answered: left, failed: 3 });
  expect(tooMany.failures).toMatchObject([{ kind: 'HTTP 429 SYSTEM RATE_EXCEEDED', count: 3 }]);

  // It dies half-way: under way by the time that it has answered these.
  const running = measure(orderOf(api, 'rest', { mostRequests: 10_000_000 }), undefined);
  for (let call = 0; call < 20; call++) await countedByApi(api);
  api.kill();
  const dead = await running;
  expect(dead.ended_by).toBe('unreachable');
  expect(dead.failures.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['HTTP 429 SYSTEM RATE_EXCEEDED', 'connection: ECONNREFUSED']),
  );
  expect(dead.requests.failed).toBe(dead.failures.reduce((sum, { count }) => sum + count, 0));
  expect(dead.requests.sent).toBe(dead.requests.failed + dead.requests.unfinished);
});

test('a load ends when its key is revoked, through each door', async () => {
  const api = await startApi({ RATE_LIMIT_AUCTIONS: '1000000' });
  const { url, apiKey } = api;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  let calls = await countedByApi(api);
  for (const door of ['rest', 'batch', 'trpc'] as const) {
    const made = await fetch(`${url}/api-key`, {
      method: 'POST',
      headers: { ...headers, authorization: await api.logIn(0) },
      body: '{"name":"load","scopes":["read","auction"]}',
    });
    const { response } = (await made.json()) as { response: { id: number; 'api-key': { key: string } } };
    const folder = createFolder();
    const args = ['load', '--url', url, '--ym-profile', '1', '--via', door, '--connections', '1', '--duration', '60'];
    const load = runSimulator(folder, [...args, '--out', 'r.json'], { AUCTION_TIERS_KEY: response['api-key'].key });
    // The connection asks again when it has its answer: when the service has counted more calls than one request makes,
    // beside those that ask for the count, the load has had a right answer.
    for (let own = calls + 1; (calls = await countedByApi(api)) <= own + mostPerRequest; ) own++;
    expect((await fetch(`${url}/api-key?id=${response.id}`, { method: 'DELETE', headers })).status).toBe(200);
    const { exitCode, stderr } = await load;
    expect([door, exitCode, stderr]).toEqual([door, 1, expect.stringMatching(/ refuses the API key.*HTTP 401 NOAUTH/)]);
    const { measurement } = LoadReport.parse(JSON.parse(readFileSync(join(folder, 'r.json'), 'utf8')));
    const { sent, answered, failed, unfinished } = measurement.requests;
    expect([measurement.ended_by, failed, sent]).toEqual(['unauthorized', 1, answered + 1 + unfinished]);
    expect(answered).toBeGreaterThan(0);
    calls = await countedByApi(api);
  }
});

test('a request with several auctions is written as the API reads it', () => {
  const auctions = ['{"a":1}', '{"b":2}', '{"c":3}'].map((body, bids) => ({ body, bids }));
  expect(toRequests('rest', '/base', auctions, 1).map(({ path, body }) => [path, body])).toEqual([
    ['/base/auction', '{"a":1}'],
    ['/base/auction', '{"b":2}'],
    ['/base/auction', '{"c":3}'],
  ]);
  expect(toRequests('batch', '', auctions, 2)).toEqual([
    { method: 'POST', path: '/auction/batch', body: '{"auctions":[{"a":1},{"b":2}]}', bids: [0, 1] },
    { method: 'POST', path: '/auction/batch', body: '{"auctions":[{"c":3}]}', bids: [2] },
  ]);
  expect(toRequests('trpc', '', auctions, 2).map(({ path, body }) => [path, body])).toEqual([
    ['/trpc/auction.run,auction.run?batch=1', '{"0":{"a":1},"1":{"b":2}}'],
    ['/trpc/auction.run?batch=1', '{"0":{"c":3}}'],
  ]);
});
