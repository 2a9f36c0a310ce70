import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceFlags } from '@auction-tiers/tools/service';
import { type AskFor, askAs } from './ask.ts';
import type { ServerProcess } from './server/server-process.ts';
import { startServer } from './server/server-process.ts';

/** The service as its users start it, and the keys of the demo's sellers. */
export interface Service extends ServerProcess {
  /** Of the first seller, who has tiers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of the second seller. */
  readonly otherHeaders: Readonly<Record<string, string>>;
  /** As the first seller. */
  readonly ask: AskFor;
}

const noLimits = {
  RATE_LIMIT_READS: '0',
  RATE_LIMIT_WRITES: '0',
  RATE_LIMIT_WRITE_MB: '0',
  MAX_TIERS_PER_MEMBER: '1000000',
  MAX_PROFILES_PER_MEMBER: '1000000',
  MAX_MEMBER_MB: '1000000',
};

const program = '../../../../apps/api/src/main.ts';
const settingsOf = (redisUrl: string, folder: string) => ({
  HOST: '127.0.0.1',
  PORT: '0',
  REDIS_URL: redisUrl,
  DATA_DIR: folder,
  LOG_LEVEL: 'error',
  DEMO_DAYS: '0',
  DRAIN_MS: '0',
});

/**
 * A further process of the service on the same Redis, with a folder of its own; its users are those of the first.
 * `more`: settings that differ; `reports`: see `startServer`.
 */
export const startReplica = (
  redisUrl: string,
  more: Readonly<Record<string, string>>,
  reports: readonly string[] = [],
): Promise<ServerProcess> => startIn(redisUrl, { ...noLimits, ...more }, reports, (server) => server);

/** `limits`: none, or those that a new installation has; `reports`: see `startServer`. */
export const startService = (
  redisUrl: string,
  limits: 'none' | 'usual' = 'none',
  reports: readonly string[] = [],
): Promise<Service> => startIn(redisUrl, limits === 'none' ? noLimits : {}, reports, toService);

/** Starts the service in a new folder, which is removed with it, also where `toServer` throws. */
async function startIn<Server extends ServerProcess>(
  redisUrl: string,
  more: Readonly<Record<string, string>>,
  reports: readonly string[],
  toServer: (server: ServerProcess, folder: string) => Server,
): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'auction-tiers-bench-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  try {
    const settings = { ...settingsOf(redisUrl, folder), ...more };
    const server = toServer(await startServer({ program, settings, flags: serviceFlags, reports }), folder);
    return {
      ...server,
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

function toService(server: ServerProcess, folder: string): Service {
  const [headers, otherHeaders] = readSellerKeys(folder).map(
    (key): Record<string, string> => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' }),
  );
  if (headers === undefined || otherHeaders === undefined) {
    throw new Error(`${folder}/credentials.json has fewer than two sellers.`);
  }
  return { ...server, headers, otherHeaders, ask: askAs({ url: server.url, headers }) };
}

function readSellerKeys(folder: string): string[] {
  const people = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')) as {
    readonly role: string;
    readonly api_key: string;
  }[];
  return people.filter(({ role }) => role === 'seller').map((seller) => seller.api_key);
}
