import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { findHaproxy, startHaproxy } from '../../haproxy/index.ts';
import { startDemoService } from '../../service/index.ts';

const haproxy = findHaproxy();
if (haproxy === undefined) {
  process.stderr.write(
    'haproxy is not installed: deploy/haproxy/haproxy.cfg is NOT tested (apt-get install haproxy)\n',
  );
}

async function startBalancer(replica: string): Promise<number> {
  const { port, stop } = await startHaproxy(haproxy ?? '', [replica, replica, replica]);
  onTestFinished(stop);
  return port;
}

/** Sends a path as it is written: `fetch` would put it in order. */
async function get(port: number, path: string): Promise<{ readonly status: number; readonly text: string }> {
  // HAProxy refuses a target whose host is not the one of the header.
  const host = URL.parse(path)?.host ?? `127.0.0.1:${port}`;
  const sent = request({ host: '127.0.0.1', port, path, agent: false, headers: { host } });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, text: await text(answer) };
}

const spellings = [
  '/metrics',
  '/metrics?x=1',
  '/metrics/',
  '/v1/metrics',
  '/v1/metrics/',
  '//metrics',
  '/v1//metrics//',
  '/METRICS',
  '/v1/Metrics',
  '/%6detrics',
  '/%6D%65%74%72%69%63%73',
  '/v1%2fmetrics',
  '/./metrics',
  '/v1/../metrics',
  '/metrics;x=1',
  '/metrics%2f',
  'http://elsewhere.example/metrics',
];

test.skipIf(haproxy === undefined)(
  'the balancer passes on no spelling of /metrics, whatever a replica answers',
  async () => {
    const passed: string[] = [];
    const replica = createServer((asked, response) => {
      passed.push(asked.url ?? '');
      response.end('auction_tiers_auctions_total 1\n');
    }).listen(0, '127.0.0.1');
    await once(replica, 'listening');
    onTestFinished(() => void replica.close());
    const port = await startBalancer(`127.0.0.1:${(replica.address() as AddressInfo).port}`);
    for (const path of spellings) {
      const answer = await get(port, path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.text).not.toContain('auction_tiers');
    }
    expect(passed.filter((path) => /metrics|%6d/i.test(path))).toEqual([]);
    // What only looks like it is passed on as it is written.
    for (const path of ['/ym-auction-tier?search=/metrics', '/app/assets/metrics-1.js', '/app//x/%6Detric']) {
      expect([path, (await get(port, path)).status]).toEqual([path, 200]);
      expect(passed).toContain(path);
    }
  },
);

test.skipIf(haproxy === undefined)('its health checks pass, and a replica behind it is used', async () => {
  const service = await startDemoService({ DEMO_DAYS: '0' });
  onTestFinished(() => service.stop());
  const port = await startBalancer(new URL(service.url).host);
  expect(await get(port, '/readyz/auctions')).toMatchObject({ status: 200 });
  for (const path of spellings) {
    expect([path, (await get(port, path)).status]).toEqual([path, 404]);
    expect((await get(Number(new URL(service.url).port), path)).text).not.toContain('auction_tiers_');
  }
  expect(await (await fetch(service.metricsUrl)).text()).toContain('auction_tiers_auctions_total');
});
