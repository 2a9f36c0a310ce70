import { openRedisStoreLater } from '@auction-tiers/store';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Follower } from '../../src/mirror/follower.ts';
import { Mirror } from '../../src/mirror/mirror.ts';

test('a clock that is set back does not make what is in memory look newer', async () => {
  const store = openRedisStoreLater({ url: 'redis://127.0.0.1:1', partitions: 1, log: { warn: () => undefined } });
  onTestFinished(() => store.close());
  const follower = new Follower(store, new Mirror(), pino({ enabled: false }));
  follower.restore(Date.now() - 10_000, [{ position: { epoch: '', revision: 1, mark: '' }, objects: [] }]);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60 * 60 * 1000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(follower.ageMs()).toBeGreaterThanOrEqual(10_000);
});
