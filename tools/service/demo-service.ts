import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startTemporaryRedis } from '../redis/index.ts';
import { repository } from '../workspace/package.ts';
import { serviceFlags } from './service-flags.ts';

/** A user of `credentials.json`. */
export interface DemoUser {
  readonly role: 'admin' | 'seller';
  readonly member_id?: number;
  readonly username: string;
  readonly password: string;
  readonly api_key: string;
}

/** The service with its demo in a separate process, as `npm start` runs it. */
export interface DemoService {
  readonly url: string;
  /** The address of its metrics. */
  readonly metricsUrl: string;
  /** The administrator, the two sellers, and further users of the demo. */
  readonly users: readonly DemoUser[];
  /** Ends the service at once, like a crash. */
  readonly kill: () => void;
  /** Ends it and deletes its data. */
  readonly stop: () => Promise<void>;
}

/** The interval at which the service is polled; it generates days of auctions in some seconds. */
const askEveryMs = 100;

/** Node caches compiled sources there: half of the startup time. */
const NODE_COMPILE_CACHE = join(repository, '.cache/compile');

const usual = { HOST: '127.0.0.1', PORT: '0', DRAIN_MS: '0', LOG_LEVEL: 'error', SIMULATION_WORKER: '0' };

/**
 * Starts the service on a new Redis, with these settings, and resolves once it serves and the demo's days, if there are
 * any, are generated and compared.
 */
export async function startDemoService(settings: Readonly<Record<string, string>> = {}): Promise<DemoService> {
  const redis = await startTemporaryRedis({ durable: false });
  const folder = await mkdtemp(join(tmpdir(), 'auction-tiers-page-'));
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE,
    ...usual,
    REDIS_URL: redis.url,
    DATA_DIR: folder,
    ...settings,
  };
  const service = join(repository, 'apps/api/src/main.ts');
  const child = spawn(process.execPath, [...serviceFlags, service], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  // The service's own worker has the lowest priority, and would wait for minutes while tests use the whole machine.
  // This one ends when the channel to this process is closed.
  const worker = spawn(process.execPath, [...serviceFlags, join(repository, 'apps/simulator/src/main.ts'), 'worker'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = Promise.all([once(child, 'close'), once(worker, 'close')]);
  const stop = async () => {
    child.kill('SIGINT');
    worker.kill('SIGTERM');
    await ended;
    await redis.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const { url, metricsUrl } = await new Promise<Pick<DemoService, 'url' | 'metricsUrl'>>((resolve, reject) => {
      let printed = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        const [, address] = /^ready (\S+)$/m.exec(printed) ?? [];
        const [, metrics] = /^ {2}Metrics for Prometheus are at (\S+)$/m.exec(printed) ?? [];
        if (address !== undefined && metrics !== undefined) resolve({ url: address, metricsUrl: metrics });
      });
      child.once('close', () => reject(new Error(`the service ended before it served\n${printed}`)));
    });
    const users = JSON.parse(await readFile(join(folder, 'credentials.json'), 'utf8')) as DemoUser[];
    if (settings['DEMO_DAYS'] !== '0') await untilCompared(url, users);
    return { url, metricsUrl, users, kill: () => child.kill('SIGKILL'), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits for the comparison of the demo's open draft, the last step of the demo's days. */
async function untilCompared(url: string, users: readonly DemoUser[]): Promise<void> {
  const seller = users.find(({ username }) => username === 'demo-seller-1');
  for (;;) {
    const answer = await fetch(`${url}/simulation`, { headers: { authorization: seller?.api_key ?? '' } });
    const { response } = (await answer.json()) as { readonly response: { readonly simulations?: { state: string }[] } };
    const state = response.simulations?.[0]?.state;
    if (state === 'done') return;
    if (!answer.ok || state === 'failed') throw new Error(`the demo's days were not made: ${JSON.stringify(response)}`);
    await setTimeout(askEveryMs);
  }
}
