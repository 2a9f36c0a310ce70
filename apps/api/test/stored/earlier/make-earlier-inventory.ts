/*
 * Writes what a version that took inventory by number alone has stored of a profile, of auctions and of their counts, and
 * what it answered, as JSON to the standard output:
 *
 *   git worktree add /tmp/earlier COMMIT && cd /tmp/earlier && npm ci
 *   node tools/run.mjs PATH/make-earlier-inventory.ts > PATH/numbers-alone.json
 *
 * numbers-alone.json was made by f24fa740. It runs the code of the folder that it is started in, so it names none of the
 * present code.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const from = (path: string) => import(resolve(path));
const { startTemporaryRedis } = await from('tools/redis/index.ts');
const { openInstance } = await from('apps/api/test/fixture/instance.ts');
const { putFirstStart } = await from('apps/api/test/fixture/first-start.ts');
const { readRecordedAuctions } = await from('libs/recorded/src/read-auctions.ts');
const { Redis } = await from('node_modules/ioredis/built/index.js');

const server = await startTemporaryRedis({ durable: false });
const dataDir = await mkdtemp(join(tmpdir(), 'earlier-'));
await putFirstStart(server.url, dataDir);
const service = await openInstance({ REDIS_URL: server.url, DATA_DIR: dataDir, RECORD_AUCTIONS: '1' });
const ask = async (method: string, path: string, body?: object) => {
  const answer = await service.send(method, path, { body });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.response;
};

const { id: ymProfileId } = await ask('POST', '/ym-profile', { name: 'Numbers', publisher_ids: [9001] });
const { id: profileId, profile } = await ask('POST', '/profile', {
  name: 'Numbers',
  inventory_action: 'include',
  publisher_targets: [{ id: 5001 }],
  site_targets: [{ id: 31 }],
  placement_targets: [{ id: 77 }, { id: '78' }],
  segment_targets: [{ id: 12 }, { id: '13', action: 'exclude' }],
});
const { id: tierId } = await ask('POST', '/ym-auction-tier', {
  name: 'Numbers',
  ym_profile_id: ymProfileId,
  profile_id: profileId,
  member_action: 'include',
  min_price: 1,
  buyer_members: [{ id: 101 }],
});

const bids = [
  { id: 'a', member_id: 101, price: 2 },
  { id: 'b', member_id: 102, price: 3 },
];
const impressions = [
  { placement_id: 77, segments: [12, 14] },
  { placement_id: '78', segments: ['12'] },
  { site_id: 31, segments: [12, '13'] },
  { site_id: '31', publisher_id: 6000, segments: [12] },
  { publisher_id: '5001', segments: [12] },
  { placement_id: 9007199254740991, segments: [12] },
  { placement_id: 79, segments: [1] },
  { segments: [] },
];
const auctions: { readonly body: object; readonly auction: object }[] = [];
for (const [at, impression] of impressions.entries()) {
  const body = { publisher_id: at % 2 === 0 ? 9001 : '9001', seed: `seed ${at}`, impression, bids };
  auctions.push({ body, auction: (await ask('POST', '/auction', body)).auction });
}

await service.opened.liveReport.flush();
await service.opened.recorder.settle();
const reports: Record<string, unknown> = {};
for (const group of ['', 'placement', 'buyer']) {
  const by = group === '' ? '' : `&group_by=${group}`;
  reports[group] = (await ask('GET', `/report?ym_profile_id=${ymProfileId}${by}`))['report-rows'];
}

const folder = join(dataDir, 'logs', '1', String(ymProfileId));
const files = (await readdir(folder)).toSorted();
const recorded = Buffer.concat(await Promise.all(files.map((name) => readFile(join(folder, name)))));
const read: object[] = [];
readRecordedAuctions(new Uint8Array(recorded), ({ request, named }: Record<'request' | 'named', object>) =>
  read.push({ request, named }),
);

const redis = new Redis(server.url);
const prefix = `at:{p1}:member:1:report:${ymProfileId}:`;
const counts: Record<string, string> = {};
for (const key of (await redis.keys(`${prefix}*`)).toSorted()) {
  if ((await redis.type(key)) === 'string')
    counts[key.slice(prefix.length)] = (await redis.getBuffer(key)).toString('base64');
}
const stored = await redis.hgetall(`at:{p1}:profile:${profileId}`);
redis.disconnect();
await service.close();
await server.stop();
await rm(dataDir, { recursive: true });

const made = { date: new Date().toISOString().slice(0, 10), tierId, stored, profile, auctions };
process.stdout.write(
  `${JSON.stringify({ ...made, recorded: recorded.toString('base64'), read, counts, reports }, null, 1)}\n`,
);
