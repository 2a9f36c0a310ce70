import { expect, test } from 'vitest';
import { bid } from '../fixture/auction-body.ts';
import { demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { useService } from '../fixture/service.ts';

const service = useService({ RATE_LIMIT_AUCTIONS: '1000', RATE_LIMIT_AUCTION_WORK: '50' });

test('the work of auctions is limited per user: bids times the tiers that name their buyers', async () => {
  const { id: ym_profile_id } = await demoYmProfile(service.send);
  const body = { ym_profile_id, bids: Array.from({ length: 10 }, (_, at) => bid(`b${at}`, 107, 2)) };
  let answer = await service.send('POST', '/auction', { body });
  let count = 1;
  for (; answer.status === 200 && count < 60; count++) answer = await service.send('POST', '/auction', { body });
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(count).toBeGreaterThan(1);
  const free = { ym_profile_id, bids: [bid('a', 55_555, 2)] };
  expectOk(await service.send('POST', '/auction', { body: free }));
  const line = { headers: { 'content-type': 'application/x-ndjson' }, body: JSON.stringify(body) };
  expect(JSON.parse((await service.send('POST', '/auction/batch', line)).text)).toMatchObject({
    error: { error_code: 'RATE_EXCEEDED' },
  });
});
