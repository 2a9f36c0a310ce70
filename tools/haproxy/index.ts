import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { repository } from '../workspace/package.ts';

const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];

/** The installed HAProxy; undefined: there is none. */
export function findHaproxy(): string | undefined {
  return folders.map((folder) => join(folder, 'haproxy')).find((file) => spawnSync(file, ['-v']).status === 0);
}

/** A running HAProxy. */
export interface Haproxy {
  readonly port: number;
  /** Stops it and deletes its files. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts HAProxy with the configuration of `deploy/haproxy`, with local addresses instead of the compose file's.
 * Resolves when a replica answers through HAProxy.
 *
 * @param file the result of `findHaproxy`
 * @param replicas host and port of each, at most three
 * @param options `balance`: how the next replica is chosen: as in the configuration, or each in turn; `connections`: the
 *   most at a time
 */
export async function startHaproxy(
  file: string,
  replicas: readonly string[],
  {
    balance = 'leastconn',
    connections = 100,
  }: { readonly balance?: 'leastconn' | 'roundrobin'; readonly connections?: number } = {},
): Promise<Haproxy> {
  const folder = await mkdtemp(join(tmpdir(), 'auction-tiers-haproxy-'));
  const port = await freePort();
  const supplied = await readFile(join(repository, 'deploy/haproxy/haproxy.cfg'), 'utf8');
  let servers = 0;
  const own = supplied
    // This user may not open that many files.
    .replace('maxconn 20000', `maxconn ${connections}`)
    .replace('bind :3000', `bind 127.0.0.1:${port}`)
    .replace('balance leastconn', `balance ${balance}`)
    .replaceAll(/^( *server api-\d) .*$/gm, (_, server: string) => {
      const replica = replicas[servers++];
      return replica === undefined ? '' : `${server} ${replica}`;
    })
    .replace(' resolvers docker\n', '\n')
    .replace(/^resolvers docker\n( .*\n)+/m, '');
  if (servers < replicas.length) throw new Error(`deploy/haproxy/haproxy.cfg has ${servers} servers`);
  const config = join(folder, 'haproxy.cfg');
  await writeFile(config, own);
  const child = spawn(file, ['-db', '-f', config], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null);
    if (answer?.status === 200) return { port, stop };
    if (child.exitCode !== null) throw new Error(`HAProxy ended with code ${child.exitCode}`);
    await setTimeout(50);
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
