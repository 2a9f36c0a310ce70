import { beforeAll, expect, test } from 'vitest';
import { bid } from '../fixture/auction-body.ts';
import { createProfile, createYmProfile, demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { issuePaths, type Row, rowOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { importAnswer, sendFile } from '../fixture/tier-set-file.ts';

const service = useService();
const { send } = service;
let ymProfileId: number;

beforeAll(async () => {
  ymProfileId = (await createYmProfile(send, { publisher_ids: ['5551', '5552'] })).id;
});

/** A call over tRPC as a client without types sends it. */
const call = (procedure: string, input: unknown) => send('POST', `/trpc/${procedure}`, { body: input });

const texts = () => ({
  name: 'In text',
  ym_profile_id: String(ymProfileId),
  priority: '7',
  member_id: '1',
  buyer_members: [{ id: '101' }, { id: 102 }, { id: '102' }],
});
const numbers = () => ({
  ym_profile_id: ymProfileId,
  priority: 7,
  member_id: 1,
  buyer_members: [{ id: 101 }, { id: 102 }],
});
const known = ({ ym_profile_id, priority, member_id, buyer_members }: Row) => ({
  ym_profile_id,
  priority,
  member_id,
  buyer_members: (buyer_members as readonly { readonly id: number }[]).map(({ id }) => ({ id })),
});

test('integers of a write may be decimal text, and are answered as numbers', async () => {
  const answer = expectOk(await send('POST', '/ym-auction-tier', { body: texts() }));
  expect(known(rowOf(answer, 'ym-auction-tier'))).toEqual(numbers());
  const { json } = await call('tier.create', texts());
  expect(known((json['result'] as { readonly data: Row }).data)).toEqual(numbers());
});

test('the id in the body of a PUT may be text, and must be that of the query all the same', async () => {
  const { id } = rowOf(expectOk(await send('POST', '/ym-auction-tier', { body: texts() })), 'ym-auction-tier');
  const put = (body: Row) => send('PUT', `/ym-auction-tier?id=${id}`, { body });
  expect(rowOf(expectOk(await put({ id: String(id), priority: '3' })), 'ym-auction-tier').priority).toBe(3);
  for (const other of [String(id + 1), `0${id}`, `${id}.0`]) {
    const refused = await put({ id: other, priority: 3 });
    expect([refused.status, issuePaths(refused)]).toEqual([400, ['id']]);
  }
  const updated = await call('tier.update', { id: String(id), changes: { priority: '4' } });
  expect(updated.json).toMatchObject({ result: { data: { id, priority: 4 } } });
});

test('targets may be text', async () => {
  const profile = await createProfile(send, {
    country_targets: [{ id: '233' }],
    dma_targets: [{ dma: '501' }],
    size_targets: [{ width: '300', height: '250' }],
    site_targets: [{ id: '3' }],
    segment_targets: [{ id: '12' }],
    daypart_targets: [{ day: 'all', start_hour: '0', end_hour: '23' }],
  });
  expect(profile).toMatchObject({
    country_targets: [{ id: 233, code: 'US' }],
    dma_targets: [{ dma: 501 }],
    size_targets: [{ width: 300, height: 250 }],
    site_targets: [{ id: 3 }],
    segment_targets: [{ id: 12 }],
    daypart_targets: [{ day: 'all', start_hour: 0, end_hour: 23 }],
  });
});

test('the publishers of a ym-profile are numbers, by which auctions find it', async () => {
  const body = { publisher_id: '5552', bids: [bid('a', 101, 2)] };
  const { response } = expectOk(await send('POST', '/auction', { body }));
  expect(response['auction']).toMatchObject({ ym_profile_id: ymProfileId });
});

test('an imported file may have its ids as text', async () => {
  const { id } = await createYmProfile(send);
  const file = {
    tiers: [{ id: '11', name: 'Imported', profile_id: '21', priority: '9', buyer_members: [{ id: '101' }] }],
    profiles: [{ id: '21', dma_targets: [{ dma: '501' }] }],
  };
  expect(importAnswer(await sendFile(send, id, file))).toMatchObject({ created: [{ file_id: 21 }, { file_id: 11 }] });
});

test('text that is no plain decimal integer is refused wherever one is taken, but not as the name of a publisher', async () => {
  const { id } = await demoYmProfile(send);
  const auction = { ym_profile_id: id, bids: [bid('a', 101, 2)] };
  for (const text of ['7.0', '0x7', ' 7', '', '+7', '1e3', '007', '9007199254740993']) {
    const refused: readonly (readonly [path: string, body: Row, issue: string])[] = [
      ['/ym-auction-tier', { ...texts(), priority: text }, 'priority'],
      ['/profile', { dma_targets: [{ dma: text }] }, 'dma_targets.0.dma'],
      ['/auction', { ...auction, impression: { dma: text } }, 'impression.dma'],
      ['/auction/explain', { ...auction, bids: [bid('a', text as never, 2)] }, 'bids.0.member_id'],
      ['/openrtb2/auction', { bid_request: { imp: [{ id: '1' }] }, ym_profile_id: text }, 'ym_profile_id'],
      ['/simulation', { ym_profile_id: text, draft: { tiers: [] }, log: { kind: 'file', name: 'a' } }, 'ym_profile_id'],
    ];
    for (const [path, body, issue] of refused) {
      const answer = await send('POST', path, { body });
      expect([path, text, answer.status, issuePaths(answer)]).toEqual([path, text, 400, [issue]]);
    }
    const publishers = await send('POST', '/ym-profile', { body: { name: 'P', publisher_ids: [text] } });
    if (text === '') expect(issuePaths(publishers)).toEqual(['publisher_ids.0']);
    else expect(expectOk(publishers).response['ym-profile']).toMatchObject({ publisher_ids: [text] });
  }
});
