import { memberResource, type Plain, ymProfileResource } from '@auction-tiers/contract';
import { type ObjectStore, openRedisStore, StoreUnavailable } from '@auction-tiers/store';
import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { Follower } from '../../src/mirror/follower.ts';
import { Mirror } from '../../src/mirror/mirror.ts';

const actor = { user: 'ann', requestId: 'r-1' };
const memberId = 19;
const partition = 3;
const make = (name: string) => ({ code: null, name, description: null, publisher_ids: [] });
const isFirst = ({ service, id }: { service: string; id: number }) => service === 'ym-profile' && id === 1;

test.for(['goes on', 'goes away before the changes are read'] as const)(
  'an import while its partition is loaded is seen whole or not at all, where Redis %s',
  async (then) => {
    const redis = await startTemporaryRedis({ durable: false });
    const store = await openRedisStore({ url: redis.url, log: { warn: () => undefined } });
    onTestFinished(async () => {
      await store.close();
      await redis.stop();
    });
    await store.create(memberResource, memberId, { name: 'M', revenue_share_pct: 0 }, actor, { id: memberId });
    for (const id of [1, 2, 3]) await store.create(ymProfileResource, memberId, make(`old ${id}`), actor);

    const namesIn = (mirror: Mirror) => mirror.rows('ym-profile', memberId).map(({ name }) => name);
    const mirror = new Mirror();
    const seen: unknown[] = [];
    const between: ObjectStore = {
      ...store,
      get history() {
        return store.history;
      },
      /** As a load reads whose place and first object come before an import, and the rest after it. */
      async load(of, resources, keep) {
        const before = await store.load(of, resources, keep);
        if (of !== partition || before.objects.length === 0) return before;
        const stored = await Promise.all([1, 2, 3].map((id) => store.get(ymProfileResource, memberId, id)));
        const writes = stored.slice(0, 2).map((one, at) => ({
          operation: 'update' as const,
          resource: ymProfileResource,
          id: at + 1,
          value: { ...one?.value, name: `new ${at + 1}` } as Plain,
        }));
        if ((await store.head(of)).revision === before.revision && seen.length === 0) {
          const options = { knownRevision: before.revision };
          expect(await store.writeBatch(memberId, writes, actor, options)).toMatchObject({ ok: true });
        }
        const after = await store.load(of, resources, keep);
        const objects = [...before.objects.filter(isFirst), ...after.objects.filter((one) => !isFirst(one))];
        return { ...before, objects };
      },
      async changesAfter(of, place, limit) {
        if (of === partition) seen.push(namesIn(mirror));
        if (of === partition && then !== 'goes on') throw new StoreUnavailable('gone');
        return store.changesAfter(of, place, limit);
      },
    };
    const follower = new Follower(between, mirror, pino({ enabled: false }));
    onTestFinished(() => follower.close());
    const started = follower.start();
    if (then === 'goes on') await started;
    else await expect(started).rejects.toThrow('gone');
    const whole = ['new 1', 'new 2', 'old 3'];
    for (const names of [...seen, namesIn(mirror)]) expect([[], whole]).toContainEqual(names);
    if (then === 'goes on') expect(namesIn(mirror)).toEqual(whole);
  },
);
