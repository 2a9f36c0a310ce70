import { readFileSync } from 'node:fs';
import { toAuctions } from '@auction-tiers/openrtb';
import { compile, runAuction } from '@auction-tiers/tier-engine';
import { expect, test } from 'vitest';
import { defaults, directory } from './build.ts';

const readme = readFileSync(new URL('../../../examples/prebid/README.md', import.meta.url), 'utf8');

test("the example's request of Prebid Server names its inventory, and a tier on the path has its bid", () => {
  const [, text = ''] = /```json\n(.*?)```/s.exec(readme) ?? [];
  const { bid_request, bid_responses } = JSON.parse(text) as Record<'bid_request' | 'bid_responses', unknown>;
  const input = { bidRequest: bid_request, bidResponses: bid_responses };
  const result = toAuctions(input, { ...directory, memberOfSeat: (seat) => (seat === 'alpha' ? 12 : null) }, defaults);
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  expect([result.publisherId, result.warnings]).toEqual(['pub-abc', []]);
  const { request } = result.auctions[0]!;
  expect(request.impression).toMatchObject({ placementId: '/1111/news/top', siteId: 'news-site', segments: ['seg_1'] });

  const [, path = ''] = /the target `([^`]+)`/.exec(readme) ?? [];
  const tier = {
    id: 3,
    priority: 5,
    memberAction: 'include',
    minPriceMicros: 0,
    buyerMemberIds: [12],
    profileId: 1,
  } as const;
  const inventory = { action: 'include', publisherIds: [], siteIds: [], placementIds: [path] } as const;
  const compiled = compile({
    ymProfileId: 1,
    revision: '',
    tiers: [tier],
    profiles: [{ id: 1, targeting: { inventory } }],
  });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.issues));
  expect(runAuction(compiled.tierSet, request).winner).toMatchObject({ tierId: 3 });
});
