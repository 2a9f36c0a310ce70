import { openRtbBounds } from '@auction-tiers/contract';
import { beforeAll, expect, test } from 'vitest';
import { createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { countMeanwhile } from '../fixture/meanwhile.ts';
import { type Answer, issuePaths, type Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { createClient, failureOf } from '../fixture/trpc-client.ts';

interface Auction extends Row {
  readonly imp_id: string;
  readonly winner: Row | null;
  readonly bids: readonly Row[];
}
const service = useService();
const { send } = service;
let ymProfileId: number;
let tierId: number;

beforeAll(async () => {
  ymProfileId = (await createYmProfile(send, { name: 'Bounded' })).id;
  const body = { ym_profile_id: ymProfileId, member_action: 'include', min_price: 1, buyer_members: [{ id: 101 }] };
  tierId = (await createTier(send, body)).id;
});

const post = (body: unknown) => send('POST', `/openrtb2/auction?ym_profile_id=${ymProfileId}`, { body });
const auctionsOf = (answer: Answer) => expectOk(answer).response['auctions'] as readonly Auction[];

/** As many impressions, and in one response as many seats, with so many bids each on the impression of a number. */
const counted = (
  impressions: number,
  seats: number,
  bids: number,
  impId = (_bid: number, seat: number) => seat,
): Row => ({
  bid_request: { id: 'r', imp: Array.from({ length: impressions }, (_, at) => ({ id: String(at) })) },
  bid_responses: [
    {
      seatbid: Array.from({ length: seats }, (_, seat) => ({
        seat: '101',
        bid: Array.from({ length: bids }, (__, at) => ({
          id: `${seat}-${at}`,
          impid: String(impId(at, seat)),
          price: 3,
        })),
      })),
    },
  ],
});

/** A bid request of one impression with all these. */
const described = (more: object, ofImp: object = {}): Row => ({
  bid_request: { id: 'r', imp: [{ id: '0', ...ofImp }], ...more },
});
const many = <T>(value: (at: number) => T, length = openRtbBounds.values + 1): T[] =>
  Array.from({ length }, (_, at) => value(at));

const { impressions, bidsPerImpression, bids, seats, values } = openRtbBounds;
test.for<[string, number, string, Row]>([
  ['1,000 impressions', impressions, 'bid_request.imp', counted(impressions + 1, 0, 0)],
  ['1,000 bids per impression', bidsPerImpression, 'bid_responses', counted(1, 1, bidsPerImpression + 1)],
  ['10,000 bids', bids, 'bid_responses', counted(11, 11, bids / 10)],
  ['10,000 seats', seats, 'bid_responses', counted(1, seats + 1, 0)],
  ['10,000 formats', values, 'bid_request', described({}, { banner: { format: many((at) => ({ w: at, h: 1 })) } })],
  [
    '10,000 segments',
    values,
    'bid_request',
    described({ user: { data: [{ segment: many((at) => ({ id: String(at) })) }] } }),
  ],
  ['10,000 providers of segments', values, 'bid_request', described({ user: { data: many(() => ({})) } })],
  ['10,000 categories', values, 'bid_request', described({ app: { content: { cat: many((at) => `IAB${at}`) } } })],
  ['10,000 keywords in a text', values, 'bid_request', described({ site: { keywords: many(String).join(',') } })],
  ['10,000 keywords in a list', values, 'bid_request', described({ user: { kwarray: many(String) } })],
  ['10,000 brands', values, 'bid_request', described({ device: { sua: { browsers: many(() => ({ brand: 'B' })) } } })],
])('a bid request may have %s, and more is a 400, over REST and over tRPC', async ([, bound, path, body]) => {
  const answer = await post(body);
  expect([answer.status, issuePaths(answer)]).toEqual([400, [path]]);
  expect(answer.response.error).toMatch(new RegExp(`\\d+.*allowed: at most ${bound}`));
  const client = createClient(service.url, service.people.seller1.api_key);
  const failure = await failureOf(client.auction.openrtb.mutate({ ...body, ym_profile_id: ymProfileId } as never));
  expect(failure.data).toMatchObject({ httpStatus: 400 });
});

test('a bid request may have all of that together, and lets other requests go on meanwhile', async () => {
  const body = { ...counted(impressions, bids / 10, 10, (at, seat) => (seat + at) % impressions), seed: 's' };
  const { answer, count } = await countMeanwhile(post(body), async () => post(described({})));
  expect(count).toBeGreaterThan(3);
  const auctions = auctionsOf(answer);
  expect(auctions.map(({ imp_id }) => imp_id)).toEqual(Array.from({ length: impressions }, (_, at) => String(at)));
  for (const { bids: own, winner } of auctions) {
    expect([own.length, own.filter(({ outcome }) => outcome === 'won').length]).toEqual([10, 1]);
    expect(winner).toMatchObject({ tier_id: tierId });
  }
});

test('a bid request may have 10,000 values of all kinds together', async () => {
  const user = { kwarray: many((at) => `k${at}=v`, 2500), data: [{ segment: many((at) => ({ id: at + 1 }), 2499) }] };
  const format = many((at) => ({ w: at + 1, h: 1 }), 2500);
  const body = described({ user, site: { cat: many((at) => `IAB${at}`, 2500) } }, { banner: { format } });
  const answer = await post(body);
  expect([answer.status, auctionsOf(answer)]).toMatchObject([200, [{ imp_id: '0' }]]);
});

test('a bid request may have 1,000 bids on one impression', async () => {
  const [first] = auctionsOf(await post(counted(1, 1, bidsPerImpression)));
  expect(first?.bids).toHaveLength(bidsPerImpression);
});
