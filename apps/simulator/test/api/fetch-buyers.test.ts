import { demoBuyers } from '@auction-tiers/contract/demo';
import { expect, test } from 'vitest';
import { byName, fetchBuyers } from '../../src/api/read-api.ts';
import { createSeatBook } from '../../src/log/auction/seat-book.ts';
import { startApi } from '../fixture/running-api.ts';

test('seats are known by the names in the directory of a running API', async () => {
  const { url, apiKey } = await startApi();
  const memberOfName = byName(await fetchBuyers({ url, apiKey }));
  expect(memberOfName.size).toBe(demoBuyers.length);
  const { memberOfSeat } = createSeatBook({ memberOfName });
  for (const { id, name } of demoBuyers) expect(memberOfSeat(name.toUpperCase())).toBe(id);
  expect(memberOfSeat('nobody')).toBeNull();

  await expect(fetchBuyers({ url, apiKey: 'wrong' })).rejects.toMatchObject({
    exitCode: 1,
    message: expect.stringMatching(/^The buyers of http:\S+ cannot be read: HTTP 401, /),
  });
});

test('an API that is away is told in a sentence', async () => {
  await expect(fetchBuyers({ url: 'http://127.0.0.1:1', apiKey: 'k' })).rejects.toMatchObject({
    message: expect.stringMatching(/^The buyers of http:\S+ cannot be read: fetch failed \(.+\)\.$/),
  });
});
