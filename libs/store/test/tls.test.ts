import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ymProfileResource } from '@auction-tiers/contract';
import { openRedisStore, parseAddress, withCertificates } from '@auction-tiers/store';
import { openConnection } from '@auction-tiers/store/maintenance';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { startCluster } from '@auction-tiers/tools/redis-cluster';
import { durable, freePort, RedisServer } from '@auction-tiers/tools/redis-server';

const folder = mkdtempSync(join(tmpdir(), 'auction-tiers-tls-'));
const file = (name: string) => join(folder, name);
const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
const trusted = { REDIS_CA_FILE: file('ca.pem') };
const known = { ...trusted, REDIS_CERT_FILE: file('client.pem'), REDIS_KEY_FILE: file('client.key') };
/** Settings of a Redis that demands a client certificate. */
const demanding = Object.entries({
  '--tls-cert-file': file('server.pem'),
  '--tls-key-file': file('server.key'),
  '--tls-ca-cert-file': file('ca.pem'),
  '--tls-auth-clients': 'yes',
}).flat();
const actor = { user: 'ann', requestId: 'r-1' };
let server: RedisServer;
let url: string;

/** A certificate that the CA has signed, for this host. */
function issue(name: string): void {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', file(`${name}.key`)];
  openssl('req', ...key, '-subj', `/CN=${name}`, '-out', file(`${name}.csr`));
  writeFileSync(file(`${name}.ext`), 'subjectAltName=IP:127.0.0.1,DNS:localhost\n');
  const ca = ['-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-CAcreateserial', '-days', '1'];
  openssl(
    'x509',
    '-req',
    '-in',
    file(`${name}.csr`),
    ...ca,
    '-extfile',
    file(`${name}.ext`),
    '-out',
    file(`${name}.pem`),
  );
}

beforeAll(async () => {
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', file('ca.key')];
  openssl('req', '-x509', ...curve, '-subj', '/CN=test CA', '-days', '1', '-out', file('ca.pem'));
  for (const name of ['server', 'client']) issue(name);
  const port = await freePort();
  server = await RedisServer.start([...durable, '--tls-port', String(port), ...demanding]);
  url = `rediss://127.0.0.1:${port}`;
});
afterAll(async () => {
  await server.remove();
  rmSync(folder, { recursive: true });
});

test('with the CA and a client certificate both clients reach a Redis that demands TLS', async () => {
  const store = await openRedisStore({ url: withCertificates(url, known), log: console });
  onTestFinished(() => store.close());
  const created = await store.create(ymProfileResource, 19, { name: 'Y' }, actor);
  expect(created).toMatchObject({ ok: true });
  const connection = await openConnection(withCertificates(url, known));
  onTestFinished(() => connection.close());
  expect(await connection.run('GET', 'at:{p3}:revision')).toBe('1');
});

test('sentinels and the primary that they lead to are reached over TLS, each with the client certificate', async () => {
  const [own, watching] = [await freePort(), await freePort()];
  const primary = await RedisServer.start([...durable, '--tls-port', String(own), ...demanding]);
  onTestFinished(() => primary.remove());
  const secured = ['--sentinel', '--tls-replication', 'yes', '--tls-port', String(watching), ...demanding];
  const sentinel = await RedisServer.start(secured, `sentinel monitor auctions 127.0.0.1 ${own} 1\n`);
  onTestFinished(() => sentinel.remove());
  const isUp = async () =>
    expect(JSON.stringify(await sentinel.ask('SENTINEL', 'MASTER', 'auctions'))).toContain('"flags":"master"');
  await vi.waitFor(isUp, { timeout: 60_000 });
  const address = `rediss+sentinel://127.0.0.1:${watching}/auctions`;
  const store = await openRedisStore({ url: withCertificates(address, known), log: console });
  onTestFinished(() => store.close());
  expect(await store.create(ymProfileResource, 19, { name: 'Y' }, actor)).toMatchObject({ ok: true });
  expect(await primary.ask('GET', 'at:{p3}:revision')).toBe('1');
  await expect(openRedisStore({ url: withCertificates(address, {}), log: console })).rejects.toThrow(/REDIS_CA_FILE/);
});

test('every node of a cluster is reached over TLS, with the client certificate', async () => {
  const ports = [await freePort(), await freePort()];
  await startCluster(2, { ports, settings: demanding });
  const address = `rediss+cluster://127.0.0.1:${ports[0]}`;
  const store = await openRedisStore({ url: withCertificates(address, known), log: console });
  onTestFinished(() => store.close());
  // Members of all partitions, whose slots both nodes have.
  const members = Array.from({ length: store.partitions }, (_, index) => index + 1);
  const made = await Promise.all(members.map((id) => store.create(ymProfileResource, id, { name: 'Y' }, actor)));
  expect(made.every(({ ok }) => ok)).toBe(true);
  await expect(openRedisStore({ url: withCertificates(address, {}), log: console })).rejects.toThrow(/REDIS_CA_FILE/);
});

test.for<[string, Record<string, string>, RegExp]>([
  ['a CA that is not named', {}, /REDIS_CA_FILE/],
  ['a client certificate that is missing', trusted, /REDIS_CERT_FILE/],
])('%s is named where the connection fails', async ([, files, expected]) => {
  await expect(openRedisStore({ url: withCertificates(url, files), log: console })).rejects.toThrow(expected);
  await expect(openConnection(withCertificates(url, files))).rejects.toThrow(expected);
});

test.for<[string, Record<string, string>, RegExp]>([
  ['rediss://h', { REDIS_CA_FILE: file('none.pem') }, /^REDIS_CA_FILE is ".*none\.pem", allowed: .*ENOENT/],
  ['rediss://h', { REDIS_CA_FILE: file('client.key') }, /^REDIS_CA_FILE is/],
  ['rediss+cluster://h', { REDIS_CERT_FILE: file('client.pem') }, /^REDIS_CERT_FILE is set, and REDIS_KEY_FILE is not/],
  ['rediss://h', { ...known, REDIS_KEY_FILE: file('server.key') }, /^REDIS_KEY_FILE is not the key/],
  ['redis://h', trusted, /^REDIS_CA_FILE is .*rediss/],
])('files that are wrong are named by their setting: %s %o', ([address, files, expected]) => {
  expect(() => parseAddress(withCertificates(address, files))).toThrow(expected);
});

test.for(['rediss+sentinel://one:1,two:2/primary', 'rediss+cluster://one:1,two:2'])(
  '%s is an address with TLS',
  (given) => {
    expect(parseAddress(withCertificates(given, known))).toMatchObject({
      tls: true,
      certificates: { ca: expect.any(Buffer) },
    });
  },
);
