import { bid } from '../fixture/auction-body.ts';
import { demoBuyers } from '@auction-tiers/contract/demo';
import type { Instance } from '../fixture/instance.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import type { Exercise, Sent } from './exercise.ts';
import { operationOf } from '../fixture/api-document.ts';
import { dimensions } from '../fixture/profile-dimension.ts';
import type { Answer, Row } from '../fixture/request.ts';

/** Every buyer of the demo, each at a price that few tiers take and at one that all do. */
const buyers = [null, ...demoBuyers.map(({ id }) => id)];
const bids = buyers.flatMap((id) => [
  bid(`low ${id}`, id, '0.75'),
  bid(`mid ${id}`, id, 2),
  bid(`high ${id}`, id, 300),
]);
const auction = { ym_profile_id: 1, seed: 'variety', bid_floor: 0.8, auction_type: 2, bids };
const impressions: readonly Row[] = [
  {},
  { country: 'US', device_type: 'phone' },
  ...dimensions.map(({ fitting }) => fitting),
];
/** Two bids of the highest price: the one that the draw puts last could not have won. */
const highest = [bid('x', null, 999_999.999999), bid('y', null, 999_999.999999)];
const untiered = [bid('a', null, 3), bid('b', null, 2), bid('c', null, 3)];
const auctions = [
  ...impressions.map((impression) => ({ ...auction, impression })),
  { ym_profile_id: 1, seed: 'untiered', bids: untiered },
  { ym_profile_id: 1, seed: 'highest', min_to_win: true, bids: highest },
];

/** Bids of every kind that OpenRTB may send: of known and unknown seats, without a price, on no impression. */
const openRtb = {
  bid_request: {
    id: 'r',
    imp: [
      { id: '1', banner: { format: [{ w: 300, h: 250 }] } },
      { id: '2', bidfloor: 2 },
    ],
    site: { publisher: { id: '9' }, domain: 'news.example.com', cat: ['IAB1'] },
    device: { geo: { country: 'USA', metro: '501' }, devicetype: 4 },
  },
  bid_responses: [
    {
      seatbid: [
        {
          seat: 'Saffron Travel',
          bid: [
            { id: 'a', impid: '1', price: 3 },
            { id: 'b', impid: '2', price: 1 },
          ],
        },
        { seat: '112', bid: [{ id: 'c', impid: '1', price: 3 }] },
        {
          seat: 'unknown seat',
          bid: [{ id: 'd', impid: '1', price: 3 }, { impid: '1' }, { id: 'e', impid: '9', price: 3 }],
        },
        { bid: [{ id: 'f', impid: '2', price: 'much' }] },
      ],
    },
  ],
};

const openRtbHighest = {
  bid_request: { id: 'r', imp: [{ id: '1' }], site: { publisher: { id: '9' } } },
  bid_responses: [{ seatbid: highest.map(({ id, price }) => ({ seat: id, bid: [{ id, impid: '1', price }] })) }],
};

/** A tier that bids of a buyer are too costly for, beside others of 300. */
const limited = {
  name: 'At most 1.00',
  ym_profile_id: 1,
  priority: 1,
  member_action: 'include',
  min_price: '0.00',
  max_forgone: '1.00',
  buyer_members: demoBuyers.slice(0, 1).map(({ id }) => ({ id })),
};

const asked: readonly (readonly [path: string, sent: Sent])[] = [
  ['/ym-auction-tier', { body: { name: 'Switched off', ym_profile_id: 1, state: 'inactive' } }],
  ['/ym-auction-tier', { body: { name: 'Not yet', ym_profile_id: 1, start_date: '2099-01-01 00:00:00' } }],
  ['/ym-auction-tier', { body: limited }],
  ...auctions.flatMap((body): [string, Sent][] => [
    ['/auction', { body }],
    ['/auction/explain', { body }],
  ]),
  ['/auction', { body: { ym_profile_id: 1, bids: [] } }],
  ['/auction/batch', { body: { auctions: [...auctions, {}, { ym_profile_id: 7777, bids: [] }] } }],
  ['/openrtb2/auction', { body: openRtb }],
  ['/openrtb2/auction', { body: openRtbHighest }],
  ...dimensions.map(({ targets, action }): [string, Sent] => [
    '/profile',
    { body: { ...targets, ...(action === undefined ? {} : { [action]: 'include' }) } },
  ]),
  ['/ym-auction-tier', { body: { name: 'Bare', ym_profile_id: 1 } }],
  ['/ym-profile', { body: { name: 'Bare' } }],
  ['/profile', { body: {} }],
];

/** Answers of every form: each outcome and reason, each dimension, everything that may be null. */
export async function vary(exercise: Exercise, service: Instance): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const [path, sent] of asked) answers.push(await exercise.send(service.send, operationOf('POST', path), sent));
  for (const path of ['/ym-auction-tier', '/ym-profile', '/profile', '/change-log']) {
    answers.push(await exercise.send(service.send, operationOf('GET', path)));
  }
  answers.push(...(await testLive(exercise, service)));
  const report = { query: { ym_profile_id: '1' }, headers: { accept: 'text/csv' } };
  answers.push(await exercise.send(service.send, operationOf('GET', '/report'), report));
  return answers;
}

/** Auctions of so many units: that all are in one arm of two has a chance of one in 2,000. */
const units = Array.from({ length: 12 }, (_, index) => `unit ${index}`);

const idOf = async (answer: Promise<Answer>) => expectOk(await answer).response.id;

/** Answers to auctions while an experiment runs, which is ended again. */
async function testLive(exercise: Exercise, service: Instance): Promise<readonly Answer[]> {
  const post = (path: string, sent: Sent) => exercise.send(service.send, operationOf('POST', path), sent);
  const draft = await idOf(post('/draft', { body: { name: 'Tested live', ym_profile_id: 1 } }));
  const experiment = {
    name: 'Tested live',
    draft_id: draft,
    design: 'split',
    share: 0.5,
    hypothesis: 'Net changes by less than 1 %',
    guard: { max_loss: '20.00' },
  };
  const query = { id: String(await idOf(post('/experiment', { body: experiment }))) };
  expectOk(await post('/experiment/start', { query }));
  const answers: Answer[] = [];
  for (const unit of units) {
    const body = { ym_profile_id: 1, unit, bids: [] };
    answers.push(await post('/auction', { body }), await post('/auction/explain', { body }));
    const { bid_request: request, ...sent } = openRtb;
    answers.push(
      await post('/openrtb2/auction', { body: { ...sent, bid_request: { ...request, user: { id: unit } } } }),
    );
  }
  expectOk(await post('/experiment/end', { query, body: { outcome: 'drop' } }));
  expectOk(await service.send('DELETE', `/draft?id=${draft}`));
  return answers;
}
