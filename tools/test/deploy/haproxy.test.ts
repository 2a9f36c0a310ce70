import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { findHaproxy, startHaproxy } from '../../haproxy/index.ts';
import { startDemoService } from '../../service/index.ts';
import { repository } from '../../workspace/package.ts';

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

test.skipIf(haproxy === undefined)('the configuration is valid as supplied, and with its line for TLS', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'auction-tiers-haproxy-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [pem, config] = [join(folder, 'auction-tiers.pem'), join(folder, 'haproxy.cfg')];
  const made = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    '/CN=test',
    '-keyout',
    pem,
    '-out',
    `${pem}.crt`,
  ];
  execFileSync('openssl', made, { stdio: 'pipe' });
  await appendFile(pem, await readFile(`${pem}.crt`));
  const supplied = await readFile(join(repository, 'deploy/haproxy/haproxy.cfg'), 'utf8');
  expect(supplied).toMatch(/^ +option httplog$/m);
  const [, tls = 'no line'] = /# With TLS here: (bind .*)$/m.exec(supplied) ?? [];
  for (const bind of ['bind :3000', tls.replace('/etc/haproxy/auction-tiers.pem', pem)]) {
    // This user may not open as many files.
    const own = supplied.replace('bind :3000', bind).replace('maxconn 20000', 'maxconn 100');
    await writeFile(config, own);
    expect(spawnSync(haproxy ?? '', ['-c', '-f', config], { encoding: 'utf8' })).toMatchObject({ status: 0 });
  }
  await writeFile(config, supplied.replace('bind :3000', `bind :443 ssl crt ${folder}/none.pem`));
  expect(spawnSync(haproxy ?? '', ['-c', '-f', config]).status).not.toBe(0);
});

test.skipIf(haproxy === undefined)('its health checks pass, and a replica behind it is used', async () => {
  const service = await startDemoService({ DEMO_DAYS: '0', AUDIT_LOG: '0', TRUSTED_PROXIES: '127.0.0.1' });
  onTestFinished(() => service.stop());
  const port = await startBalancer(new URL(service.url).host);
  expect(await get(port, '/readyz/auctions')).toMatchObject({ status: 200 });
  for (const path of spellings) {
    expect([path, (await get(port, path)).status]).toEqual([path, 404]);
    expect((await get(Number(new URL(service.url).port), path)).text).not.toContain('auction_tiers_');
  }
  expect(await (await fetch(service.metricsUrl)).text()).toContain('auction_tiers_auctions_total');
  // As the examples set TRUSTED_PROXIES, wrong passwords of one client lock out no other.
  const [{ username, password } = { username: '', password: '' }] = service.users;
  for (let attempt = 0; attempt < 10; attempt++) {
    expect(await logIn(port, '127.0.0.2', { username, password: 'wrong' })).toBe(401);
  }
  expect(await logIn(port, '127.0.0.2', { username, password })).toBe(429);
  expect(await logIn(port, '127.0.0.3', { username, password })).toBe(200);
});

/** The status of a log-in from an address of this machine. */
async function logIn(port: number, localAddress: string, auth: object): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const sent = request({ host: '127.0.0.1', port, path: '/auth', method: 'POST', localAddress, agent: false, headers });
  sent.end(JSON.stringify({ auth }));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode ?? 0;
}
