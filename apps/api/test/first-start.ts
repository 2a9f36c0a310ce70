import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import { createClient, RESP_TYPES } from 'redis';
import { openInstance } from './instance.ts';

/** What a first start leaves behind: all that Redis holds, as it dumps it, and the file of credentials. */
interface FirstStart {
  readonly entries: readonly { readonly key: string; readonly ttlMs: number; readonly dump: Buffer }[];
  readonly credentials: string;
}

const fileName = 'credentials.json';

let made: Promise<FirstStart> | undefined;

/**
 * Puts the demo's data into an empty database and folder, so that a service that opens them finds its first start done.
 *
 * One real first start of this process is kept and copied: it hashes every password twice, which takes fifty times as long
 * as all the rest of opening a service. Tests of the first start itself do without.
 */
export async function putFirstStart(redisUrl: string, dataDir: string): Promise<void> {
  made ??= makeFirstStart();
  const { entries, credentials } = await made;
  const redis = await connect(redisUrl);
  await Promise.all(entries.map(({ key, ttlMs, dump }) => redis.restore(key, ttlMs, dump)));
  redis.destroy();
  await writeFile(join(dataDir, fileName), credentials, { mode: 0o600 });
}

async function makeFirstStart(): Promise<FirstStart> {
  const redis = await startTemporaryRedis({ durable: false });
  const dataDir = await mkdtemp(join(tmpdir(), 'auction-tiers-first-'));
  try {
    const instance = await openInstance({ REDIS_URL: redis.url, DATA_DIR: dataDir });
    await instance.close();
    return { entries: await readAll(redis.url), credentials: await readFile(join(dataDir, fileName), 'utf8') };
  } finally {
    await redis.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function readAll(redisUrl: string): Promise<FirstStart['entries']> {
  const redis = await connect(redisUrl);
  const keys = await redis.keys('*');
  const entries = keys.map(async (name) => {
    const key = name.toString();
    const [ttlMs, dump] = await Promise.all([redis.pTTL(key), redis.dump(key)]);
    if (dump === null) throw new Error(`the key ${key} ended while it was read`);
    return { key, ttlMs: Math.max(ttlMs, 0), dump };
  });
  const all = await Promise.all(entries);
  redis.destroy();
  return all;
}

/** Texts are read as bytes, for a dump is no text. */
async function connect(url: string) {
  const client = createClient({ url }).withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
  await client.connect();
  return client;
}
