import { beforeAll, describe, expect, test } from 'vitest';
import { useService } from '../fixture/service.ts';
import { targetingBy } from './targeted.ts';

const { send } = useService();
const { targeted, matches, matchesOpenRtb } = targetingBy(send);

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
