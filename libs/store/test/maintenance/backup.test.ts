import {
  apiKeyResource,
  memberResource,
  type Plain,
  profileResource,
  tierResource,
  userResource,
  ymProfileResource,
} from '@auction-tiers/contract';
import { isLong, runs } from '@auction-tiers/tools/long';
import { openRedisStore, type RedisStore, type StoredResource } from '@auction-tiers/store';
import { type Arbitrary, array, assert, asyncProperty, constantFrom, nat, record, sample, string } from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { backup, contentOf, dump, restore, startDatabase } from './database.ts';

const actor = { user: 'ann', requestId: 'r-1' };
const silent = { warn: () => undefined };
const members = [1, 2, 16, 17];

async function open(url: string): Promise<RedisStore> {
  const store = await openRedisStore({ url, log: silent });
  onTestFinished(() => store.close());
  return store;
}

interface Step {
  readonly kind:
    | 'member'
    | 'ymProfile'
    | 'tier'
    | 'profile'
    | 'user'
    | 'key'
    | 'update'
    | 'remove'
    | 'password'
    | 'batch';
  readonly member: number;
  readonly pick: number;
  readonly name: string;
}

const step: Arbitrary<Step> = record({
  kind: constantFrom(
    'member',
    'ymProfile',
    'tier',
    'profile',
    'user',
    'key',
    'update',
    'update',
    'remove',
    'password',
    'batch',
  ),
  member: constantFrom(...members),
  pick: nat(1000),
  name: string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
});

/** Makes steps of a history on a store. What a step refers to, and whether it is refused, depends on those before it. */
class Writer {
  readonly #store: RedisStore;
  readonly #made: { readonly resource: StoredResource; readonly memberId: number | null; readonly id: number }[] = [];
  #count = 0;

  constructor(store: RedisStore) {
    this.#store = store;
  }

  async make({ kind, member, pick, name }: Step): Promise<void> {
    this.#count += 1;
    const idempotency = { key: `k ${this.#count} ${pick}`, fingerprint: 'f' };
    const ymProfile = this.#pick(ymProfileResource, member, pick);
    switch (kind) {
      case 'member':
        return this.#create(memberResource, null, { name }, { idempotency });
      case 'ymProfile':
        return this.#create(ymProfileResource, member, { name, publisher_ids: [this.#count] }, { idempotency });
      case 'profile':
        return this.#create(profileResource, member, { code: `${name} ${pick}` });
      case 'tier':
        if (ymProfile === undefined) return;
        return this.#create(tierResource, member, { name, ym_profile_id: ymProfile.id, code: `${pick}` });
      case 'user':
        return this.#create(
          userResource,
          null,
          { username: `${name} ${this.#count}`, role: 'seller', member_id: member },
          { secrets: { password_hash: `hash ${pick}` } },
        );
      case 'key': {
        const user = this.#pick(userResource, null, pick);
        if (user === undefined) return;
        const secrets = { sha256: `sha ${this.#count} ${pick}` };
        return this.#create(
          apiKeyResource,
          null,
          { user_id: user.id, prefix: 'atk_abcd', scopes: ['read'] },
          { secrets },
        );
      }
      case 'password': {
        const user = this.#pick(userResource, null, pick);
        const stored = user === undefined ? null : await this.#store.get(userResource, null, user.id);
        if (user === undefined || stored === null) return;
        const secrets = { password_hash: `changed ${pick} ${this.#count}` };
        await this.#store.update(userResource, null, user.id, stored.value, stored.revision, actor, { secrets });
        return;
      }
      case 'update': {
        const found = this.#made[pick % Math.max(1, this.#made.length)];
        if (found === undefined || found.resource.fields['name'] === undefined) return;
        const stored = await this.#store.get(found.resource, found.memberId, found.id);
        if (stored === null) return;
        const value = { ...stored.value, name, description: pick % 2 === 0 ? null : name };
        await this.#store.update(found.resource, found.memberId, found.id, value, stored.revision, actor);
        return;
      }
      case 'remove': {
        const found = this.#made[pick % Math.max(1, this.#made.length)];
        if (found === undefined || found.resource === memberResource) return;
        await this.#store.remove(found.resource, found.memberId, found.id, actor);
        return;
      }
      case 'batch': {
        const ids = await this.#store.drawIds('ym-profile', 3);
        const writes = ids.map((id) => ({
          operation: 'create' as const,
          resource: ymProfileResource,
          id,
          value: { name: `${name} ${id}` },
        }));
        const knownRevision = await this.#revision(member % this.#store.partitions);
        const result = await this.#store.writeBatch(member, writes, actor, { knownRevision });
        if (result.ok) {
          for (const id of ids) this.#made.push({ resource: ymProfileResource, memberId: member, id });
        }
      }
    }
  }

  async #revision(partition: number): Promise<number> {
    const { revision } = await this.#store.load(partition, []);
    return revision;
  }

  async #create(
    resource: StoredResource,
    memberId: number | null,
    value: Plain,
    options: Parameters<RedisStore['create']>[4] = {},
  ): Promise<void> {
    const result = await this.#store.create(resource, memberId, value, actor, options);
    if (result.ok) this.#made.push({ resource, memberId, id: result.change.id });
  }

  #pick(resource: StoredResource, memberId: number | null, pick: number) {
    const all = this.#made.filter((one) => one.resource === resource && one.memberId === memberId);
    return all[pick % Math.max(1, all.length)];
  }
}

