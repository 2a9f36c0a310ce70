import { reportBreakdowns } from '@auction-tiers/contract';
import { beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/auth/clock.ts';
import { createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { issuePaths, type Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { createClient } from '../fixture/trpc-client.ts';
import { type CountedAuction, countByHand } from './count-answers.ts';
import {
  auctionBodies,
  demoFeePpm,
  figuresOf,
  pairFigures,
  rowsOf,
  toCounted,
  totalFigures,
  totalOf,
} from './report-reader.ts';

// The host's clock is the service's too, so that a moment of the one can be held against the other.
const service = useService({}, { clock: systemClock });
const decided: CountedAuction[] = [];
/** A bid of an OpenRTB response. */
const seatBid = (id: string, seat: string) => ({ seat, bid: [{ id, impid: '1', price: 3.5 }] });
const note = (answers: readonly object[]) => decided.push(...answers.map((one) => toCounted(one as Row, demoFeePpm)));
const answerOf = (response: unknown) => (response as Row)['auction'] as Row;

/** Thousands of auctions, through every door. */
beforeAll(async () => {
  const { send, url, people } = service;
  const [alone, batch, more, another, typed] = [
    auctionBodies(60),
    auctionBodies(900, 100),
    auctionBodies(1000, 1100),
    auctionBodies(1000, 2100),
    auctionBodies(50, 3200),
  ];
  for (const body of alone) note([answerOf(expectOk(await send('POST', '/auction', { body })).response)]);
  // A body that the fast path does not take.
  const [first = {}] = alone;
  note([answerOf(expectOk(await send('POST', '/auction', { body: { ...first, seed: null, unit: 'u' } })).response)]);
  for (const auctions of [batch, more, another]) {
    const batched = expectOk(await send('POST', '/auction/batch', { body: { auctions } })).response;
    note(batched['auctions'] as Row[]);
  }
  const client = createClient(url, people.seller1.api_key);
  for (const body of typed) note([await client.auction.run.mutate(body as never)]);
  const many = await client.auction.runMany.mutate({ auctions: typed });
  note(many.auctions);
  const bid_responses = [{ id: 'r', seatbid: [seatBid('a', '101'), seatBid('b', 'nobody')] }];
  const openrtb = { bid_request: { id: 'r', imp: [{ id: '1' }, { id: '2' }] }, bid_responses };
  const impressions = expectOk(await send('POST', '/openrtb2/auction?ym_profile_id=1', { body: openrtb })).response;
  note(impressions['auctions'] as Row[]);
  await service.opened.liveReport.flush();
});

test('the rows by tier and buyer are the sums of thousands of answers, to the micro', async () => {
  const counted = countByHand(decided);
  expect(counted.totals.auctions).toBeGreaterThan(3000);
  expect(counted.pairs.size).toBeGreaterThan(20);
  expect(counted.totals.outcomes).toMatchObject({ excluded: expect.any(Number), below_floor: expect.any(Number) });
  expect(figuresOf(await rowsOf(service.send, '&group_by=tier,buyer'))).toEqual(pairFigures(counted));
});

test('without groups there is one row, with the auctions and the bids by outcome', async () => {
  expect(await totalOf(service.send)).toMatchObject(totalFigures(countByHand(decided)));
});

/** What is sent of an impression here, and of a bid. */
interface SentImpression {
  readonly site_id?: number;
  readonly placement_id?: number;
  readonly domain?: string;
  readonly country?: string;
  readonly dma?: number;
  readonly sizes?: readonly { readonly width: number; readonly height: number }[];
  readonly device_type?: string;
  readonly media_types?: readonly string[];
}
interface SentBid {
  readonly id: string;
  readonly deal?: string;
  readonly media_type?: string;
}
type ValueIn = (impression: SentImpression, winner: SentBid | undefined) => string | number | undefined;

/** The value that an auction counts for, worked out from what was sent and answered. */
const valueIn: Readonly<Record<(typeof reportBreakdowns)[number], ValueIn>> = {
  site: ({ site_id: id }) => id,
  placement: ({ placement_id: id }) => id,
  domain: ({ domain }) => domain?.toLowerCase(),
  country: ({ country }) => country,
  dma: ({ dma }) => dma,
  size: ({ sizes }) => sizes?.map(({ width, height }) => `${width}x${height}`).join(),
  device_type: ({ device_type: type }) => type,
  media_type: ({ media_types: types }, winner) => winner?.media_type ?? types?.join(),
  deal: (_, winner) => winner?.deal,
};

test('the rows of every attribute are the sums of the answers by its values', async () => {
  const { send } = service;
  expectOk(await send('PUT', '/member', { body: { report_breakdowns: reportBreakdowns } }));
  const { id: ym_profile_id } = await createYmProfile(send);
  const buyers = [{ id: 101 }, { id: 102 }];
  await createTier(send, { ym_profile_id, member_action: 'include', min_price: '2.00', buyer_members: buyers });
  await createTier(send, { ym_profile_id, member_action: 'exclude', priority: 9, buyer_members: [{ id: 103 }] });
  const bodies = auctionBodies(300, 5000).map((body, at) => ({
    ...body,
    ym_profile_id,
    impression: {
      ...(at % 3 > 0 && {
        site_id: at % 4 || 9,
        placement_id: 70 + (at % 5),
        domain: at % 2 ? 'News.example' : 'a.example',
      }),
      ...(at % 4 > 0 && { country: at % 2 ? 'US' : 'GB', device_type: at % 8 > 4 ? 'tv' : 'phone' }),
      ...(at % 5 > 0 && { dma: at % 2 ? 501 : 803, sizes: [{ width: 300, height: at % 3 ? 250 : 600 }] }),
      ...(at % 6 > 0 && { media_types: at % 7 ? ['banner'] : ['banner', 'video'] }),
    },
    bids: (body['bids'] as readonly SentBid[]).map((bid, index) => ({
      ...bid,
      ...(index === 1 && { deal: `deal ${at % 3}`, media_type: 'video' }),
    })),
  }));
  const batch = expectOk(await send('POST', '/auction/batch', { body: { auctions: bodies } })).response;
  const answers = (batch['auctions'] as Row[]).map((one, at) => {
    const winner = one['winner'] as Row | null;
    const { impression, bids } = bodies[at]!;
    const won: SentBid | undefined = bids.find(({ id }) => id === winner?.['bid_id']);
    return { counted: toCounted(one, demoFeePpm), impression, won };
  });
  await service.opened.liveReport.flush();
  for (const name of reportBreakdowns) {
    const groups = Map.groupBy(answers, ({ impression, won }) => String(valueIn[name](impression, won) ?? 'none'));
    expect(groups.size).toBeGreaterThan(2);
    const expected = Array.from(groups, ([value, some]) => {
      const figures = totalFigures(countByHand(some.map(({ counted }) => counted)));
      const { auctions, sold, bids, won, excluded, gross, net, forgone, excluded_net } = figures;
      return [value, { auctions, sold, bids, won, excluded, gross, net, forgone, excluded_net, is_other: false }];
    });
    const rows = await rowsOf(send, `&group_by=${name},day`, ym_profile_id);
    expect(rows).toHaveLength(groups.size);
    const got = Object.fromEntries(rows.map((row) => [row[name] ?? 'none', row]));
    expect(got).toMatchObject(Object.fromEntries(expected));
  }
  const csv = await fetch(`${service.url}/report?ym_profile_id=${ym_profile_id}&group_by=country`, {
    headers: { authorization: service.people.seller1.api_key, accept: 'text/csv' },
  });
  expect((await csv.text()).split('\n')[0]).toMatch(
    /^\uFEFF?country,is_other,not_counted,auctions,sold,bids,won,excluded,gross_usd,net_usd/,
  );
  const mixed = await send('GET', '/report?ym_profile_id=1&group_by=country,tier');
  expect([mixed.status, issuePaths(mixed)]).toEqual([400, ['group_by']]);
});

test('what was forgone may be negative, where minimums raised second prices', async () => {
  const client = createClient(service.url, service.people.seller1.api_key);
  const { id: ym_profile_id } = await createYmProfile(service.send);
  const tier = { ym_profile_id, member_action: 'include', min_price: '2.00', buyer_members: [{ id: 101 }] };
  await createTier(service.send, tier);
  const bids = [{ id: 'a', member_id: 101, price: 5 }];
  await client.auction.run.mutate({ ym_profile_id, auction_type: 2, revenue_share_pct: 0, bids });
  await service.opened.liveReport.flush();
  const [row] = await rowsOf(service.send, '&group_by=tier', ym_profile_id);
  expect(row).toMatchObject({ net: '0.002000000', forgone: '-0.002000000' });
  const csv = await fetch(`${service.url}/report?ym_profile_id=${ym_profile_id}`, {
    headers: { authorization: service.people.seller1.api_key, accept: 'text/csv' },
  });
  expect(await csv.text()).toContain(',-0.002000000,');
});

test.for([
  [
    'tier',
    ({ tierId, memberId }: { tierId: number | null; memberId: number | null }) => ({
      tierId,
      memberId: memberId && null,
    }),
  ],
  ['buyer', ({ memberId }: { tierId: number | null; memberId: number | null }) => ({ memberId, tierId: null })],
] as const)('by %s alone the rows are sums of the same', async ([group, keep]) => {
  const grouped = decided.map(({ result: { winner, bids }, ...terms }) => ({
    ...terms,
    result: { winner: winner && { ...winner, ...keep(winner) }, bids: bids.map((one) => ({ ...one, ...keep(one) })) },
  }));
  expect(figuresOf(await rowsOf(service.send, `&group_by=${group}`))).toEqual(pairFigures(countByHand(grouped)));
});

test.for(['hour', 'day'])('by %s the rows together are everything', async (group) => {
  const rows = await rowsOf(service.send, `&group_by=${group}`);
  const auctions = rows.map((row) => row.auctions ?? 0);
  expect(auctions.reduce((sum, count) => sum + count, 0)).toBe(decided.length);
  expect(rows[0]?.[group as 'hour']).toMatch(group === 'day' ? /^\d{4}-\d\d-\d\d$/ : /^\d{4}-\d\d-\d\d \d\d:00:00$/);
});

test('a question about an auction is not counted', async () => {
  const before = await totalOf(service.send);
  const [body] = auctionBodies(1, 3);
  expectOk(await service.send('POST', '/auction/explain', { body }));
  await service.opened.liveReport.flush();
  expect(await totalOf(service.send)).toEqual(before);
});

test('rows have names, a rate and an average', async () => {
  const rows = await rowsOf(service.send, '&group_by=tier,buyer&sort=won.desc&num_elements=1');
  const [row] = rows;
  expect(row?.tier_name).toEqual(expect.any(String));
  expect(row?.buyer_name).toEqual(expect.any(String));
  expect(row?.is_other).toBe(false);
  expect(row?.win_rate).toBeCloseTo(row!.won / row!.bids, 6);
  expect(Number(row?.net_cpm)).toBeCloseTo((1000 * Number(row!.net)) / row!.won, 5);
  const lost = (await rowsOf(service.send, '&group_by=tier,buyer')).find(({ won }) => won === 0);
  expect(lost).toMatchObject({ win_rate: 0, net_cpm: null });
});

test('rows come in the order asked for, in pages', async () => {
  const all = await rowsOf(service.send, '&group_by=tier,buyer&sort=net.desc');
  const nets = all.map(({ net }) => Number(net));
  expect(nets).toEqual(nets.toSorted((a, b) => b - a));
  const second = await rowsOf(service.send, '&group_by=tier,buyer&sort=net.desc&start_element=3&num_elements=4');
  expect(second).toEqual(all.slice(3, 7));
  const usual = await rowsOf(service.send, '&group_by=tier,buyer');
  const keys = usual.map(({ tier_id, buyer_id }) => [tier_id ?? 0, buyer_id ?? 0] as const);
  expect(keys).toEqual(keys.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]));
});

test('an answer says how fresh it is, and what it is about', async () => {
  const before = Date.now();
  await service.opened.liveReport.flush();
  const { dbg_info } = expectOk(await service.send('GET', '/report?ym_profile_id=1')).response;
  const debug = dbg_info as unknown as Row;
  const completeMs = Date.parse(`${String(debug['complete_to']).replace(' ', 'T')}Z`);
  expect(completeMs).toBeGreaterThanOrEqual(before);
  expect(completeMs).toBeLessThanOrEqual(Date.now());
  expect(debug).toMatchObject({ output_term: 'report-rows', timezone: 'UTC', age_seconds: expect.any(Number) });
  expect(debug['start_date']).toMatch(/ 00:00:00$/);
});

test('over tRPC the same rows', async () => {
  const client = createClient(service.url, service.people.seller1.api_key);
  const { items, count } = await client.report.rows.query({ ym_profile_id: 1, group_by: 'tier,buyer' });
  expect(items).toEqual(await rowsOf(service.send, '&group_by=tier,buyer'));
  expect(count).toBe(items.length);
});

test('a report without auctions has no rows by group, and one row in all', async () => {
  const { id } = await createYmProfile(service.send);
  expect(await rowsOf(service.send, '&group_by=tier', id)).toEqual([]);
  expect(await rowsOf(service.send, '', id)).toMatchObject([
    { auctions: 0, bids: 0, net: '0.000000000', win_rate: null },
  ]);
});

test.for([
  ['&group_by=tiers', 'group_by'],
  ['&group_by=hour,day', 'group_by'],
  ['&group_by=tier,tier', 'group_by'],
  ['&group_by=', 'group_by'],
  ['&group_by=country&path=*', 'path'],
  ['&path=*', 'path'],
  ['&group_by=placement&path=/1111', 'path'],
  ['&group_by=placement&path=', 'path'],
  ['&sort=name', 'sort'],
  ['&sort=tier_id', 'sort'],
  ['&start_date=2026-13-01', 'start_date'],
  ['&start_date=yesterday', 'start_date'],
  ['&end_date=2026-02-30%2010:00:00', 'end_date'],
  ['&start_date=2026-01-02&end_date=2026-01-01', 'end_date'],
  ['&start_date=2099-01-01', 'start_date'],
  ['&group_by=hour&start_date=2026-01-01', 'start_date'],
  ['&num_elements=0', 'num_elements'],
  ['&tier=5', 'tier'],
] as const)('%s is refused, naming the parameter', async ([query, path]) => {
  const answer = await service.send('GET', `/report?ym_profile_id=1${query}`);
  expect(answer.status).toBe(400);
  expect(issuePaths(answer)).toEqual([path]);
});

test('a report needs a ym-profile, and one of its own', async () => {
  const { send, people } = service;
  expect(issuePaths(await send('GET', '/report'))).toEqual(['ym_profile_id']);
  expect((await send('GET', '/report?ym_profile_id=999')).status).toBe(404);
  expect((await send('GET', '/report?ym_profile_id=1', { key: people.seller2.api_key })).status).toBe(404);
  expect((await send('GET', '/report?ym_profile_id=1&member_id=2')).status).toBe(403);
  const asked = '/report?ym_profile_id=1&member_id=1&group_by=tier,buyer';
  const byAdmin = expectOk(await send('GET', asked, { key: people.admin.api_key })).response;
  expect(byAdmin['report-rows']).toEqual(await rowsOf(send, '&group_by=tier,buyer'));
});
