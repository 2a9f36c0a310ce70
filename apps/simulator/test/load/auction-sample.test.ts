import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sampleLog, sampleMarket } from '../../src/load/auction-sample.ts';

const impressionsOf = (auctions: readonly { readonly body: string }[]) =>
  auctions.map(({ body }) => (JSON.parse(body) as { readonly impression: object }).impression);

test('a load sends auctions of now: neither drawn ones nor those of a log name a time', async () => {
  const drawn = sampleMarket({ bidCount: 3, seed: 's', ymProfileId: 1, most: 20 });
  expect(drawn).toHaveLength(20);

  const folder = await mkdtemp(join(tmpdir(), 'load-sample-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'log.ndjson');
  const line = { ym_profile_id: 1, impression: { time: '2026-11-20T08:00:00Z', site_id: 7 }, bids: [] };
  await writeFile(file, `${JSON.stringify(line)}\n`);
  const logged = await sampleLog({ files: [file], ymProfileId: 1, most: 5, onBrokenLine: () => {} });
  expect(impressionsOf(logged)).toEqual([{ site_id: 7 }]);

  for (const impression of impressionsOf([...drawn, ...logged])) expect(impression).not.toHaveProperty('time');
});
