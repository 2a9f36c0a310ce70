import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CredentialIndex } from '../../src/auth/credential-index.ts';
import { SnapshotFiles } from '../../src/snapshot/snapshot.ts';
import { SnapshotWriter } from '../../src/snapshot/snapshot-writer.ts';
import { createYmProfile } from '../fixture/demo-tier.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
/** Checks of the writer take place twice a second. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const soon = { timeout: 60_000, interval: 1 };

test('the snapshot is written again ten seconds after the last time if something has changed, while the service runs', async () => {
  const { store, mirror, follower, clock } = service.opened;
  const log = pino({ level: 'silent' });
  const folder = join(service.dataDir, 'other');
  const files = new SnapshotFiles(folder, 'any');
  const writer = new SnapshotWriter({
    files,
    mirror,
    follower,
    credentialIndex: new CredentialIndex({ store, mirror, follower, clock, log }),
    log,
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(async () => {
    vi.useRealTimers();
    await writer.close();
  });
  const beganMs = performance.now();
  writer.start();
  await expect.poll(() => files.writtenPositions(), soon).toEqual(follower.positions.positions());
  const first = await files.writtenPositions();

  await createYmProfile(service.send);
  expect(follower.positions.positions()).not.toEqual(first);
  const passed = async () => {
    await pass(500);
    return files.writtenPositions();
  };
  await expect.poll(passed, soon).toEqual(follower.positions.positions());
  expect(performance.now() - beganMs).toBeGreaterThanOrEqual(10_000);
});
