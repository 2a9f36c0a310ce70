import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { programInOneFile } from '../../program/index.ts';
import { startTemporaryRedis, type TemporaryRedis } from '../../redis/index.ts';
import { findFreePort } from '../../redis/temporary-redis.ts';
import type { DemoUser } from '../../service/index.ts';
import { S3Server } from '../../service/s3-server.ts';
import { repository } from '../../workspace/package.ts';
import { type Program, run } from '../fixture/process.ts';

const read = (file: string) => readFileSync(join(repository, file), 'utf8');
const documents = ['deploy/README.md', 'docs/runbook.md', 'docs/scale.md', 'docs/settings.md'];

/** A folder like that of an installation, with a service that has recorded auctions. */
let machine: string;
let redis: TemporaryRedis;
let s3: S3Server;
let service: Program;
let url: string;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  machine = await mkdtemp(join(tmpdir(), 'auction-tiers-machine-'));
  const durable = false;
  [redis, s3] = await Promise.all([startTemporaryRedis({ durable }), S3Server.start()]);
  await cp(join(repository, 'deploy'), join(machine, 'deploy'), { recursive: true });
  for (const name of ['apps', 'libs', 'tools', 'node_modules']) {
    await symlink(join(repository, name), join(machine, name));
  }
  const PATH = process.env['PATH'] ?? '';
  const NODE_COMPILE_CACHE = join(repository, '.cache/compile');
  const [ADMIN, SIMULATOR] = await Promise.all([
    programInOneFile(join(repository, 'apps/api/src/admin/main.ts')),
    programInOneFile(join(repository, 'apps/simulator/src/main.ts')),
  ]);
  env = {
    PATH,
    NODE_COMPILE_CACHE,
    ADMIN,
    SIMULATOR,
    HOME: machine,
    REDIS_URL: redis.url,
    DATA_DIR: join(machine, '.data'),
  };
  const demo = { PORT: '0', DEMO_DAYS: '0', SIMULATION_WORKER: '0', RECORD_AUCTIONS: '1', DRAIN_MS: '0' };
  service = run(join(repository, 'apps/api/src/main.ts'), [], { ...env, ...demo });
  [, url = ''] = await service.said(/ready (http:\S+)/);
  await prepareFiles();
});
afterAll(async () => {
  service.child.kill('SIGKILL');
  await service.exitCode;
  await Promise.all([redis.stop(), s3.close()]);
  await rm(machine, { recursive: true, force: true });
});

/** The files that documents name: tier sets, and recorded auctions. */
async function prepareFiles(): Promise<void> {
  const people = JSON.parse(readFileSync(join(machine, '.data/credentials.json'), 'utf8')) as readonly DemoUser[];
  const key = people.find(({ role }) => role === 'seller')?.api_key ?? '';
  const headers = { authorization: key, 'content-type': 'application/json' };
  const exported = await (await fetch(`${url}/ym-profile/export?id=1`, { headers })).json();
  const { 'ym-profile-export': tiers } = (exported as { response: Record<string, object> }).response;
  for (const name of ['now.tiers.json', 'now.json', 'new.json']) {
    await writeFile(join(machine, name), JSON.stringify(tiers));
  }
  const auctions = Array.from({ length: 50 }, () => ({
    ym_profile_id: 1,
    bids: [{ id: 'a', member_id: 107, price: 3 }],
  }));
  const answer = await fetch(`${url}/auction/batch`, { method: 'POST', headers, body: JSON.stringify({ auctions }) });
  expect(answer.status).toBe(200);
  const recorded = join(machine, '.data/logs/1/1');
  await vi.waitUntil(() => existsSync(recorded), { timeout: 60_000 });
}

/** The bucket of the documents has an hour. */
async function putRecorded(): Promise<void> {
  const folder = join(machine, '.data/logs/1/1');
  const [name = ''] = await readdir(folder);
  const { S3_ENDPOINT: endpoint } = s3.settings('records');
  const object = `${endpoint}/auctions/records/1/1/${name}`;
  const put = await fetch(object, { method: 'PUT', body: readFileSync(join(folder, name)) });
  expect(put.status).toBe(200);
}

