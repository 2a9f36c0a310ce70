import { expect, test } from 'vitest';
import { ChangeTrimmer } from '../../src/mirror/change-trimmer.ts';
import { createTier, demoYmProfile, expectOk, listTiers } from '../fixture/demo-tier.ts';
import { rowsOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
const { send } = service;
const dayMs = 24 * 60 * 60 * 1000;
const goesOn = { isOver: false };

/** Users and keys are in another partition. */
const logged = async () =>
  rowsOf(expectOk(await send('GET', '/change-log?num_elements=1000&not_service=user,api-key')), 'change-logs');

const inTwoDays = (mayRemove: boolean) => ({ epochMs: () => Date.now() + 2 * dayMs, mayRemove: () => mayRemove });

test('changes older than some days are removed in steps, all but the newest, and the service goes on', async () => {
  const { store } = service.opened;
  const before = await logged();
  const limits = { keptNewest: 4, mostAtOnce: 3 };
  for (const { days, mayRemove } of [
    { days: 0, mayRemove: true },
    { days: 3, mayRemove: true },
    { days: 1, mayRemove: false },
  ]) {
    const trimmer = new ChangeTrimmer(store, inTwoDays(mayRemove), days, limits);
    await trimmer.run(goesOn);
    expect(await logged()).toEqual(before);
    expect(trimmer.oldestMs).toBeLessThanOrEqual(Date.now());
  }
  await new ChangeTrimmer(store, inTwoDays(true), 1, limits).run(goesOn);
  expect(await logged()).toEqual(before.slice(0, 4));

  const tiers = await listTiers(send);
  const { id } = await createTier(send, { ym_profile_id: (await demoYmProfile(send)).id });
  expect(await listTiers(send)).toHaveLength(tiers.length + 1);
  expect((await logged())[0]).toMatchObject({ operation: 'create', resource_id: id });
});

test('readiness says how old the oldest change is', async () => {
  await expect
    .poll(async () => (await send('GET', '/readyz', { key: null })).json['oldest_change'], { interval: 10 })
    .toMatch(/^\d{4}-\d\d-\d\dT/);
});

test('an update has the changed fields only in the change log, before and after', async () => {
  const { id } = await createTier(send, { ym_profile_id: (await demoYmProfile(send)).id, name: 'Logged' });
  expectOk(await send('PUT', `/ym-auction-tier?id=${id}`, { body: { priority: 9, description: 'New' } }));
  const [entry] = await logged();
  const { last_modified: _before, ...before } = entry?.before ?? {};
  const { last_modified: _after, ...after } = entry?.after ?? {};
  expect([before, after]).toEqual([
    { priority: 5, description: null },
    { priority: 9, description: 'New' },
  ]);
});
