import { beforeAll, expect, test } from 'vitest';
import { createProfile, createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { createDraft, withTier } from '../fixture/draft.ts';
import { type Instance, openInstance } from '../fixture/instance.ts';
import { type Row, rowOf } from '../fixture/request.ts';
import { startDemoData } from '../fixture/service.ts';
import { TestClock } from '../fixture/test-clock.ts';
import { rowsOf } from '../report/report-reader.ts';

const hourMs = 3_600_000;
const requests = 40;
const clock = new TestClock();
let service: Instance;

beforeAll(async () => {
  const data = await startDemoData();
  const environment = { ...data.environment, RECORD_AUCTIONS: '1', SIMULATION_WORKER: '1' };
  service = await openInstance(environment, { clock, recordClock: clock.epochMs });
  return async () => {
    await service.close();
    await data.close();
  };
});

const bid = (seat: string, price: number, dealid?: string) => ({
  seat,
  bid: [{ id: seat, impid: '1', price, ...(dealid !== undefined && { dealid }) }],
});

/** Of three partners: one in EUR, one that names no currency where the request allows EUR only, one in USD with a deal. */
const bidResponses = [
  { cur: 'EUR', seatbid: [bid('first', 3)] },
  { seatbid: [bid('second', 2.5)] },
  { cur: 'USD', seatbid: [bid('dollar', 2, 'RBC_123')] },
];
const bidRequest = {
  id: 'r',
  at: 1,
  cur: ['EUR'],
  device: { geo: { country: 'DEU' } },
  imp: [{ id: '1', bidfloor: 0.5, bidfloorcur: 'EUR' }],
};

/** The first auction of an OpenRTB request. */
async function decide(ymProfileId: number, request: Row = bidRequest): Promise<Row> {
  const path = `/openrtb2/auction?ym_profile_id=${ymProfileId}&seats=first:101,second:102,dollar:103`;
  const body = { bid_request: request, bid_responses: bidResponses };
  const { response } = expectOk(await service.send('POST', path, { body }));
  return (response['auctions'] as readonly Row[])[0]!;
}

async function simulate(body: Row): Promise<Row> {
  const { id } = rowOf(expectOk(await service.send('POST', '/simulation', { body })), 'simulation');
  const stateOf = async () => rowOf(await service.send('GET', `/simulation?id=${id}`), 'simulation').state;
  await expect.poll(stateOf, { timeout: 150_000 }).toBe('done');
  const { response } = expectOk(await service.send('GET', `/simulation/result?id=${id}`));
  return (response['simulation-result'] as { readonly report: Row }).report;
}

async function csvOf(path: string): Promise<readonly string[]> {
  const headers = { authorization: service.people.seller1.api_key, accept: 'text/csv' };
  const answer = await fetch(`${service.url}${path}`, { headers });
  expect(answer.status).toBe(200);
  return (await answer.text()).trimEnd().split('\r\n');
}

test('a seller in EUR with a partner in USD: decided, reported, compared, published, restored, all in EUR', async () => {
  const { send } = service;
  const seller = { currency: 'EUR', currency_rates: { USD: '0.92' }, revenue_share_pct: 15 };
  expectOk(await send('PUT', '/member', { body: { ...seller, report_breakdowns: ['deal'] } }));
  const { id: ymProfileId } = await createYmProfile(send);
  const deal = await createProfile(send, { deal_action: 'include', deal_targets: [{ code: 'RBC_123' }] });
  const tier = await createTier(send, {
    name: 'The deal',
    ym_profile_id: ymProfileId,
    member_action: 'include',
    min_price: '1.50',
    priority: 9,
    buyer_members: [{ id: 103 }],
    profile_id: deal.id,
  });

  // 2.00 USD are 1.84 EUR, 1.564 of it net: the deal goes before 3.00 and 2.50 EUR.
  const won = { member_id: 103, tier_id: tier.id, price: 1.84, net_price: 1.564, clearing_price: 1.84 };
  expect(await decide(ymProfileId)).toMatchObject({
    winner: won,
    bids: [
      { outcome: 'outranked', net_price: 2.55 },
      { outcome: 'outranked', net_price: 2.125 },
      { outcome: 'won', priority: 9 },
    ],
  });
  for (let sent = 1; sent < requests; sent++) await decide(ymProfileId);

  // Of 40 auctions: 40 x 1.84 and 40 x 1.564 CPM; forgone are 2.55 - 1.564.
  await service.opened.liveReport.flush();
  const report = `/report?ym_profile_id=${ymProfileId}`;
  const total = { gross: '0.073600000', net: '0.062560000', forgone: '0.039440000', net_cpm: '1.564000' };
  const read = expectOk(await send('GET', report));
  expect(read.response['report-rows']).toMatchObject([{ sold: requests, ...total }]);
  expect(read.response.dbg_info).toMatchObject({ currency: 'EUR' });
  const byDeal = await rowsOf(service.send, '&group_by=deal', ymProfileId);
  expect(byDeal.find(({ deal: code }) => code === 'RBC_123')).toMatchObject({ won: requests, net: total.net });
  const [heads = '', ...lines] = await csvOf(`${report}&group_by=deal`);
  expect(heads).toMatch(/^deal \(counted since [-: \d]{19} UTC\),.*gross_eur,net_eur,.*net_cpm_eur$/);
  expect(lines.find((line) => line.startsWith('RBC_123,'))).toContain(`,${total.gross},${total.net},`);

  // A draft that asks for more than the deal pays: then 3.00 EUR win, 2.55 net.
  const draft = await createDraft(send, ymProfileId);
  expectOk(await send('PUT', `/draft?id=${draft.id}`, { body: withTier(draft, tier.id, { min_price: '2.00' }) }));
  const from = new Date(Math.floor(clock.epochMs() / hourMs) * hourMs);
  const hour = (at: number) => new Date(from.getTime() + at * hourMs).toISOString().replace('.000', '');
  clock.pass(hourMs);
  const recorded = async () =>
    expectOk(await send('GET', `/recorded?ym_profile_id=${ymProfileId}`)).response['recorded'];
  await expect.poll(recorded, { timeout: 60_000 }).toMatchObject([{ auctions: requests }]);
  const log = { kind: 'recorded', from: hour(0), to: hour(1) };
  expect(await simulate({ ym_profile_id: ymProfileId, draft_id: draft.id, log })).toMatchObject({
    currency: 'EUR',
    auctions: requests,
    net_to_seller: { current: total.net, draft: '0.102000000', difference: '0.039440000' },
  });

  const exported = async () =>
    expectOk(await send('GET', `/ym-profile/export?id=${ymProfileId}`)).response['ym-profile-export'] as Row;
  const { revision } = await exported();
  expectOk(await send('POST', `/draft/publish?id=${draft.id}`));
  expect((await decide(ymProfileId))['winner']).toMatchObject({ member_id: 101, price: 3, net_price: 2.55 });
  expect(await exported()).toMatchObject({ currency: 'EUR', tiers: [{ min_price: '2.000000' }] });
  expectOk(await send('POST', `/ym-profile/restore?id=${ymProfileId}&revision=${String(revision)}`));
  expect((await decide(ymProfileId))['winner']).toMatchObject(won);
});

test('a response without a currency is in US dollars where the request allows more than one', async () => {
  const { id } = await createYmProfile(service.send);
  const { bids } = await decide(id, { ...bidRequest, cur: ['EUR', 'USD'] });
  // 2.50 USD are 2.30 EUR, 1.955 net.
  expect(bids).toMatchObject([{ net_price: 2.55 }, { net_price: 1.955 }, { net_price: 1.564 }]);
});
