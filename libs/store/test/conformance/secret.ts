import {
  apiKeyResource,
  channelResource,
  storedResources,
  userResource,
  ymProfileResource,
} from '@auction-tiers/contract';
import { describe, expect, test } from 'vitest';
import type { ObjectStore, Secrets, WriteResult } from '../../src/port/object-store.ts';
import { actor, addKey, addUser, committed, refused, seller } from './sample.ts';
import { emptyStore, type StoreSubject } from './subject.ts';

/** Tests of secrets: texts that are stored with an object and never given out. */
export function testSecrets(subject: StoreSubject): void {
  describe('a secret', () => {
    test('stands in no answer, object, list, change or log', async () => {
      const store = await emptyStore(subject);
      const seen: unknown[] = [];
      const see = async <T>(answer: Promise<T>): Promise<T> => {
        seen.push(await answer);
        return answer;
      };
      const idempotency = { key: 'k', fingerprint: 'f' };
      const value = { username: 'ann', role: 'admin' };
      const create = () => store.create(userResource, null, value, actor, { idempotency, ...hidden('hidden-1') });
      const { id, revision, after } = committed(await see(create()));
      await see(create());
      await see(store.repeatOf(userResource, null, idempotency));
      await see(store.update(userResource, null, id, after ?? {}, revision, actor, hidden('hidden-2')));
      await see(store.update(userResource, null, id, after ?? {}, revision, actor, hidden('hidden-3')));
      await see(store.get(userResource, null, id));
      const key = await addKey(store, id, 'hidden-4');
      await see(store.create(apiKeyResource, null, { user_id: id }, actor, { secrets: { sha256: 'hidden-4' } }));
      await see(store.load(0, storedResources));
      await see(store.remove(apiKeyResource, null, key, actor));
      await see(store.remove(userResource, null, id, actor));
      await see(store.changesAfter(0, { revision: 0 }, 100));
      await see(store.changeLog(null, 0, 100));
      await see(subject.readLog(0));
      expect(JSON.stringify(seen)).toContain('"username');
      expect(JSON.stringify(seen)).not.toMatch(/hidden|password_hash|_sha256/);
    });

    test('stays as it is at an update that does not give it, and is replaced by one that does', async () => {
      const store = await emptyStore(subject);
      const id = await addUser(store, {}, 'first');
      await update(store, id, {});
      expect(await store.credentials.findUser('ann')).toMatchObject({ passwordHash: 'first' });
      const replaced = committed(await update(store, id, { password_hash: 'second' }));
      expect(await store.credentials.findUserById(id)).toMatchObject({ passwordHash: 'second' });
      const { last_modified: _at, ...others } = replaced.after ?? {};
      expect(others).toEqual({});
    });

    test('is given to the service that asks for it, of the member that has it', async () => {
      const store = await emptyStore(subject);
      const secrets = { address: 'https://alerts.example/1', hmac_key: 'kept' };
      const value = { name: 'Night', kind: 'webhook', to: 'https://alerts.example/…', format: 'json' };
      const { id } = committed(await store.create(channelResource, seller, value, actor, { secrets }));
      expect(await store.secretsOf(channelResource, seller, id)).toEqual(secrets);
      expect(await store.secretsOf(channelResource, seller + 1, id)).toBeNull();
      expect(await store.secretsOf(channelResource, seller, id + 1)).toBeNull();
    });

    test('stays as it is when an update is refused', async () => {
      const store = await emptyStore(subject);
      const id = await addUser(store, {}, 'first');
      await addUser(store, { username: 'bob' });
      const { value, revision } = (await store.get(userResource, null, id))!;
      const late = await store.update(userResource, null, id, value, revision + 1, actor, hidden('second'));
      expect(refused(late)).toEqual({ kind: 'changed' });
      const taken = { ...value, username: 'bob' };
      const duplicate = await store.update(userResource, null, id, taken, revision, actor, hidden('second'));
      expect(refused(duplicate)).toMatchObject({ kind: 'duplicate', field: 'username' });
      expect(await store.credentials.findUserById(id)).toMatchObject({ passwordHash: 'first' });
    });

    test('may be the same in two objects, unless it is one that finds them', async () => {
      const store = await emptyStore(subject);
      const user = await addUser(store, {}, 'same');
      await addUser(store, { username: 'bob' }, 'same');
      const id = await addKey(store, user, 'same');
      const other = await addKey(store, user, 'other');
      const duplicate = { kind: 'duplicate', field: 'sha256', value: '', id };
      const secrets = { sha256: 'same' };
      expect(refused(await store.create(apiKeyResource, null, { user_id: user }, actor, { secrets }))).toEqual(
        duplicate,
      );
      const { value, revision } = (await store.get(apiKeyResource, null, other))!;
      const takeOver = () => store.update(apiKeyResource, null, other, value, revision, actor, { secrets });
      expect(refused(await takeOver())).toEqual(duplicate);
      committed(await store.remove(apiKeyResource, null, id, actor));
      committed(await takeOver());
      expect(await store.credentials.findKey('same')).toMatchObject({ id: other });
      expect(await store.credentials.findKey('other')).toBeNull();
    });

    test('is kept by its own object when that is written with it again', async () => {
      const store = await emptyStore(subject);
      const id = await addKey(store, await addUser(store), 'abc');
      const { value, revision } = (await store.get(apiKeyResource, null, id))!;
      const secrets = { sha256: 'abc' };
      committed(await store.update(apiKeyResource, null, id, value, revision, actor, { secrets }));
      expect(await store.credentials.findKey('abc')).toMatchObject({ id });
    });

    test.for([
      ['none', {}],
      ['one too many', { password_hash: 'x', pin: 'x' }],
    ] as const)('%s of what a resource has is a mistake of the program', async ([, secrets]) => {
      const store = await emptyStore(subject);
      const create = store.create(userResource, null, { username: 'ann', role: 'admin' }, actor, { secrets });
      await expect(create).rejects.toBeInstanceOf(TypeError);
      const other = store.create(ymProfileResource, seller, { name: 'Y' }, actor, { secrets: { pin: 'x' } });
      await expect(other).rejects.toBeInstanceOf(TypeError);
      expect((await store.head(0)).revision).toBe(0);
    });
  });
}

const hidden = (passwordHash: string) => ({ secrets: { password_hash: passwordHash } });

async function update(store: ObjectStore, id: number, secrets: Secrets): Promise<WriteResult> {
  const { value, revision } = (await store.get(userResource, null, id))!;
  return store.update(userResource, null, id, value, revision, actor, { secrets });
}
