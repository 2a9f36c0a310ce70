import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ReplayReport } from '../../src/schema/replay-report.ts';
import { createFolder } from '../fixture/folder.ts';
import { runSimulator } from '../fixture/run-simulator.ts';
import { type RunningApi, startApi } from '../fixture/running-api.ts';

type Row = Readonly<Record<string, unknown>>;

async function ask({ url, apiKey }: RunningApi, method: string, path: string, body?: object): Promise<Row> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: apiKey, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = ((await response.json()) as { response: Row }).response;
  expect([path, response.status, answer['error']]).toEqual([path, 200, undefined]);
  return answer;
}

/** Buyer 107 pays more than any other, and a tier prefers it from its minimum on. */
async function decide(api: RunningApi, ym_profile_id: number, part: string): Promise<(string | undefined)[]> {
  const auctions = Array.from({ length: 200 }, (_, at) => ({
    ym_profile_id,
    unit: `unit-${at}`,
    seed: `${part}-${at}`,
    bids: [
      { id: 'a', member_id: 107, price: 2 + (at % 5) },
      { id: 'b', member_id: 110, price: 4.5 },
    ],
  }));
  const answer = await ask(api, 'POST', '/auction/batch', { auctions });
  return (answer['auctions'] as { experiment?: { arm: string } }[]).map(({ experiment }) => experiment?.arm);
}

/** Auctions of one type with a bid on a deal of the other. */
async function decideDeals(api: RunningApi, ymProfileId: number): Promise<number> {
  const types = [
    [1, 2],
    [2, 1],
  ];
  for (const [at, dealAt] of types) {
    await ask(api, 'POST', `/openrtb2/auction?ym_profile_id=${ymProfileId}`, {
      bid_request: { id: `deal ${dealAt}`, at, imp: [{ id: '1', pmp: { deals: [{ id: 'D', at: dealAt }] } }] },
      bid_responses: [
        { seatbid: [{ seat: '107', bid: [{ impid: '1', price: 3, dealid: 'D' }] }] },
        { seatbid: [{ seat: '110', bid: [{ impid: '1', price: 2 }] }] },
      ],
    });
  }
  return types.length;
}

test('replay --verify decides both arms of a split and of a hold-back, and deals of another type, again', async () => {
  const api = await startApi({ RECORD_AUCTIONS: '1', SIMULATION_WORKER: '0' });
  const { 'ym-profile': made } = await ask(api, 'POST', '/ym-profile', { name: 'Tested' });
  const { id } = made as { readonly id: number };
  const tier = { ym_profile_id: id, member_action: 'include', min_price: '1.00', buyer_members: [{ id: 107 }] };
  await ask(api, 'POST', '/ym-auction-tier', { ...tier, name: 'First' });
  const { draft } = await ask(api, 'POST', `/draft?from=${id}`, {});
  const { id: draftId, tier_set } = draft as { readonly id: number; readonly tier_set: { tiers: Row[] } };
  await ask(api, 'PUT', `/draft?id=${draftId}`, {
    tier_set: { ...tier_set, tiers: tier_set.tiers.map((one) => ({ ...one, min_price: '4.00' })) },
  });
  await decide(api, id, 'before');
  const deals = await decideDeals(api, id);
  const { experiment } = await ask(api, 'POST', '/experiment', {
    name: 'Split',
    hypothesis: 'Net rises by 2 %',
    guard: { max_loss: '1000' },
    draft_id: draftId,
    design: 'split',
    share: 0.5,
  });
  const { id: experimentId } = experiment as { readonly id: number };
  await ask(api, 'POST', `/experiment/start?id=${experimentId}`, { underpowered: true });
  expect(new Set(await decide(api, id, 'split'))).toEqual(new Set(['C', 'T']));
  await ask(api, 'POST', `/experiment/end?id=${experimentId}`, { outcome: 'drop' });
  await ask(api, 'POST', `/draft/publish?id=${draftId}`, { hold_back: { share: 0.5, days: 14 } });
  let arms = new Set<string | undefined>();
  let answered = 0;
  await expect
    .poll(async () => {
      arms = new Set(await decide(api, id, `held ${(answered += 200)}`));
      return arms.has('C') && arms.has('T');
    })
    .toBe(true);
  const count = 400 + answered + deals;
  await expect
    .poll(async () => {
      const { recorded } = await ask(api, 'GET', `/recorded?ym_profile_id=${id}`);
      return (recorded as { auctions: number }[]).reduce((sum, { auctions }) => sum + auctions, 0);
    })
    .toBe(count);
  const folder = createFolder();
  const environment = { AUCTION_TIERS_KEY: api.apiKey };
  const target = ['--api', api.url, '--ym-profile', String(id), '--out', 'report.json'];
  const verified = await runSimulator(
    folder,
    ['replay', ...target, '--recorded', '2020-01-01..2100-01-01', '--verify'],
    environment,
  );
  const { verify } = ReplayReport.parse(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')));
  expect(verify).toMatchObject({ decided_again: count, different: 0, unknown_revisions: 0, problems: [] });
  expect(verified).toMatchObject({ exitCode: 0, stderr: '' });
});
