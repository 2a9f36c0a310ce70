import { expect, test } from 'vitest';
import { bid } from '../fixture/auction-body.ts';
import { createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
const { send } = service;

test('an explanation that would hold more than 200,000 verdicts is refused, and says how many it would be', async () => {
  const { id: ym_profile_id } = await createYmProfile(send);
  for (let made = 0; made < 201; made++) await createTier(send, { name: `tier ${made}`, ym_profile_id });
  const bids = Array.from({ length: 1000 }, (_, place) => bid(`b${place}`, 101, 1));
  const explain = (count: number) =>
    send('POST', '/auction/explain', { body: { ym_profile_id, bids: bids.slice(0, count) } });

  const refused = await explain(1000);
  expect(refused.status).toBe(413);
  expect(refused.response.error).toContain('201000 verdicts, allowed: 200000');
  expect(expectOk(await explain(10)).status).toBe(200);
});
