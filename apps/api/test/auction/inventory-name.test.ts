import { beforeAll, describe, expect, test } from 'vitest';
import { recordedAuctions } from '../recorded/recorded-lines.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { issuePaths, type Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { targetingBy } from './targeted.ts';

const service = useService({ RECORD_AUCTIONS: '1' });
const { send } = service;
const { targeted, matches, matchesOpenRtb } = targetingBy(send);

/** Each kind of inventory: its targets, and how both doors name it. */
const kinds: readonly (readonly [string, (id: unknown) => Row, (id: unknown) => Row, (id: unknown) => Row])[] = [
  [
    'placement by imp.tagid',
    (id) => ({ inventory_action: 'include', placement_targets: [{ id }] }),
    (id) => ({ placement_id: id }),
    (id) => ({ imp: [{ id: '1', tagid: id }] }),
  ],
  [
    'placement by imp.ext.gpid',
    (id) => ({ inventory_action: 'include', placement_targets: [{ code: id }] }),
    (id) => ({ placement_id: id }),
    (id) => ({ imp: [{ id: '1', tagid: 'other', ext: { gpid: id } }] }),
  ],
  [
    'site',
    (id) => ({ inventory_action: 'include', site_targets: [{ id }] }),
    (id) => ({ site_id: id }),
    (id) => ({ site: { id } }),
  ],
  [
    'publisher',
    (id) => ({ inventory_action: 'include', publisher_targets: [{ id }] }),
    (id) => ({ publisher_id: id }),
    (id) => ({ site: { publisher: { id } } }),
  ],
  [
    'segment',
    (id) => ({ segment_targets: [{ id }] }),
    (id) => ({ segments: [7, id] }),
    (id) => ({ user: { data: [{ segment: [{ id: '7' }, { id }] }] } }),
  ],
];

describe.for(kinds)('a %s', ([, toTargets, toImpression, toRequest]) => {
  test.for([
    ['/1111/news/top', ['/1111/news/top'], ['/1111/news', '/1111/News/top', '1111']],
    ['/1111/news/*', ['/1111/news/top', '/1111/news', '/1111/news/a/b'], ['/1111/newsletter', '/1111']],
    ['news-site', ['news-site'], ['news', 'NEWS-SITE']],
    [77, [77, '77'], ['077', '77.0', 78]],
  ] as const)('targeted as %s', async ([target, same, others]) => {
    const ymProfileId = await targeted(toTargets(target));
    for (const [names, isMatch] of [[same, true] as const, [others, false] as const]) {
      for (const name of names) {
        expect([name, await matches(ymProfileId, toImpression(name))]).toEqual([name, isMatch]);
        expect([name, (await matchesOpenRtb(ymProfileId, toRequest(name))).isMatch]).toEqual([name, isMatch]);
      }
    }
  });
});

test('site.ext.data is targeted as a key-value', async () => {
  const targets = { key_value_targets: [{ key: 'section', values: ['sports'] }] };
  const ymProfileId = await targeted(targets);
  const bySection = (section: unknown) => matchesOpenRtb(ymProfileId, { site: { ext: { data: { section } } } });
  expect((await bySection('sports')).isMatch).toBe(true);
  expect((await bySection(['news', 'sports'])).isMatch).toBe(true);
  expect((await bySection('news')).isMatch).toBe(false);
});

describe('a seller whose publisher has a text', () => {
  const path = '/1111/news/top';
  let ymProfileId: number;
  beforeAll(async () => {
    const targets = { inventory_action: 'include', placement_targets: [{ id: '/1111/news/*' }] };
    ymProfileId = await targeted(targets, { publisher_ids: ['pub-abc', 9_001] });
  });

  test('is found by it, through both doors', async () => {
    const request = { site: { publisher: { id: 'pub-abc' } }, imp: [{ id: '1', tagid: path }] };
    expect(await matchesOpenRtb(null, request)).toMatchObject({ isMatch: true, ymProfileId });
    const body = { publisher_id: 'pub-abc', impression: { placement_id: path }, bids: [] };
    const { auction } = expectOk(await send('POST', '/auction', { body })).response;
    expect((auction as Row)['ym_profile_id']).toBe(ymProfileId);
    const other = await send('POST', '/auction', { body: { ...body, publisher_id: 'pub-xyz' } });
    expect(other.status).toBe(404);
  });

  test('lists it, finds it, and no other ym-profile may have it', async () => {
    const { 'ym-profiles': found } = expectOk(await send('GET', '/ym-profile?publisher_id=pub-abc')).response;
    expect(found).toMatchObject([{ id: ymProfileId, publisher_ids: ['pub-abc', 9_001] }]);
    const second = await send('POST', '/ym-profile', { body: { name: 'Second', publisher_ids: ['pub-abc'] } });
    expect([second.status, issuePaths(second)]).toEqual([409, ['publisher_ids']]);
  });

  test('has the path in its report and in its recorded auctions', async () => {
    await service.opened.liveReport.flush();
    const query = `/report?ym_profile_id=${ymProfileId}&group_by=placement`;
    const { 'report-rows': rows } = expectOk(await send('GET', query)).response;
    expect(rows).toContainEqual(expect.objectContaining({ placement: path }));
    await service.opened.recorder?.settle();
    const found = await recordedAuctions(service.dataDir, service.people.seller1.member_id!, ymProfileId);
    expect(found.length).toBeGreaterThan(0);
    for (const { request } of found) expect(request.impression.placementId).toBe(path);
  });
});

test('a name that is none is refused in words', async () => {
  for (const id of ['', 'x'.repeat(256), 0, -1, 7.5, true, {}]) {
    const body = { ym_profile_id: 1, impression: { placement_id: id }, bids: [] };
    const answer = await send('POST', '/auction', { body });
    expect([id, answer.status, issuePaths(answer)]).toEqual([id, 400, ['impression.placement_id']]);
  }
});
