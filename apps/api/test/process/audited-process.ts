import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import { onTestFinished } from 'vitest';
import { readPeople } from '../fixture/instance.ts';
import { createSend, type Row } from '../fixture/request.ts';
import { MainProcess } from './main-process.ts';

/** A service of its own, whose log is read once it has stopped. */
export async function startAudited(settings: Readonly<Record<string, string>>) {
  const redis = await startTemporaryRedis({ durable: false });
  const dataDir = await mkdtemp(join(tmpdir(), 'auction-tiers-audit-'));
  const service = new MainProcess({ REDIS_URL: redis.url, DATA_DIR: dataDir, ...settings });
  onTestFinished(async () => {
    await service.stop();
    await redis.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const url = await service.ready();
  const people = await readPeople(dataDir);
  const send = createSend(url, people.seller1.api_key);
  return { service, url, people, ...people, send };
}

/** The lines of a log. */
export const rowsOfLog = (stderr: string): readonly Row[] =>
  stderr.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Row] : []));
