import { beforeAll, describe, expect, test } from 'vitest';
import { createProfile, createTier, createYmProfile, expectOk, listTiers } from '../fixture/demo-tier.ts';
import { type Answer, issuePaths, type Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

/** The demo has 12 tiers for its first seller and one for its second. */
const limit = 20;
const service = useService({ MAX_TIERS_PER_MEMBER: String(limit) });
const { send } = service;
let ymProfileId: number;

beforeAll(async () => {
  ymProfileId = (await createYmProfile(send)).id;
});

const post = (body: Row) =>
  send('POST', '/ym-auction-tier', { body: { name: 'T', ym_profile_id: ymProfileId, ...body } });
const remove = (path: string) => send('DELETE', path);
const put = (id: number, body: Row) => send('PUT', `/ym-auction-tier?id=${id}`, { body });

function expectIntegrity(answer: Answer, path: string): void {
  expect(answer.status).toBe(409);
  expect(answer.response).toMatchObject({ status: 'ERROR', error_id: 'INTEGRITY' });
  expect(issuePaths(answer)).toEqual([path]);
}

describe("a code is unique among the member's tiers", () => {
  test('a second tier with it is refused, on create and on change', async () => {
    const first = await createTier(send, { ym_profile_id: ymProfileId, code: 'one-of-a-kind' });
    expectIntegrity(await post({ code: 'one-of-a-kind' }), 'code');
    const second = await createTier(send, { ym_profile_id: ymProfileId, code: 'another' });
    expectIntegrity(await put(second.id, { code: 'one-of-a-kind' }), 'code');
    expectOk(await put(first.id, { code: 'one-of-a-kind', name: 'Its own code is no obstacle' }));
    for (const { id } of [first, second]) expectOk(await remove(`/ym-auction-tier?id=${id}`));
  });

  test('a delete, a new code and null each free it', async () => {
    const tier = await createTier(send, { ym_profile_id: ymProfileId, code: 'free-me' });
    expectOk(await remove(`/ym-auction-tier?id=${tier.id}`));
    const again = await createTier(send, { ym_profile_id: ymProfileId, code: 'free-me' });
    expectOk(await put(again.id, { code: 'renamed' }));
    const third = await createTier(send, { ym_profile_id: ymProfileId, code: 'free-me' });
    expectOk(await put(third.id, { code: null }));
    const fourth = await createTier(send, { ym_profile_id: ymProfileId, code: 'free-me' });
    for (const { id } of [again, third, fourth]) expectOk(await remove(`/ym-auction-tier?id=${id}`));
  });

  test('of several creates with it at the same time one succeeds', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => post({ code: 'contended' })));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409']);
    const [winner] = await listTiers(send, '?code=contended');
    expectOk(await remove(`/ym-auction-tier?id=${winner?.id}`));
  });

  test('tiers of different members may have the same code', async () => {
    const mine = await createTier(send, { ym_profile_id: ymProfileId, code: 'both' });
    const { api_key: key } = service.people.seller2;
    const theirs = await send('GET', '/ym-profile?code=another-publisher', { key });
    const [row] = theirs.response['ym-profiles'] as readonly Row[];
    expectOk(
      await send('POST', '/ym-auction-tier', { key, body: { name: 'T', ym_profile_id: row?.['id'], code: 'both' } }),
    );
    expectOk(await remove(`/ym-auction-tier?id=${mine.id}`));
  });
});

