import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runAdminHere } from '../fixture/admin.ts';
import { createTier, demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { useService } from '../fixture/service.ts';

const service = useService();

const admin = (args: readonly string[], REDIS_URL = service.redisUrl) => runAdminHere(args, { REDIS_URL });

/** The database, as another application opens it. */
async function openRedis() {
  const redis = createClient({ url: service.redisUrl });
  await redis.connect();
  onTestFinished(() => redis.destroy());
  return redis;
}

interface InspectedOverview {
  readonly servers: readonly { readonly version: string; readonly role: string }[];
  readonly meta: Readonly<Record<string, string>>;
  readonly partitions: readonly { readonly partition: number; readonly revision: number; readonly objects: number }[];
  readonly services: Readonly<Record<string, number>>;
  readonly members: readonly { readonly memberId: number; readonly objects: Readonly<Record<string, number>> }[];
  readonly unreadable: readonly { readonly key: string; readonly problem: string }[];
}

const inspect = async () => JSON.parse((await admin(['inspect', '--json'])).stdout) as InspectedOverview;

describe('inspect', () => {
  test('counts what is stored, by partition, service and member', async () => {
    const { id: ym_profile_id } = await demoYmProfile(service.send);
    const before = await inspect();
    const { member_id } = await createTier(service.send, { ym_profile_id });
    const after = await inspect();
    expect(after.services['ym-auction-tier']).toBe((before.services['ym-auction-tier'] ?? 0) + 1);
    const tiersOf = ({ members }: InspectedOverview) =>
      members.find(({ memberId }) => memberId === member_id)?.objects['ym-auction-tier'];
    expect(tiersOf(after)).toBe((tiersOf(before) ?? 0) + 1);
    const redis = await openRedis();
    for (const { partition, revision, objects } of after.partitions) {
      expect(revision).toBe(Number((await redis.get(`at:{p${partition}}:revision`)) ?? 0));
      const sets = await redis.keys(`at:{p${partition}}:all:*`);
      const sizes = await Promise.all(sets.map((key) => redis.sCard(key)));
      expect(objects).toBe(sizes.reduce((sum, size) => sum + size, 0));
    }
    expect(after).toMatchObject({
      servers: [{ role: 'master', version: expect.stringMatching(/^\d+\./) as unknown }],
      meta: { layout: '1', partitions: '16' },
      unreadable: [],
    });
  });

  test('names the objects that cannot be read, and why, without their values', async () => {
    const redis = await openRedis();
    const { id } = await createTier(service.send, { ym_profile_id: (await demoYmProfile(service.send)).id });
    const [key = ''] = await redis.keys(`at:{p*}:ym-auction-tier:${id}`);
    const priority = await redis.hGet(key, 'priority');
    await redis.hSet(key, 'priority', 'a private text');
    const { stdout } = await admin(['inspect']);
    expect(stdout).toMatch(new RegExp(`${key}: .*priority`));
    expect(stdout).not.toContain('a private text');
    await redis.hSet(key, 'priority', String(priority));
  });

  test('shows one object as it is stored, with its indexes and its last changes', async () => {
    const { id: ym_profile_id } = await demoYmProfile(service.send);
    const code = randomUUID();
    const { id } = await createTier(service.send, { ym_profile_id, code });
    expectOk(await service.send('PUT', `/ym-auction-tier?id=${id}`, { body: { priority: 9 } }));
    const shown = await admin(['inspect', 'ym-auction-tier', String(id), '--json']);
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    const report = JSON.parse(shown.stdout) as Record<string, unknown>;
    expect(report).toMatchObject({
      fields: { id: String(id), priority: '9', code },
      problem: null,
      changes: [
        { operation: 'update', after: { priority: '9' } },
        { operation: 'create', after: { code } },
      ],
    });
    const indexes = report['indexes'] as { key: string; field: string; isThere: boolean }[];
    expect(indexes.every(({ isThere }) => isThere)).toBe(true);
    expect(indexes.map(({ field }) => field)).toContain(code);
    const redis = await openRedis();
    const all = indexes.find(({ key }) => key.includes(':all:'));
    await redis.sRem(all?.key ?? '', String(id));
    expect((await admin(['inspect', 'ym-auction-tier', String(id)])).stdout).toMatch(/MISSING .*:all:/);
    await redis.sAdd(all?.key ?? '', String(id));
  });

  test('shows no secret', async () => {
    const redis = await openRedis();
    const keyHash = await redis.hGetAll('at:{p0}:api-key:1');
    const hash = (await redis.hGet('at:{p0}:user:1', '_password_hash')) ?? '';
    const shown = await Promise.all([
      admin(['inspect']),
      admin(['inspect', '--json']),
      admin(['inspect', 'user', '1']),
      admin(['inspect', 'api-key', '1', '--json']),
    ]);
    const said = shown.map(({ stdout, stderr }) => stdout + stderr).join('');
    expect(hash).toMatch(/^\$argon2id/);
    expect(keyHash['_sha256']).toMatch(/^[0-9a-f]{64}$/);
    expect(said).not.toContain(hash);
    expect(said).not.toContain(keyHash['_sha256']);
    expect(shown[2]?.stdout).toMatch(/username \S+/);
  });

  test.for<readonly [title: string, args: readonly string[], code: number, names: RegExp]>([
    ['a service without an id', ['inspect', 'user'], 2, /user/],
    ['an id that is none', ['inspect', 'user', 'x'], 2, /"x"/],
    ['an object that is not there', ['inspect', 'user', '999'], 1, /user 999/],
    ['an unknown service', ['inspect', 'colour', '1'], 1, /colour 1/],
  ])('says what is wrong: %s', async ([, args, code, names]) => {
    const ended = await admin(args);
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toMatch(names);
  });

  test('a Redis that cannot be reached', async () => {
    const ended = await admin(['inspect'], 'redis://127.0.0.1:1');
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toMatch(/^[^\n]*REDIS_URL[^\n]*\n$/);
  });
});
