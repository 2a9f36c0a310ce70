import { createClient } from 'redis';
import { expect, onTestFinished, test } from 'vitest';
import { bid, createThreeLevels } from '../fixture/auction-body.ts';
import { openInstance } from '../fixture/instance.ts';
import { createSend } from '../fixture/request.ts';
import { startDemoData } from '../fixture/service.ts';
import { MainProcess } from './main-process.ts';

const requests = 100;

test('what cannot be read is logged when it is found, not by each request that it refuses', async () => {
  const data = await startDemoData();
  onTestFinished(() => data.close());
  const before = await openInstance(data.environment);
  const { ymProfileId, out } = await createThreeLevels(before.send);
  await before.close();
  const redis = createClient({ url: data.redis.url });
  await redis.connect();
  // An exclude tier of the first seller, which holds its ym-profile back, and an index of the second one's partition.
  await redis.hSet(`at:{p1}:ym-auction-tier:${out}`, 'min_price', 'garbage');
  await redis.multi().del('at:{p2}:all:ym-auction-tier').set('at:{p2}:all:ym-auction-tier', 'x').exec();
  redis.destroy();

  const service = new MainProcess({ ...data.environment, LOG_LEVEL: 'info' });
  onTestFinished(async () => void (await service.stop()));
  const send = createSend(await service.ready(), before.people.seller1.api_key);
  const key = before.people.seller2.api_key;
  const body = { ym_profile_id: ymProfileId, bids: [bid('a', 901, 9)] };
  for (let count = 0; count < requests; count += 1) {
    expect((await send('POST', '/auction', { body })).status).toBe(503);
    expect((await send('GET', '/ym-auction-tier', { key })).status).toBe(503);
  }
  const { stderr } = await service.stop();
  const lines = stderr.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as { level: number }]));
  const loud = lines.filter(({ level }) => level >= 40);
  expect(loud).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ymProfileId }),
      expect.objectContaining({ service: 'ym-auction-tier', id: out }),
      expect.objectContaining({ service: 'partition 2' }),
    ]),
  );
  expect(loud.length).toBeLessThan(requests / 10);
});