describe('references are checked with the write', () => {
  test.for([
    ['ym_profile_id', 999_999],
    ['profile_id', 999_999],
  ] as const)('%s must exist, on create and on change', async ([field, id]) => {
    const before = await listTiers(send);
    const created = await post({ [field]: id });
    expectIntegrity(created, field);
    expect(created.response.error).toContain('999999');
    expectIntegrity(await put(before[0]?.id ?? 0, { [field]: id }), field);
    expect(await listTiers(send)).toEqual(before);
  });

  test('a ym-profile with tiers cannot be deleted; the refusal says how many there are', async () => {
    const used = await createYmProfile(send, { name: 'Used' });
    const tiers = [];
    for (const name of ['A', 'B', 'C']) tiers.push(await createTier(send, { name, ym_profile_id: used.id }));
    const answer = await remove(`/ym-profile?id=${used.id}`);
    expect(answer.status).toBe(409);
    expect(answer.response.error_id).toBe('INTEGRITY');
    expect(answer.response.error).toMatch(/\b3 ym-auction-tier/);
    for (const { id } of tiers) expectOk(await remove(`/ym-auction-tier?id=${id}`));
    expectOk(await remove(`/ym-profile?id=${used.id}`));
    expect((await send('GET', `/ym-profile?id=${used.id}`)).status).toBe(404);
  });

  test('a profile in use cannot be deleted; it can be deleted once no tier uses it', async () => {
    const profile = await createProfile(send, { name: 'In use' });
    const tier = await createTier(send, { ym_profile_id: ymProfileId, profile_id: profile.id });
    const answer = await remove(`/profile?id=${profile.id}`);
    expect(answer.status).toBe(409);
    expect(answer.response.error_id).toBe('INTEGRITY');
    expect(answer.response.error).toMatch(/\b1 ym-auction-tier/);
    expectOk(await put(tier.id, { profile_id: null }));
    expectOk(await remove(`/profile?id=${profile.id}`));
    expectOk(await remove(`/ym-auction-tier?id=${tier.id}`));
  });

  test('a ym-profile can be deleted once its tiers have moved', async () => {
    const left = await createYmProfile(send, { name: 'Left' });
    const tier = await createTier(send, { ym_profile_id: left.id });
    expectOk(await put(tier.id, { ym_profile_id: ymProfileId }));
    expectOk(await remove(`/ym-profile?id=${left.id}`));
    expectOk(await remove(`/ym-auction-tier?id=${tier.id}`));
  });

  test('creating a tier while its ym-profile is deleted leaves no tier without a ym-profile', async () => {
    const contested = await createYmProfile(send, { name: 'Contested' });
    const [tier, gone] = await Promise.all([
      post({ ym_profile_id: contested.id }),
      remove(`/ym-profile?id=${contested.id}`),
    ]);
    expect([`${tier.status}`, `${gone.status}`].toSorted()).toEqual(['200', '409']);
    const left = await listTiers(send, `?ym_profile_id=${contested.id}`);
    expect(left).toHaveLength(tier.status === 200 ? 1 : 0);
    for (const { id } of left) expectOk(await remove(`/ym-auction-tier?id=${id}`));
  });
});

describe('ym-profiles', () => {
  test('a publisher has one ym-profile within a member', async () => {
    const first = await createYmProfile(send, { name: 'First', publisher_ids: [71, 72] });
    const second = await send('POST', '/ym-profile', { body: { name: 'Second', publisher_ids: [72, 73] } });
    expectIntegrity(second, 'publisher_ids');
    expectOk(await send('PUT', `/ym-profile?id=${first.id}`, { body: { publisher_ids: [71] } }));
    await createYmProfile(send, { name: 'Third', publisher_ids: [72, 73] });
  });

  test('two members may serve the same publisher', async () => {
    const { api_key: key } = service.people.seller2;
    await createYmProfile(send, { publisher_ids: [88] });
    expectOk(await send('POST', '/ym-profile', { key, body: { name: 'Theirs', publisher_ids: [88] } }));
  });
});

test('a member at its limit of tiers may create one for each that it deletes', async () => {
  const have = (await listTiers(send)).length;
  const answers = await Promise.all(Array.from({ length: limit - have + 3 }, () => post({})));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(limit - have);
  expect(statuses.filter((status) => status === 409)).toHaveLength(3);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.response.error_id).toBe('LIMIT');
  expect(refused?.response.error).toContain(String(limit));

  const tiers = await listTiers(send);
  expect(tiers).toHaveLength(limit);
  expectOk(await put(tiers.at(-1)?.id ?? 0, { name: 'A change is no new tier' }));
  expectOk(await remove(`/ym-auction-tier?id=${tiers.at(-1)?.id}`));
  expectOk(await post({}));
  expect((await post({})).status).toBe(409);

  const { api_key: key } = service.people.seller2;
  const [theirs] = (await send('GET', '/ym-profile', { key })).response['ym-profiles'] as readonly Row[];
  expectOk(await send('POST', '/ym-auction-tier', { key, body: { name: 'T', ym_profile_id: theirs?.['id'] } }));
});
