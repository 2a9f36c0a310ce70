import { isChosen } from '@auction-tiers/auction-codec';
import { afterEach, describe, expect, test } from 'vitest';
import { createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import type { Environment } from '../fixture/instance.ts';
import { startService, type TestService } from '../fixture/service.ts';
import { recordedAuctions } from './recorded-lines.ts';

const eightMs = Date.UTC(2026, 10, 21, 8);
let service: TestService;
afterEach(() => service.close());

async function open(environment: Environment): Promise<number> {
  service = await startService(environment, { recordClock: () => eightMs });
  return (await createYmProfile(service.send)).id;
}

const setShare = async (share: number | null) =>
  expectOk(await service.send('PUT', '/member?id=1', { body: { record_share: share } }));

/** Decides auctions in every way that there is; gives their seeds. */
async function run(ymProfileId: number, name: string, count: number): Promise<string[]> {
  const seeds = Array.from({ length: count }, (_, at) => `${name} ${at}`);
  const auctions = seeds.map((seed) => ({ ym_profile_id: ymProfileId, seed, bids: [] }));
  expectOk(await service.send('POST', '/auction/batch', { body: { auctions: auctions.slice(0, -2) } }));
  expectOk(await service.send('POST', '/auction', { body: auctions.at(-2) }));
  const openRtb = { bid_request: { id: seeds.at(-1), imp: [{ id: '1', banner: { w: 300, h: 250 } }] } };
  const path = `/openrtb2/auction?ym_profile_id=${ymProfileId}&seed=${encodeURIComponent(seeds.at(-1)!)}`;
  expectOk(await service.send('POST', path, { body: openRtb }));
  // Each impression of a request has a seed of its own.
  return [...seeds.slice(0, -1), `${seeds.at(-1)!}/0`];
}

const recordedOf = async (ymProfileId: number) => {
  await service.opened.recorder?.settle();
  const found = await recordedAuctions(service.dataDir, 1, ymProfileId);
  return found.map(({ decided: { seed, share } }) => ({ seed, share }));
};
const hoursOf = async (ymProfileId: number) =>
  expectOk(await service.send('GET', `/recorded?ym_profile_id=${ymProfileId}`)).response['recorded'];

const chosen = (seeds: readonly string[], share: number) =>
  seeds.filter((seed) => isChosen(seed, share)).map((seed) => ({ seed, share }));

describe('the share of its auctions that a member has recorded', () => {
  test('holds from the next auction on; each line and each hour says the share that held', async () => {
    const id = await open({ RECORD_AUCTIONS: '0.25' });
    const byDefault = await run(id, 'default', 200);
    await setShare(1);
    const all = await run(id, 'all', 100);
    await setShare(0);
    await run(id, 'none', 50);
    await setShare(null);
    const again = await run(id, 'again', 200);
    const quarters = [...chosen(byDefault, 0.25), ...chosen(again, 0.25)];
    const expected = [...quarters, ...chosen(all, 1)];
    const found = await recordedOf(id);
    expect(found.toSorted(bySeed)).toEqual(expected.toSorted(bySeed));
    expect(found.length).toBeGreaterThan(150);
    const decided = quarters.length / 0.25 + 100;
    expect(await hoursOf(id)).toEqual([
      {
        hour: '2026-11-21T08:00:00.000Z',
        auctions: expected.length,
        share: Number((expected.length / decided).toFixed(6)),
        least_share: 0.25,
        is_whole: expect.any(Boolean) as boolean,
      },
    ]);
  });

  test('is never above what the installation allows, also where that was lowered later', async () => {
    const id = await open({ RECORD_AUCTIONS: '0.01', RECORD_SHARE_MAX: '0.5' });
    const { opened } = service;
    expect([null, 0, 0.25, 0.5, 1].map((own) => opened.recorder?.shareOf(own))).toEqual([0.01, 0, 0.25, 0.5, 0.5]);
    await setShare(0.5);
    const seeds = await run(id, 'half', 60);
    expect(await recordedOf(id)).toEqual(
      seeds.filter((seed) => isChosen(seed, 0.5)).map((seed) => ({ seed, share: 0.5 })),
    );
  });
});

describe('an installation that records nothing by itself', () => {
  test('records nothing of a member either', async () => {
    await open({ RECORD_AUCTIONS: '0' });
    expect(service.opened.recorder).toBeNull();
    const refused = await service.send('PUT', '/member?id=1', { body: { record_share: 0.1 } });
    expect([refused.status, refused.response.error]).toEqual([400, expect.stringMatching(/0\.1.*RECORD_SHARE_MAX/)]);
    await setShare(0);
  });

  test('records what a member asks for where RECORD_SHARE_MAX says so', async () => {
    const id = await open({ RECORD_AUCTIONS: '0', RECORD_SHARE_MAX: '1' });
    await run(id, 'before', 10);
    await setShare(1);
    const seeds = await run(id, 'after', 10);
    expect((await recordedOf(id)).map(({ seed }) => seed).toSorted()).toEqual(seeds.toSorted());
  });
});

const bySeed = (one: { readonly seed: string }, other: { readonly seed: string }) => (one.seed < other.seed ? -1 : 1);
