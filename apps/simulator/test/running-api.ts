import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import { onTestFinished } from 'vitest';
import { createFolder } from './folder.ts';

const main = fileURLToPath(new URL('../../api/src/main.ts', import.meta.url));
const options = ['--disable-warning=ExperimentalWarning', '--conditions=@auction-tiers/source'];

export interface RunningApi {
  readonly url: string;
  readonly apiKey: string;
  /** Ends it at once, as a crash would. */
  readonly kill: () => void;
}

/** A real service with demo data, on a free port and a Redis of its own, that ends with the test. */
export async function startApi(changes: Readonly<Record<string, string>> = {}): Promise<RunningApi> {
  const folder = createFolder();
  const redis = await startTemporaryRedis({ durable: false });
  onTestFinished(() => redis.stop());
  const settings = {
    HOST: '127.0.0.1',
    PORT: '0',
    REDIS_URL: redis.url,
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    ...changes,
  };
  const child = spawn(process.execPath, [...options, main], {
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const url = await new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const [, address] = /^ready (\S+)$/m.exec(printed) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.on('close', () => reject(new Error(`The service ended before it was ready:\n${printed}`)));
  });
  return { url, apiKey: readSellerKey(folder), kill: () => child.kill('SIGKILL') };
}

function readSellerKey(folder: string): string {
  const people: { role: string; api_key: string }[] = JSON.parse(
    readFileSync(join(folder, 'credentials.json'), 'utf8'),
  );
  return people.find(({ role }) => role === 'seller')!.api_key;
}