/** What stands in documents for what an operator puts there. */
const standsFor = (): readonly (readonly [RegExp, string])[] => [
  [/--api URL/g, `--api ${url}`],
  [/ \/data\//g, ' .data/'],
  [/\/1\/42\//g, '/1/1/'],
  [/2026-11-2\*/g, '20*'],
  // Refused while the service of this machine works; the tests of restores run it.
  [/^npm run admin -- adopt$/gm, 'true'],
  // These go on until they are ended; the test of several hosts starts them with the same settings.
  [/npm start$|npm run simulate -- worker$/gm, 'true'],
];

/** Runs commands of a document in that folder by bash. Rejects with what they said where one of them fails. */
async function runCommands(commands: string, settings: Readonly<Record<string, string>> = {}): Promise<string> {
  const written = standsFor().reduce((text, [pattern, value]) => text.replaceAll(pattern, value), commands);
  const BASH_ENV = join(repository, 'tools/test/deploy/machine.sh');
  // As a file: with -c, and a socket as its input, bash does not read BASH_ENV.
  await writeFile(join(machine, 'commands.sh'), written);
  const ended = await promisify(execFile)('bash', ['commands.sh'], {
    cwd: machine,
    env: { ...env, ...s3.settings('records'), RECORD_URL: '', BASH_ENV, ...settings },
  });
  return ended.stdout;
}

const fenced = (text: string) => [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);

/** Commands in sentences. What only names a program is no command: `npm run admin`. */
const commandPattern =
  /`((?:npm run (?:admin|simulate) -- |auction-tiers (?:admin|simulate) |docker compose --file |redis-cli |systemctl |journalctl )[^`]+)`/g;
const inSentences = (text: string) => [
  ...new Set([...text.matchAll(commandPattern)].map(([, command = '']) => command)),
];

/** Of hosts with a Redis of their own, which tests below have. */
const isOfRestore = (block: string) => /systemctl stop auction-tiers|\/var\/lib\/redis|redis-1/.test(block);

const scripts = documents.flatMap((file) => {
  const text = read(file);
  const blocks = fenced(text).filter((block) => !isOfRestore(block));
  const others = inSentences(text).filter((command) => !blocks.join('').includes(command));
  return [...blocks, others.join('\n')]
    .filter((script) => script !== '')
    .map((script, at) => ({ name: `${file}, ${at + 1}: ${script.split('\n')[0]}`, script }));
});

test('documents of operators have commands to run', () => {
  expect(scripts.length).toBeGreaterThan(7);
});

test.for(scripts)('$name', async ({ script }) => {
  if (script.includes('s3://')) await putRecorded();
  await runCommands(script);
});

const unit = (name: string) => read(`deploy/systemd/${name}`);
/** The commands in the comment at the head of a unit, without what is said behind them. */
const inHead = (text: string) =>
  [...text.matchAll(/^#\s+((?:deploy\/auction-tiers|ln|install|cp) .*)$/gm)].map(([, line = '']) =>
    line.replace(/ {3,}.*/, ''),
  );
/** The folders of a whole system stand below the machine's. */
const below = (commands: string) =>
  commands
    .replaceAll('/opt/auction-tiers', machine)
    .replaceAll(/(?<=[ "])\/(?=etc\/|usr\/local\/|var\/)/g, 'root/')
    // There is no such group here.
    .replaceAll(' -g auction-tiers', '');

test('the head of the units installs them, and the command beside them', async () => {
  const install = inHead(unit('auction-tiers.service'));
  expect(install).toHaveLength(4);
  await mkdir(join(machine, 'root/usr/local/bin'), { recursive: true });
  await mkdir(join(machine, 'root/etc/systemd/system'), { recursive: true });
  await runCommands(below(install.join('\n')));
  expect(await runCommands('root/usr/local/bin/auction-tiers admin inspect')).toContain('ym-auction-tier');
  const placed = ['auction-tiers.env', 'systemd/system/auction-tiers.service'];
  expect(placed.filter((name) => !existsSync(join(machine, 'root/etc', name)))).toEqual([]);
});

/** A host with a Redis as its packages install it, beside those of the machine; ended after the test. */
async function hostWithRedis(name: string, settings: readonly string[] = []): Promise<number> {
  const port = await findFreePort();
  const dir = join(machine, name, 'var/lib/redis');
  await mkdir(dir, { recursive: true });
  await mkdir(join(machine, name, 'etc/redis'), { recursive: true });
  const pidfile = join(machine, name, 'redis.pid');
  const own = [`port ${port}`, 'bind 127.0.0.1', 'requirepass secret', `dir ${dir}`, `pidfile ${pidfile}`];
  const lines = [...own, 'appendonly yes', 'appendfsync always', 'save 3600 1', ...settings];
  await writeFile(join(machine, name, 'etc/redis/redis.conf'), `${lines.join('\n')}\n`);
  onTestFinished(async () => {
    if (existsSync(pidfile)) process.kill(Number(readFileSync(pidfile, 'utf8')));
    await vi.waitUntil(() => !existsSync(pidfile), { timeout: 60_000 });
    await rm(join(machine, name), { recursive: true });
  });
  return port;
}

/** The block of the runbook that has this text. */
const blockWith = (part: string) => {
  const found = fenced(read('docs/runbook.md')).filter((block) => block.includes(part));
  expect(found).toHaveLength(1);
  return below(found.join(''));
};

const nodes = ['redis-1', 'redis-2', 'redis-3'];
/** A node takes commands once it knows of all others. */
const untilOk = (node: string) =>
  `until redis-cli -h ${node} CLUSTER INFO | grep -q cluster_state:ok; do sleep 0.1; done`;

/** Fills a database, runs a backup and a restore of the runbook, and compares what is there then. */
async function restoreBy(REDIS_URL: string, backup: string, restore: string): Promise<void> {
  const settings = { REDIS_URL, DATA_DIR: join(machine, 'restored') };
  const runHere = (commands: string) => runCommands(commands, settings);
  await runHere('auction-tiers admin create-member --name Kept');
  await runHere(backup);
  await runHere('auction-tiers admin create-member --name Lost');
  const said = await runHere(restore);
  expect(said).toMatch(/^adopted: .*\nno difference: 1 objects/m);
  const inspected = await runHere('auction-tiers admin inspect');
  expect(inspected).toContain('Kept');
  expect(inspected).not.toContain('Lost');
  expect(await runHere('auction-tiers admin create-member --name New')).toMatch(/^member [12]00002\n$/);
  // What Redis starts from by itself from now on.
  await runHere('systemctl stop redis-server\nsystemctl start redis-server'.replaceAll(/^.*$/gm, onEach(REDIS_URL)));
  if (REDIS_URL.includes('cluster')) await runHere(nodes.map(untilOk).join('\n'));
  expect(await runHere('auction-tiers admin inspect')).toContain('New');
}

const onEach = (address: string) => (command: string) =>
  address.includes('cluster') ? nodes.map((node) => `ssh ${node} '${command}'`).join('\n') : command;

test('an RDB file is put back, and where Redis is told to append it ignores the file', async () => {
  const at = `redis://:secret@127.0.0.1:${await hostWithRedis('root')}`;
  await runCommands('systemctl start redis-server', { REDIS_URL: at });
  const backup = '\nredis-cli --rdb backup.rdb\n';
  expect(fenced(read('docs/runbook.md')).join('')).toContain(backup.trim());
  const trap = below(
    'systemctl stop redis-server\nrm -r /var/lib/redis/appendonlydir\ncp backup.rdb /var/lib/redis/dump.rdb\nsystemctl start redis-server\nredis-cli DBSIZE',
  );
  await restoreBy(at, backup, `[ "$(${trap.replaceAll('\n', ' && ')} | tail -1)" = 0 ]\n${blockWith('cp backup.rdb')}`);
});

