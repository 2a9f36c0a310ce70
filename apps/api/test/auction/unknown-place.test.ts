import { beforeAll, describe, expect, test } from 'vitest';
import { bid } from '../fixture/auction-body.ts';
import { createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { issuePaths } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
const { send } = service;
let ymProfileId: number;

beforeAll(async () => {
  ymProfileId = (await createYmProfile(send, {})).id;
  const profile = await send('POST', '/profile', {
    body: { name: 'UK', country_action: 'include', country_targets: [{ code: 'UK' }] },
  });
  expect(expectOk(profile).response['profile']).toMatchObject({ country_targets: [{ code: 'GB', id: 80 }] });
  const profileId = expectOk(profile).response.id;
  const body = { ym_profile_id: ymProfileId, member_action: 'include', min_price: 1, buyer_members: [{ id: 101 }] };
  await createTier(send, { ...body, profile_id: profileId });
});

const post = async (impression: object, path = '/auction') =>
  expectOk(await send('POST', path, { body: { ym_profile_id: ymProfileId, impression, bids: [bid('a', 101, 2)] } }))
    .response;

/** What the metrics have counted by attribute. */
async function countedUnknown(): Promise<Record<string, number>> {
  const text = await (await fetch(`${service.metricsUrl}/metrics`)).text();
  const found = text.matchAll(/^auction_tiers_unknown_values_total\{attribute="(\w+)"\} (\d+)/gm);
  return Object.fromEntries(Array.from(found, ([, attribute, count]) => [attribute!, Number(count)]));
}

describe('values of places that do not exist', () => {
  test.for([
    [{ country: '419' }, 'country', '"419"'],
    [{ country: 'XX' }, 'country', '"XX"'],
    [{ country: 'US', region: 'US-ZZ' }, 'region', '"US-ZZ"'],
    [{ country: 'US', dma: 0 }, 'dma', '0'],
    [{ country: 'US', dma: 620 }, 'dma', '620'],
  ] as const)('of an impression %j are absent, and named', async ([impression, attribute, value]) => {
    const { dbg_info: info } = await post(impression);
    expect(info.warnings).toEqual([expect.stringContaining(`impression.${attribute} is ${value}, `)]);
    const explained = await post(impression, '/auction/explain');
    expect(explained.dbg_info.warnings).toHaveLength(1);
    if (attribute === 'country') expect(JSON.stringify(explained)).not.toContain(value);
  });

  test('are named once per request, and counted per auction', async () => {
    const one = { ym_profile_id: ymProfileId, impression: { country: 'XX', dma: 0 }, bids: [] };
    const before = await countedUnknown();
    const batch = await send('POST', '/auction/batch', { body: { auctions: [one, one, { ...one, impression: {} }] } });
    expect(expectOk(batch).response.dbg_info.warnings).toHaveLength(2);
    // The text of the metrics is made at most once a second.
    await expect
      .poll(countedUnknown, { timeout: 10_000 })
      .toMatchObject({ country: (before['country'] ?? 0) + 2, dma: (before['dma'] ?? 0) + 2 });
  });

  test('are rows of the report: auctions by the attributes that have one, and no others', async () => {
    const { id: ym_profile_id } = await createYmProfile(send, {});
    const impressions = [
      { country: 'XX', dma: 0 },
      { country: 'XX', dma: 0 },
      { region: 'US-ZZ' },
      { country: 'US' },
      {},
    ];
    const auctions = impressions.map((impression) => ({ ym_profile_id, impression, bids: [bid('a', 101, 2)] }));
    expectOk(await send('POST', '/auction/batch', { body: { auctions } }));
    await service.opened.liveReport.flush();
    const query = `/report?ym_profile_id=${ym_profile_id}&group_by=unknown_value`;
    expect(expectOk(await send('GET', query)).response['report-rows']).toMatchObject([
      { unknown_value: 'country,dma', auctions: 2, bids: 2, net: expect.any(String) },
      { unknown_value: 'region', auctions: 1, bids: 1 },
    ]);
  });

  test('of OpenRTB too: country 419 and metro 0', async () => {
    const imp = [{ id: '1' }, { id: '2' }];
    const geo = { country: '419', metro: '0' };
    const body = { bid_request: { id: 'r', imp, device: { geo } }, bid_responses: [] };
    const answer = expectOk(await send('POST', `/openrtb2/auction?ym_profile_id=${ymProfileId}`, { body }));
    expect(answer.response.dbg_info.warnings).toEqual([
      expect.stringContaining('bid_request.device.geo.country is "419"'),
      expect.stringContaining('bid_request.device.geo.dma is 0'),
    ]);
  });

  test('UK is GB, without a warning', async () => {
    const { auction, dbg_info: info } = await post({ country: 'UK' });
    expect(auction).toMatchObject({ winner: { tier_id: expect.any(Number) } });
    expect(info.warnings).toEqual([]);
  });

  test.for([
    [{ region_action: 'include', region_targets: [{ code: 'US-ZZ' }] }, 'region_targets.0.code'],
    [{ country_action: 'include', country_targets: [{ code: 'XX' }] }, 'country_targets.0.code'],
    [{ dma_action: 'include', dma_targets: [{ dma: 0 }] }, 'dma_targets.0.dma'],
    [{ dma_action: 'include', dma_targets: [{ dma: 620 }] }, 'dma_targets.0.dma'],
    [{ city_action: 'include', city_targets: [{ name: 'A', country_code: 'XX' }] }, 'city_targets.0.country_code'],
  ] as const)('are refused as targets: %j', async ([targets, path]) => {
    const answer = await send('POST', '/profile', { body: { name: 'none', ...targets } });
    expect([400, 409]).toContain(answer.status);
    expect(issuePaths(answer)).toContain(path);
  });
});
