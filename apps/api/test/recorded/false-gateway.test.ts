import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FalseGateway } from '@auction-tiers/tools/false-gateway';
import { S3Server } from '@auction-tiers/tools/s3-server';
import { expect, onTestFinished, test } from 'vitest';
import { bid, runAuction } from '../fixture/auction-body.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { newYmProfile } from '../fixture/draft.ts';
import { openInstance } from '../fixture/instance.ts';
import { startDemoData } from '../fixture/service.ts';

test('behind a gateway that answers 200 with an error no recorded auction is lost, and reading is 503', async () => {
  const data = await startDemoData();
  onTestFinished(() => data.close());
  const s3 = await S3Server.start();
  onTestFinished(() => s3.close());
  const { S3_ENDPOINT: endpoint, ...settings } = s3.settings('gateway');
  const gateway = await FalseGateway.start(endpoint);
  onTestFinished(() => gateway.close());
  const service = await openInstance({
    ...data.environment,
    ...settings,
    S3_ENDPOINT: gateway.endpoint,
    RECORD_AUCTIONS: '1',
    RECORD_SEAL_SECONDS: '1',
  });
  onTestFinished(() => service.close());
  const { send, opened } = service;
  const { ymProfile } = await newYmProfile(send);
  const decide = async (part: string) => {
    for (let at = 0; at < 10; at++) {
      await runAuction(send, { ym_profile_id: ymProfile.id, seed: `${part} ${at}`, bids: [bid('a', 101, 3)] });
    }
    await opened.recorder?.seal();
  };
  const onDisk = () => readdir(join(data.dataDir, 'logs', '1', String(ymProfile.id)));
  const path = `/recorded?ym_profile_id=${ymProfile.id}`;
  const counted = async () =>
    (expectOk(await send('GET', path)).response['recorded'] as { auctions: number }[]).reduce(
      (sum, { auctions }) => sum + auctions,
      0,
    );
  await decide('first');
  expect([await counted(), await onDisk()]).toEqual([10, []]);
  gateway.isFalse = true;
  await decide('second');
  expect(await onDisk()).toHaveLength(1);
  expect(opened.recorder?.unsealedBytes).toBeGreaterThan(0);
  expect((await send('GET', path)).status).toBe(503);
  gateway.isFalse = false;
  await decide('third');
  expect([await counted(), await onDisk()]).toEqual([30, []]);
});
