import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WrongAnswer } from '../suite/suite.ts';
import type { ServerProcess } from './server/server-process.ts';
import { startServer } from './server/server-process.ts';

/** The service as its users start it, and the key of the demo's first seller. */
export interface Service extends ServerProcess {
  readonly headers: Readonly<Record<string, string>>;
  /** The data of an answer under a name. Throws a `WrongAnswer` when the service refuses. */
  readonly ask: <Data>(name: string, path: string, body?: object) => Promise<Data>;
}

export async function startService(redisUrl: string): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'auction-tiers-bench-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  const settings = {
    HOST: '127.0.0.1',
    PORT: '0',
    REDIS_URL: redisUrl,
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    RATE_LIMIT_READS: '0',
    RATE_LIMIT_WRITES: '0',
    RATE_LIMIT_WRITE_MB: '0',
    MAX_TIERS_PER_MEMBER: '1000000',
    MAX_PROFILES_PER_MEMBER: '1000000',
    MAX_MEMBER_MB: '1000000',
  };
  try {
    const server = await startServer({ program: '../../../../apps/api/src/main.ts', settings });
    const headers = { authorization: `Bearer ${readSellerKey(folder)}`, 'content-type': 'application/json' };
    return {
      ...server,
      headers,
      async ask<Data>(name: string, path: string, body?: object) {
        const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) };
        const answer = await fetch(`${server.url}${path}`, init);
        const { response } = (await answer.json()) as { response: Record<string, unknown> };
        if (answer.status !== 200)
          throw new WrongAnswer(`${path}: HTTP ${answer.status}, ${String(response['error'])}`);
        return response[name] as Data;
      },
      async stop() {
        await server.stop();
        removeFolder();
      },
    };
  } catch (error) {
    removeFolder();
    throw error;
  }
}

function readSellerKey(folder: string): string {
  const people = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')) as {
    readonly role: string;
    readonly api_key: string;
  }[];
  const seller = people.find(({ role }) => role === 'seller');
  if (seller === undefined) throw new Error(`${folder}/credentials.json has no seller.`);
  return seller.api_key;
}
