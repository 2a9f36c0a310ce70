import { maxObjectBytes } from '@auction-tiers/contract';
import { describe, expect, test } from 'vitest';
import { createProfile, createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { largeProfile } from '../fixture/large-profile.ts';
import { createSend, issuePaths } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { exportOf, sendFile } from '../fixture/tier-set-file.ts';
import { tokenOf } from '../fixture/log-in.ts';

const service = useService({
  MAX_YM_PROFILES_PER_MEMBER: '3',
  MAX_PROFILES_PER_MEMBER: '12',
  MAX_KEYS_PER_USER: '2',
  MAX_MEMBER_MB: '1',
});
const { send } = service;

/** As the second demo seller, which has no objects of its own in the way. */
const asOther: typeof send = (...request) => createSend(service.url, service.people.seller2.api_key)(...request);

describe('the number of objects', () => {
  test.for([
    { path: '/ym-profile', body: { name: 'One more' }, most: 3 },
    { path: '/profile', body: { name: 'One more' }, most: 12 },
  ])('of a member at $path is limited', async ({ path, body, most }) => {
    const { count } = expectOk(await asOther('GET', path)).response;
    for (let made = count; made < most; made++) expectOk(await asOther('POST', path, { body }));
    const refused = await asOther('POST', path, { body });
    expect(refused.status).toBe(409);
    expect(refused.response.error_id).toBe('LIMIT');
    expect(expectOk(await asOther('GET', path)).response.count).toBe(most);
  });

  test('of API keys of a user is limited', async () => {
    const answers = [];
    for (const name of ['a', 'b', 'c'])
      answers.push(
        await asOther('POST', '/api-key', { key: await tokenOf(service, 'seller2'), body: { name, scopes: ['read'] } }),
      );
    expect(answers.map(({ response }) => response.error_id)).toContain('LIMIT');
    expect(expectOk(await asOther('GET', '/api-key')).response.count).toBe(2);
  });
});

describe('the size of an object', () => {
  test('is limited when it is made, and when it is changed', async () => {
    const refused = await send('POST', '/profile', { body: largeProfile(maxObjectBytes + 10_000) });
    expect([refused.status, refused.response.error_id]).toEqual([409, 'LIMIT']);
    const { id } = await createProfile(send, largeProfile(1000));
    const larger = await send('PUT', `/profile?id=${id}`, { body: largeProfile(maxObjectBytes + 10_000) });
    expect([larger.status, larger.response.error_id]).toEqual([409, 'LIMIT']);
    expectOk(await send('PUT', `/profile?id=${id}`, { body: largeProfile(maxObjectBytes / 2) }));
    expectOk(await send('DELETE', `/profile?id=${id}`));
  });

  test('is limited for the objects of an import', async () => {
    const { id } = await createYmProfile(send, { name: 'Import' });
    const file = await exportOf(send, id);
    const profiles = [{ ...largeProfile(maxObjectBytes + 10_000), id: 1 }];
    const tiers = [{ name: 'T', profile_id: 1, min_price: 0 }];
    const refused = await sendFile(send, id, { ...file, profiles, tiers });
    expect([refused.status, refused.response.error_id]).toEqual([409, 'LIMIT']);
    expect(await exportOf(send, id)).toEqual(file);
  });
});

test("a member's objects together are limited, and what is deleted makes room", async () => {
  const ids: number[] = [];
  const named = { body: largeProfile(200_000), headers: { 'idempotency-key': 'first' } };
  let refused = await send('POST', '/profile', named);
  for (; refused.status === 200; refused = await send('POST', '/profile', { body: largeProfile(200_000) })) {
    ids.push(refused.response.id);
  }
  expect(ids.length).toBeGreaterThan(3);
  expect(ids.length).toBeLessThan(6);
  expect([refused.status, refused.response.error_id]).toEqual([409, 'LIMIT']);
  // What was made before is not made again, so it needs no room.
  expect(expectOk(await send('POST', '/profile', named)).response.id).toBe(ids[0]);
  // A change that makes an object smaller is never refused for it.
  expectOk(await send('PUT', `/profile?id=${ids[0]}`, { body: largeProfile(100_000) }));
  expectOk(await send('DELETE', `/profile?id=${ids[1]}`));
  expectOk(await send('POST', '/profile', { body: largeProfile(200_000) }));
});

test('one error names at most a hundred problems of an import', async () => {
  const { id } = await createYmProfile(asOther, { name: 'Bad' }).catch(async () => {
    const [first] = expectOk(await asOther('GET', '/ym-profile')).response['ym-profiles'] as { id: number }[];
    return first!;
  });
  const buyer_members = [{ name: 'nobody by this name' }];
  const tiers = Array.from({ length: 500 }, (_, at) => ({ name: `T${at}`, min_price: 0, buyer_members }));
  const file = { ...(await exportOf(asOther, id)), tiers, profiles: [] };
  const refused = await sendFile(asOther, id, file);
  expect(refused.status).toBe(409);
  expect(issuePaths(refused)).toHaveLength(101);
  expect(refused.text.length).toBeLessThan(100_000);
});

test('creating a tier within all limits goes on', async () => {
  const [{ id }] = expectOk(await send('GET', '/ym-profile')).response['ym-profiles'] as [{ id: number }];
  expect((await createTier(send, { ym_profile_id: id })).id).toBeGreaterThan(0);
});
