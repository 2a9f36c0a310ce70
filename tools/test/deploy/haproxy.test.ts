import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { startDemoService } from '../../service/index.ts';
import { repository } from '../../workspace/package.ts';

const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
const haproxy = folders.map((folder) => join(folder, 'haproxy')).find((file) => spawnSync(file, ['-v']).status === 0);
if (haproxy === undefined) {
  process.stderr.write(
    'haproxy is not installed: deploy/haproxy/haproxy.cfg is NOT tested (apt-get install haproxy)\n',
  );
}

async function freePort(): Promise<number> {
  const probe = createSocketServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** The supplied configuration, with addresses of this machine in the place of those of the compose file. */
async function startBalancer(replica: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'auction-tiers-haproxy-'));
  const port = await freePort();
  const supplied = await readFile(join(repository, 'deploy/haproxy/haproxy.cfg'), 'utf8');
  const changed = supplied
    // This user may not open as many files.
    .replace('maxconn 20000', 'maxconn 100')
    .replace('bind :3000', `bind 127.0.0.1:${port}`)
    .replaceAll(/^( *server api-\d) .*$/gm, `$1 ${replica}`)
    .replace(' resolvers docker\n', '\n')
    .replace(/^resolvers docker\n( .*\n)+/m, '');
  expect(changed.match(new RegExp(replica, 'g'))).toHaveLength(3);
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, changed);
  const child = spawn(haproxy ?? '', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
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

const untilHealthy = (port: number) =>
  expect.poll(async () => (await get(port, '/healthz').catch(() => null))?.status, { timeout: 60_000 }).toBe(200);

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
    await untilHealthy(port);
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
  await untilHealthy(port);
  expect(await get(port, '/readyz/auctions')).toMatchObject({ status: 200 });
  for (const path of spellings) {
    expect([path, (await get(port, path)).status]).toEqual([path, 404]);
    expect((await get(Number(new URL(service.url).port), path)).text).not.toContain('auction_tiers_');
  }
  expect(await (await fetch(service.metricsUrl)).text()).toContain('auction_tiers_auctions_total');
});
