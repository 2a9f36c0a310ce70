import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProfile, createTier, createYmProfile } from '../fixture/demo-tier.ts';
import { StoredWatch } from '../fixture/stored-bytes.ts';
import { createSend, issuePaths, type Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { exportOf, importAnswer, sendFile } from '../fixture/tier-set-file.ts';

const service = useService({ MAX_TIERS_PER_MEMBER: '40' });
const { send } = service;
let watch: StoredWatch;
let id: number;
let own: Row;

beforeAll(async () => {
  watch = await StoredWatch.open(service.redisUrl);
  ({ id } = await createYmProfile(send));
  const { id: elsewhere } = await createYmProfile(send);
  await createTier(send, { ym_profile_id: elsewhere, code: 'taken' });
  const { id: profileId } = await createProfile(send, { code: 'mine' });
  await createProfile(send, { code: 'unused' });
  await createTier(send, { ym_profile_id: id, profile_id: profileId, code: 'first' });
  own = { ...(await exportOf(send, id)) };
});
afterAll(() => watch.close());

const tier = { name: 'T' };
const tiers = (...list: readonly Row[]) => ({ tiers: list });

test.for([
  ['no object', [], 400, ['']],
  ['no tiers', {}, 400, ['tiers']],
  ['an unknown attribute', { tiers: [], colour: 'red' }, 400, ['colour']],
  [
    'unknown attributes of its entries',
    { ...tiers({ ...tier, colour: 1 }), profiles: [{ shape: 1 }] },
    400,
    ['profiles.0.shape', 'tiers.0.colour'],
  ],
  ['a tier without a name', tiers(tier, {}), 400, ['tiers.1.name']],
  ['a price that is none', tiers({ ...tier, min_price: 'much' }), 400, ['tiers.0.min_price']],
  ['an include without a price', tiers({ ...tier, member_action: 'include' }), 400, ['tiers.0.min_price']],
  ['a repeated id', tiers({ ...tier, id: 5 }, { ...tier, id: 5 }), 400, ['tiers.1.id']],
  ['a profile that it does not hold', tiers({ ...tier, profile_id: 1 }), 400, ['tiers.0.profile_id']],
  [
    'a profile that matches nothing',
    { ...tiers({ ...tier, profile_id: 9 }), profiles: [{ id: 9, dma_action: 'include' }] },
    400,
    ['profiles.0.dma_action'],
  ],
  [
    'a market that is none',
    { ...tiers({ ...tier, profile_id: 9 }), profiles: [{ id: 9, dma_targets: [{ dma: 1 }] }] },
    409,
    ['profiles.0.dma_targets.0.dma'],
  ],
  [
    'an unknown buyer',
    tiers(tier, { ...tier, buyer_members: [{ name: 'Unknown Buyer' }] }),
    409,
    ['tiers.1.buyer_members.0.name'],
  ],
  ['a repeated code', tiers({ ...tier, code: 'c' }, { ...tier, code: 'c' }), 409, ['tiers.1.code']],
  ['a code that another ym-profile has', tiers(tier, { ...tier, code: 'taken' }), 409, ['tiers.1.code']],
  [
    'a code that another profile has',
    { ...tiers({ ...tier, profile_id: 9 }), profiles: [{ id: 9, code: 'unused' }] },
    409,
    ['profiles.0.code'],
  ],
  ['an answer that is no export', { response: { status: 'OK', 'ym-profile': {} } }, 400, ['response', 'tiers']],
  ['more tiers than a member may have', tiers(...Array.from({ length: 40 }, () => tier)), 409, []],
] as const)('a file with %s is refused, dry or not, and changes no key', async ([, file, status, paths]) => {
  await watch.changes();
  for (const query of ['', '&dry_run=true']) {
    const answer = await sendFile(send, id, file, query);
    expect([answer.status, issuePaths(answer).toSorted()]).toEqual([status, paths]);
  }
  expect(await watch.changes()).toEqual([]);
});

test('all problems of a file are named at once', async () => {
  const answer = await sendFile(send, id, tiers({ ...tier, priority: 11 }, { ...tier, colour: 1 }, { code: '' }));
  expect(issuePaths(answer)).toEqual(['tiers.0.priority', 'tiers.1.colour', 'tiers.2.name', 'tiers.2.code']);
});

test('tiers that go make room for those that come', async () => {
  const count = (await exportOf(send, id)).tiers.length;
  const room = 40 - 12 - 1;
  const full = await sendFile(send, id, tiers(...Array.from({ length: room }, () => tier)), '&dry_run=true');
  expect(importAnswer(full)).toMatchObject({ created: { length: room }, deleted: { length: count + 1 } });
  const over = await sendFile(send, id, tiers(...Array.from({ length: room + 1 }, () => tier)), '&dry_run=true');
  expect([over.status, over.response.error_id]).toEqual([409, 'LIMIT']);
});

test('another member is told that there is no such ym-profile, whatever it sends', async () => {
  const other = createSend(service.url, service.people.seller2.api_key);
  await watch.changes();
  expect((await other('GET', `/ym-profile/export?id=${id}`)).status).toBe(404);
  for (const query of ['', '&dry_run=true']) {
    expect((await sendFile(other, id, own, query)).status).toBe(404);
    expect((await sendFile(other, id, own, `${query}&member_id=1`)).status).toBe(403);
  }
  expect(await watch.changes()).toEqual([]);
});

test('without an id, with several, and with an unknown parameter nothing is done', async () => {
  for (const [method, path] of [
    ['GET', 'export'],
    ['POST', 'import'],
  ] as const) {
    for (const [query, where] of [
      ['', 'id'],
      ['?id=1,2', 'id'],
      [`?id=${id}&dryrun=true`, 'dryrun'],
    ] as const) {
      const answer = await send(method, `/ym-profile/${path}${query}`, method === 'POST' ? { body: own } : {});
      expect([path, query, answer.status, issuePaths(answer)]).toEqual([path, query, 400, [where]]);
    }
  }
  expect((await send('POST', `/ym-profile/import?id=${id}&dry_run=yes`, { body: own })).status).toBe(400);
});

test('a body may be larger than others, and not larger than it may', async () => {
  const description = 'x'.repeat(1000);
  const large = { ...own, tiers: Array.from({ length: 2000 }, () => ({ ...tier, description })) };
  expect((await sendFile(send, id, large, '&dry_run=true')).response.error_id).toBe('LIMIT');
  const huge = `{"tiers":[],"revision":"${' '.repeat(32 * 1024 * 1024)}"}`;
  expect((await sendFile(send, id, huge)).status).toBe(413);
  const over = await sendFile(send, id, tiers(...Array.from({ length: 10_001 }, () => tier)));
  expect([over.status, issuePaths(over)]).toEqual([400, ['tiers']]);
  const trpc = (input: unknown) => send('POST', '/trpc/ymProfile.import', { body: input });
  expect((await trpc({ id, file: large, dry_run: true })).text).toContain('LIMIT');
  expect((await send('POST', '/trpc/tier.create', { body: { name: 'x'.repeat(2 ** 21) } })).status).toBe(413);
});
