import { expect, test } from 'vitest';
import { expectOk } from '../fixture/demo-tier.ts';
import { largeProfile } from '../fixture/large-profile.ts';
import { useService } from '../fixture/service.ts';

const service = useService({ RATE_LIMIT_WRITE_MB: '1' });
const { send } = service;

const large = largeProfile(200_000);

test('a member that has written as much as it may in a minute is told when it may go on, another is not', async () => {
  const answers = [];
  for (let made = 0; made < 6; made++) answers.push(await send('POST', '/profile', { body: large }));
  const refused = answers.at(-1)!;
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.response).toMatchObject({ error_id: 'SYSTEM', error_code: 'RATE_EXCEEDED' });
  const stored = answers.filter(({ status }) => status === 200).length;
  expect(expectOk(await send('GET', '/profile?name=Large')).response.count).toBe(stored);
  expectOk(await send('POST', '/profile', { body: large, key: service.people.seller2.api_key }));
});