test('a backup of any history, restored into an empty Redis, is that history', { timeout: 120_000 }, async () => {
  const [from, to] = await Promise.all([startDatabase(), startDatabase()]);
  await assert(
    asyncProperty(array(step, { maxLength: 60 }), async (steps) => {
      await Promise.all([from.ask('FLUSHALL'), to.ask('FLUSHALL')]);
      const store = await openRedisStore({ url: from.url, log: silent });
      const writer = new Writer(store);
      for (const one of steps) await writer.make(one);
      const file = await backup(from.url);
      await restore(to.url, file);
      expect(await dump(to.url)).toEqual(await dump(from.url));
      expect(await contentOf(await backup(to.url))).toEqual(await contentOf(file));
      await store.close();
    }),
    { numRuns: runs(20) },
  );
});

test('a backup under load has each partition as it was at one revision', { timeout: 120_000 }, async () => {
  const [from, to] = await Promise.all([startDatabase(), startDatabase()]);
  const store = await open(from.url);
  const steps = sample(step, { numRuns: 400, seed: 7 });
  const first = new Writer(store);
  for (const one of steps.slice(0, 200)) await first.make(one);
  const over = new AbortController();
  const work = Array.from({ length: 8 }, async (_, index) => {
    const writer = new Writer(store);
    for (let at = index; !over.signal.aborted; at += 1) await writer.make(steps[at % steps.length]!);
  });
  const files: string[] = [];
  try {
    for (let count = 0; count < (isLong ? 5 : 2); count += 1) files.push(await backup(from.url));
  } finally {
    over.abort();
    await Promise.all(work);
  }
  for (const file of files) {
    await to.ask('FLUSHALL');
    await restore(to.url, file);
    const [found, whole] = await Promise.all([dump(to.url), dump(from.url)]);
    let later = 0;
    for (let partition = 0; partition < store.partitions; partition += 1) {
      const revision = Number(found[`at:{p${partition}}:revision`] ?? 0);
      const stream = (found[`at:{p${partition}}:changes`] ?? []) as { id: string }[];
      const all = (whole[`at:{p${partition}}:changes`] ?? []) as { id: string }[];
      expect(stream).toEqual(all.slice(0, revision));
      later += all.length - revision;
      for (const [key, fields] of Object.entries(found)) {
        if (!key.startsWith(`at:{p${partition}}:`) || !key.includes(':idempotency:')) continue;
        const own = Object.fromEntries(fields as [string, string][]);
        expect(Number(own['revision'] ?? 0)).toBeLessThanOrEqual(revision);
      }
      // What the changes up to there make is what was restored.
      const replayed = replay(all.slice(0, revision));
      const objects = Object.entries(found).filter(([key]) =>
        new RegExp(`^at:\\{p${partition}\\}:[a-z-]+:\\d+$`).test(key),
      );
      expect(Object.fromEntries(objects.map(([key, hash]) => [key, withoutSecrets(hash)]))).toEqual(
        Object.fromEntries(Object.entries(replayed).map(([name, hash]) => [`at:{p${partition}}:${name}`, hash])),
      );
    }
    // The last backup may have met the end of the load.
    if (file !== files.at(-1)) expect(later).toBeGreaterThan(0);
  }
});

type Entry = { readonly id: string; readonly message?: Record<string, string> };

/** The objects that the changes make, each as sorted fields. */
function replay(entries: readonly Entry[]): Record<string, [string, string][]> {
  const objects: Record<string, Record<string, string>> = {};
  for (const { message = {} } of entries) {
    const name = `${message['service']}:${message['id']}`;
    const [before, after] = [message['before'], message['after']].map((text) => JSON.parse(text ?? '{}') as object);
    if (message['operation'] === 'delete') delete objects[name];
    else {
      const kept = Object.entries(objects[name] ?? {}).filter(([field]) => !Object.hasOwn(before ?? {}, field));
      objects[name] = { ...Object.fromEntries(kept), ...after };
    }
  }
  return Object.fromEntries(
    Object.entries(objects).map(([name, hash]) => [
      name,
      Object.entries(hash).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ]),
  );
}

const withoutSecrets = (hash: unknown) => (hash as [string, string][]).filter(([field]) => !field.startsWith('_'));