test('an append-only file is put back', async () => {
  const at = `redis://:secret@127.0.0.1:${await hostWithRedis('root')}`;
  await runCommands('systemctl start redis-server', { REDIS_URL: at });
  await restoreBy(at, blockWith('cp -a /var/lib/redis/appendonlydir'), blockWith('cp -a backup-aof'));
});

test('a restored instance of a managed service is used instead of the old one', async () => {
  const at = `redis://:secret@127.0.0.1:${await hostWithRedis('root')}`;
  await runCommands('systemctl start redis-server', { REDIS_URL: at });
  await writeFile(join(machine, 'root/etc/auction-tiers.env'), 'REDIS_URL=redis://old.example\n');
  await restoreBy(at, 'redis-cli --rdb backup.rdb', `${blockWith('cp backup.rdb')}\n${blockWith('restored.example')}`);
  const written = readFileSync(join(machine, 'root/etc/auction-tiers.env'), 'utf8');
  expect(written).toBe('REDIS_URL=rediss://:PASSWORD@restored.example:6379\n');
});

test('each node of a cluster gets its own file back', async () => {
  const ports: number[] = [];
  for (const node of nodes) {
    const clustered = ['cluster-enabled yes', `cluster-port ${await findFreePort()}`, 'masterauth secret'];
    ports.push(await hostWithRedis(node, clustered));
  }
  const addresses = ports.map((port) => `127.0.0.1:${port}`);
  const at = `redis+cluster://:secret@${addresses.join(',')}`;
  const started = nodes.map((node) => `ssh ${node} 'systemctl start redis-server'`).join('\n');
  const create = `redis-cli --cluster create ${addresses.join(' ')} --cluster-yes`;
  await runCommands([started, create, ...nodes.map(untilOk)].join('\n'), { REDIS_URL: at });
  await restoreBy(at, blockWith('--rdb "$node.rdb"'), blockWith('scp "$node.rdb"'));
});

test('documents name scripts, suites and settings that there are', () => {
  const { scripts: known } = JSON.parse(read('package.json')) as { readonly scripts: object };
  const settings = new Set([...read('docs/settings.md').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name));
  const help = read('bench/src/main.ts');
  const unknown = ['README.md', 'bench/README.md', ...documents].flatMap((file) => {
    const text = read(file);
    const names = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
    return [
      ...names(/npm run (?:--silent )?([a-z][a-z:]*)/g).filter((name) => !(name in known)),
      ...names(/npm run bench -- ([a-z]+)/g).filter((name) => !help.includes(`['${name}', `)),
      ...names(/\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g).filter(
        (name) => !settings.has(name) && name !== 'OUTCOME_UNKNOWN',
      ),
    ].map((name) => `${file}: ${name}`);
  });
  expect(unknown).toEqual([]);
});

test('a command with a fault ends the check: an unknown command, option, service or unit', async () => {
  for (const wrong of [
    'npm run admin -- inspectt',
    'npm run admin -- verify --forced',
    'docker compose --file deploy/compose.yaml exec -T api-9 auction-tiers admin inspect',
    'docker compose --file deploy/compose.yaml up --detached',
    'systemctl reload auction-tier',
    'redis-cli CONFIG SET maxmemory-polizy noeviction',
  ]) {
    await expect(runCommands(wrong), wrong).rejects.toThrow();
  }
});
