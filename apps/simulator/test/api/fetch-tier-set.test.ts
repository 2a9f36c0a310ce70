import { expect, test } from 'vitest';
import { fetchTierSet } from '../../src/api/read-api.ts';
import { saysSame } from '../../src/tier-set/same-tiers.ts';
import { loadDemo } from '../compare/tier-set.ts';
import { startApi } from '../fixture/running-api.ts';

const failure = (problem: string) => ({ exitCode: 1, message: expect.stringContaining(problem) });

test('the current tiers are those that a running API has', async () => {
  const { url, apiKey } = await startApi();
  const current = await fetchTierSet({ url, apiKey, ymProfileId: 1 });
  const demo = loadDemo();
  expect(current).toMatchObject({ name: demo.name, tierSet: { ymProfileId: 1 } });
  expect(saysSame(current.source, demo.source)).toBe(true);

  await expect(fetchTierSet({ url, apiKey, ymProfileId: 99 })).rejects.toMatchObject(failure('HTTP 404, '));
  await expect(fetchTierSet({ url, apiKey: 'x', ymProfileId: 1 })).rejects.toMatchObject(failure('HTTP 401, '));
  await expect(fetchTierSet({ url: 'http://127.0.0.1:1', apiKey, ymProfileId: 1 })).rejects.toMatchObject(
    failure('The tiers of ym-profile 1 of http://127.0.0.1:1 cannot be used: '),
  );
});
