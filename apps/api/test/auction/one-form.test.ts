import { beforeAll, describe, expect, test } from 'vitest';
import { bid, runAuction } from '../fixture/auction-body.ts';
import { createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import type { Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const { send } = useService();

/** A ym-profile whose only tier, of buyer 101, applies where the targets match. */
async function targeted(targets: Row): Promise<number> {
  const { id: ym_profile_id } = await createYmProfile(send, {});
  const profile = await send('POST', '/profile', { body: { name: 'Targets', ...targets } });
  const body = { ym_profile_id, member_action: 'include', min_price: 1, buyer_members: [{ id: 101 }] };
  await createTier(send, { ...body, profile_id: expectOk(profile).response.id });
  return ym_profile_id;
}

/** Whether the bid is in the tier, by `POST /auction`. */
async function matches(ym_profile_id: number, impression: Row, ofBid: Row = {}): Promise<boolean> {
  const { winner } = await runAuction(send, { ym_profile_id, impression, bids: [bid('a', 101, 2, ofBid)] });
  return winner?.tier_id !== null;
}

/** Whether the bid is in the tier, by OpenRTB; and the warnings. */
async function matchesOpenRtb(ymProfileId: number, bidRequest: Row, ofBid: Row = {}) {
  const bid_responses = [{ seatbid: [{ seat: '101', bid: [{ id: 'a', impid: '1', price: 2, ...ofBid }] }] }];
  const body = { bid_request: { id: 'r', imp: [{ id: '1' }], ...bidRequest }, bid_responses };
  const answer = await send('POST', `/openrtb2/auction?ym_profile_id=${ymProfileId}`, { body });
  const { auctions, dbg_info: info } = expectOk(answer).response;
  const [{ winner }] = auctions as [{ winner: { tier_id: number | null } }];
  return { isMatch: winner.tier_id !== null, warnings: info.warnings };
}

describe('a region', () => {
  let ymProfileId: number;
  beforeAll(async () => {
    const codes = ['CA-ON', 'GB-ENG', 'DE-BY', 'US-NY'].map((code) => ({ code }));
    ymProfileId = await targeted({ region_action: 'include', region_targets: codes });
  });

  test.for([
    ['CAN', 'ON', true],
    ['GBR', 'ENG', true],
    ['DEU', 'BY', true],
    ['USA', 'NY', true],
    ['can', 'on', true],
    ['UK', 'ENG', true],
    ['CA', 'CA-ON', true],
    ['CAN', 'QC', false],
    ['USA', 'ON', false],
  ] as const)('of country %s is %s as OpenRTB and other callers write it', async ([country, region, isMatch]) => {
    const openRtb = await matchesOpenRtb(ymProfileId, { device: { geo: { country, region } } });
    expect(openRtb.isMatch).toBe(isMatch);
    expect(await matches(ymProfileId, { country, region })).toBe(isMatch);
  });

  test.for([
    ['CAN', 'ZZ', 'CA-ZZ'],
    ['CAN', 'Ontario', 'ONTARIO'],
    [undefined, 'ON', 'ON'],
  ] as const)('that makes no entry of ISO 3166-2 is named: %s, %s', async ([country, region, shown]) => {
    const { isMatch, warnings } = await matchesOpenRtb(ymProfileId, { device: { geo: { country, region } } });
    expect(isMatch).toBe(false);
    expect(warnings).toEqual([expect.stringContaining(`bid_request.device.geo.region is "${shown}"`)]);
  });
});

/** Spellings of a domain and of one of its subdomains. */
const spellings = {
  'bücher.example': ['xn--bcher-kva.example', 'BÜCHER.example', 'https://www.bücher.example/x', 'neu.bücher.example.'],
  'xn--bcher-kva.example': ['bücher.example', 'www.bücher.example'],
  'https://www.brand.com/x': ['brand.com', 'Brand.com:443', 'https://www.brand.com/x', 'shop.brand.com'],
  'brand.com:443': ['http://brand.com:8080/?a=b', 'www.brand.com', 'brand.com.'],
  'www.brand.com': ['brand.com', 'shop.brand.com'],
};
const others = ['notbrand.com', 'brand.com.evil.example', 'buecher.example', 'www.com'];

describe.for(Object.entries(spellings))('%s as a target', ([domain, same]) => {
  test('of domains matches every spelling of the same host, and no other', async () => {
    const ymProfileId = await targeted({ domain_action: 'include', domain_targets: [{ domain }] });
    for (const [names, isMatch] of [[same, true] as const, [others, false] as const]) {
      for (const name of names) {
        expect([name, await matches(ymProfileId, { domain: name })]).toEqual([name, isMatch]);
        const openRtb = await matchesOpenRtb(ymProfileId, { site: { domain: name } });
        expect([name, openRtb.isMatch]).toEqual([name, isMatch]);
      }
    }
  });

  test('of advertiser domains matches every spelling of the same host, and no other', async () => {
    const targets = { advertiser_domain_action: 'include', advertiser_domain_targets: [{ domain }] };
    const ymProfileId = await targeted(targets);
    for (const [names, isMatch] of [[same, true] as const, [others, false] as const]) {
      for (const name of names) {
        expect([name, await matches(ymProfileId, {}, { advertiser_domains: [name] })]).toEqual([name, isMatch]);
        const openRtb = await matchesOpenRtb(ymProfileId, {}, { adomain: [name] });
        expect([name, openRtb.isMatch]).toEqual([name, isMatch]);
      }
    }
  });
});
