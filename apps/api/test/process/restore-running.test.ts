import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkBackup, type Connection, openConnection, restoreBackup } from '@auction-tiers/store/maintenance';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { runAdminHere } from '../fixture/admin.ts';
import { bid, runAuction } from '../fixture/auction-body.ts';
import { createTier, createYmProfile, listTiers } from '../fixture/demo-tier.ts';
import { type Instance, openInstance } from '../fixture/instance.ts';
import type { Send } from '../fixture/request.ts';
import { startService, type TestService } from '../fixture/service.ts';

const patience = { timeout: 60_000 };

let service: TestService;
let second: Instance;
let file: string;

beforeEach(async () => {
  service = await startService({ LOG_LEVEL: 'fatal' });
  onTestFinished(() => service.close());
  const dir = await mkdtemp(join(tmpdir(), 'auction-tiers-restore-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  second = await openInstance({ REDIS_URL: service.redisUrl, DATA_DIR: service.dataDir, LOG_LEVEL: 'fatal' });
  onTestFinished(() => second.close());
  file = join(dir, 'backup.zst');
});

const admin = (...args: readonly string[]) =>
  runAdminHere(args, { REDIS_URL: service.redisUrl, DATA_DIR: service.dataDir });

const readiness = async (send: Send) => JSON.stringify((await send('GET', '/readyz', { key: null })).json);
const isReady = async (send: Send) => (await send('GET', '/readyz', { key: null })).status === 200;
const idsOf = async (send: Send) => (await listTiers(send)).map(({ id }) => id);

/** A connection that breaks off at a command: the one of this number, from 0, with a script that has this text. */
function cutAt(connection: Connection, text: string, number: number): Connection {
  let sent = 0;
  return {
    ...connection,
    runOn: (key, ...command) => {
      if (String(command[1]).includes(text)) sent += 1;
      return sent > number ? Promise.reject(new Error('cut off')) : connection.runOn(key, ...command);
    },
  };
}

/** A tier that excludes buyer 301 was there at the backup; one that excludes 302 was made after it. */
async function lose() {
  const { id: ym_profile_id } = await createYmProfile(service.send);
  const exclude = (buyer: number) =>
    createTier(service.send, { ym_profile_id, member_action: 'exclude', buyer_members: [{ id: buyer }] });
  const kept = await exclude(301);
  expect(await admin('backup', file)).toMatchObject({ code: 0 });
  const lost = await exclude(302);
  const body = { ym_profile_id, seed: 's', impression: { time: '2026-11-21T08:00:00Z' } };
  const outcomes = async (send: Send) => {
    const { bids } = await runAuction(send, { ...body, bids: [bid('a', 301, 9), bid('b', 302, 9)] });
    return bids.map(({ outcome }) => outcome).join(' ');
  };
  await expect.poll(() => outcomes(second.send), patience).toBe('excluded excluded');
  return { kept, lost, outcomes };
}

describe('running services, whose database is restored', () => {
  test('go on with the whole of it: no auction meets a part, no id is used again, and verify finds no difference', async () => {
    const { kept, lost, outcomes } = await lose();
    const seen = new Set<string>();
    const over = new AbortController();
    const auctions = [service.send, second.send].map(async (send) => {
      while (!over.signal.aborted) seen.add(await outcomes(send));
    });
    expect(await admin('restore', file, '--replace')).toMatchObject({ code: 0 });
    for (const { send } of [service, second]) {
      await expect.poll(() => outcomes(send), patience).toBe('excluded won');
      await expect.poll(() => isReady(send), patience).toBe(true);
      const ids = await idsOf(send);
      expect(ids).toContain(kept.id);
      expect(ids).not.toContain(lost.id);
    }
    over.abort();
    await Promise.all(auctions);
    expect([...seen].toSorted()).toEqual(['excluded excluded', 'excluded won']);
    const { id } = await createTier(service.send, { ym_profile_id: kept.ym_profile_id });
    expect(id).toBeGreaterThan(lost.id);
    await expect.poll(() => idsOf(second.send), patience).toContain(id);
    const verified = await admin('verify', '--api', service.url, '--api', second.url);
    expect(verified.stderr).toBe('');
    expect(verified.code).toBe(0);
  });

  test('are held while a restore is interrupted, and auctions go on as they were; the next restore heals it', async () => {
    const { kept, outcomes } = await lose();
    const connection = await openConnection(service.redisUrl);
    onTestFinished(() => connection.close());
    await expect(restoreBackup(cutAt(connection, 'cjson', 3), file, await checkBackup(file))).rejects.toThrow(
      'cut off',
    );
    for (const { send } of [service, second]) {
      await expect.poll(() => readiness(send), patience).toMatch(/restore of it goes on or was interrupted/);
      for (const refused of [
        await send('GET', '/ym-auction-tier'),
        await send('POST', '/ym-profile', { body: { name: 'X' } }),
      ]) {
        expect(refused.status).toBe(503);
        // What an operator has to do is none of a seller's business.
        expect(refused.response.error).toMatch(/being restored/);
        expect(refused.response.error).not.toMatch(/Redis|npm|adopt/);
      }
      expect(await outcomes(send)).toBe('excluded excluded');
    }
    const adopted = await admin('adopt');
    expect(adopted).toMatchObject({ code: 1, stderr: expect.stringMatching(/restore/) as unknown });
    expect(await admin('restore', file)).toMatchObject({ code: 0 });
    for (const { send } of [service, second]) {
      await expect.poll(() => isReady(send), patience).toBe(true);
      expect(await idsOf(send)).toContain(kept.id);
      expect(await outcomes(send)).toBe('excluded won');
    }
  });

  test('are held where only the end of a restore is missing; the next restore writes it and changes nothing', async () => {
    const { kept, lost, outcomes } = await lose();
    const connection = await openConnection(service.redisUrl);
    onTestFinished(() => connection.close());
    const cut = cutAt(connection, "redis.call('SET', ARGV[1], ARGV[2])", 5);
    await expect(restoreBackup(cut, file, await checkBackup(file))).rejects.toThrow('cut off');
    // Both must have seen it: readiness is what the last check found, and would be that of before the restore.
    for (const { send } of [service, second]) await expect.poll(() => readiness(send), patience).toMatch(/adopt/);
    const ended = await admin('restore', file);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toMatch(/earlier restore .*\n.*--replace/);
    for (const { send } of [service, second]) {
      await expect.poll(() => isReady(send), patience).toBe(true);
      expect(await idsOf(send)).toContain(kept.id);
      expect(await idsOf(send)).not.toContain(lost.id);
      expect(await outcomes(send)).toBe('excluded won');
    }
    expect((await admin('inspect')).stdout).toContain('remembers');
  });
});
