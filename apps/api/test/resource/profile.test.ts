import { beforeAll, describe, expect, test } from 'vitest';
import { explainAuction } from '../fixture/auction-body.ts';
import { createProfile, createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { type Dimension, dimensions } from '../fixture/profile-dimension.ts';
import { issuePaths, type Row, rowOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService({ INACTIVE_DMAS: '502' });
const { send } = service;
let ymProfileId: number;

beforeAll(async () => {
  ymProfileId = (await createYmProfile(send)).id;
});

const post = (body: unknown) => send('POST', '/profile', { body });

/** Whether a profile lets a tier match impressions. */
async function matches(profileId: number, impressions: readonly Row[]): Promise<boolean[]> {
  const body = { ym_profile_id: ymProfileId, profile_id: profileId, buyer_members: [{ id: 301 }] };
  const tier = await createTier(send, body);
  const results = [];
  for (const impression of impressions) {
    const bids = [{ id: 'a', member_id: 301, price: 1 }];
    const { bids: explained } = await explainAuction(send, { ym_profile_id: ymProfileId, impression, bids });
    const verdict = explained[0]?.tiers.find(({ tier_id }) => tier_id === tier.id);
    expect(['matched', 'profile_mismatch']).toContain(verdict?.result);
    results.push(verdict?.result === 'matched');
  }
  expectOk(await send('DELETE', `/ym-auction-tier?id=${tier.id}`));
  return results;
}

describe.for(dimensions)('$name', ({ targets, action, given = {}, fitting, other }) => {
  test('is stored, answered and used in auctions', async () => {
    const include = action === undefined ? {} : { [action]: 'include' };
    const answer = expectOk(await post({ name: 'P', ...targets, ...include }));
    const profile = rowOf(answer, 'profile');
    expect(profile).toMatchObject({ ...targets, ...given, ...include });
    expect(rowOf(await send('GET', `/profile?id=${answer.response.id}`), 'profile')).toEqual(profile);
    expect(await matches(answer.response.id, [fitting, other])).toEqual([true, false]);
  });
});

const withAction = dimensions.filter((one): one is Dimension & { readonly action: string } => one.action !== undefined);

describe.for(withAction)('$name', ({ targets, action, fitting, other }) => {
  test('excludes by default; an impression without the value passes', async () => {
    const { id, ...profile } = await createProfile(send, targets);
    expect(profile[action]).toBe('exclude');
    expect(await matches(id, [fitting, other, {}])).toEqual([false, true, true]);
  });

  test('as an include does not match an impression without the value', async () => {
    const { id } = await createProfile(send, { ...targets, [action]: 'include' });
    expect(await matches(id, [{}])).toEqual([false]);
  });

  test('cannot be an include without targets, on the merged object', async () => {
    const lists = Object.keys(targets);
    for (const list of [null, []]) {
      const answer = await post({
        [action]: 'include',
        ...Object.fromEntries(lists.map((name) => [name, list])),
      });
      expect(answer.status).toBe(400);
      expect(issuePaths(answer)).toEqual([action]);
    }
    const { id } = await createProfile(send, { ...targets, [action]: 'include' });
    const body = Object.fromEntries(lists.map((name) => [name, null]));
    expect((await send('PUT', `/profile?id=${id}`, { body })).status).toBe(400);
    expectOk(await send('PUT', `/profile?id=${id}`, { body: { ...body, [action]: 'exclude' } }));
  });
});

test('a bare profile matches every impression', async () => {
  const answer = expectOk(await post({}));
  for (const [name, value] of Object.entries(rowOf(answer, 'profile'))) {
    if (name.endsWith('_targets')) expect([name, value]).toEqual([name, null]);
    if (name.endsWith('_action')) expect([name, value]).toEqual([name, 'exclude']);
  }
  expect(await matches(answer.response.id, [{}, ...dimensions.map(({ fitting }) => fitting)])).not.toContain(false);
});

test.for<[string, Row, number, string]>([
  ['a dimension that is not supported', { gender_targets: [{ id: 1 }] }, 400, 'gender_targets'],
  ['an action that is not supported', { gender_action: 'include' }, 400, 'gender_action'],
  ['an action of a dimension that is always an include', { size_action: 'exclude' }, 400, 'size_action'],
  ['a market by the wrong key', { dma_targets: [{ id: 501 }] }, 400, 'dma_targets.0'],
  ['an unknown device type', { device_type_targets: ['toaster'] }, 400, 'device_type_targets.0'],
  ['an unknown supply type', { supply_type_targets: ['paper'] }, 400, 'supply_type_targets.0'],
  [
    'an unknown day',
    { daypart_targets: [{ day: 'someday', start_hour: 1, end_hour: 2 }] },
    400,
    'daypart_targets.0.day',
  ],
  ['hour 24', { daypart_targets: [{ day: 'all', start_hour: 1, end_hour: 24 }] }, 400, 'daypart_targets.0.end_hour'],
  ['an unknown time zone', { daypart_timezone: 'Mars/Olympus' }, 400, 'daypart_timezone'],
  [
    'a country that is neither named by id nor by code',
    { country_targets: [{ name: 'US' }] },
    400,
    'country_targets.0',
  ],
  ['an unknown market', { dma_targets: [{ dma: 501 }, { dma: 999 }] }, 409, 'dma_targets.1.dma'],
  ['a market that is not active here', { dma_targets: [{ dma: 502 }] }, 409, 'dma_targets.0.dma'],
  ['an unknown country code', { country_targets: [{ code: 'XX' }] }, 409, 'country_targets.0.code'],
  ['an unknown country id', { country_targets: [{ id: 9999 }] }, 409, 'country_targets.0.id'],
  ['an id and a code of two countries', { country_targets: [{ id: 233, code: 'DE' }] }, 409, 'country_targets.0.code'],
  [
    'a city of an unknown country',
    { city_targets: [{ name: 'X', country_code: 'XX' }] },
    409,
    'city_targets.0.country_code',
  ],
])('%s is refused, on create and on change', async ([, body, status, path]) => {
  const { id } = await createProfile(send, { name: 'Unchanged' });
  const before = rowOf(await send('GET', `/profile?id=${id}`), 'profile');
  for (const answer of [await post(body), await send('PUT', `/profile?id=${id}`, { body })]) {
    expect(answer.status).toBe(status);
    expect(answer.response.error_id).toBe(status === 400 ? 'SYNTAX' : 'INTEGRITY');
    expect(issuePaths(answer)[0]).toMatch(new RegExp(`^${path.replaceAll('.', '\\.')}`));
    for (const word of path.split('.').slice(0, 1)) expect(answer.response.error).toContain(word);
  }
  expect(rowOf(await send('GET', `/profile?id=${id}`), 'profile')).toEqual(before);
});

test('all unknown places are named at once', async () => {
  const answer = await post({
    dma_targets: [{ dma: 998 }, { dma: 501 }, { dma: 999 }],
    country_targets: [{ code: 'XX' }],
  });
  expect(answer.status).toBe(409);
  expect(issuePaths(answer).toSorted()).toEqual(['country_targets.0.code', 'dma_targets.0.dma', 'dma_targets.2.dma']);
});
