import { type AuctionAction, auctionAsk, auctionBody, rowOf, type Things } from './ask.ts';
import type { Attempt } from './attempt.ts';
import type { Row } from '../fixture/request.ts';

/** An impression that a member's profile targets, and a bid of the buyer that its tier names. */
function wanted(things: Things): {
  readonly impression: Row;
  readonly buyer: { readonly id: number; readonly name: string };
} {
  const profile = rowOf(things, 'profile');
  const first = (list: string) => ((profile[list] ?? [{}]) as readonly Row[])[0] ?? {};
  const { key, values } = first('key_value_targets');
  const impression = {
    time: '2026-11-21T08:00:00Z',
    country: 'US',
    region: first('region_targets')['code'],
    city: first('city_targets')['name'],
    dma: 501,
    sizes: [{ width: 300, height: 250 }],
    publisher_id: first('publisher_targets')['id'],
    site_id: first('site_targets')['id'],
    placement_id: first('placement_targets')['id'],
    domain: first('domain_targets')['domain'],
    device_type: 'phone',
    operating_system_family: first('operating_system_family_targets')['name'],
    carrier: first('carrier_targets')['name'],
    browser: first('browser_targets')['name'],
    language: first('language_targets')['code'],
    supply_type: 'web',
    content_categories: [first('content_category_targets')['code']],
    segments: [first('segment_targets')['id']],
    key_values: { [String(key)]: values },
  };
  return { impression, buyer: rowOf(things, 'platform-member') as { readonly id: number; readonly name: string } };
}

/** An auction that the others' tiers would decide, if they were used. */
function auctionFor(action: AuctionAction, things: Things): Row {
  const { impression, buyer } = wanted(things);
  if (action !== 'openrtb') return { impression, bids: [{ id: 'b', member_id: buyer.id, price: 999 }] };
  const seats = [String(buyer.id), buyer.name];
  const seatbid = seats.map((seat) => ({ seat, bid: [{ id: `of ${seat}`, impid: '1', price: 999 }] }));
  return { bid_responses: [{ id: 'r', seatbid }] };
}

/** A batch is answered, with an error in the place of the auction. */
const unknown = (action: AuctionAction) => (action === 'runMany' ? 200 : 404);

const byId = (things: Things) => ({ ym_profile_id: Number(rowOf(things, 'ym-profile')['id']) });

function byPublisher(things: Things): { readonly publisher_id: number } {
  const [publisher_id = 0] = rowOf(things, 'ym-profile')['publisher_ids'] as readonly number[];
  return { publisher_id };
}

/** Every way to have an auction decided by another member's tiers, or by what its objects say. */
export function auctionAttemptsOn(action: AuctionAction): readonly Attempt[] {
  const operation = `auction.${action}`;
  return [
    {
      operation,
      title: 'run a bare auction on its ym-profile',
      status: unknown(action),
      ask: (others) => auctionAsk(action, byId(others)),
    },
    {
      operation,
      title: 'run an auction on its ym-profile',
      status: unknown(action),
      ask: (others) => auctionAsk(action, byId(others), auctionFor(action, others)),
    },
    {
      operation,
      title: 'run an auction of its publisher',
      status: unknown(action),
      ask: (others) => auctionAsk(action, byPublisher(others), auctionFor(action, others)),
    },
    {
      operation,
      title: 'run an auction of its own with everything that the others target',
      status: 200,
      ask: (others, own) => auctionAsk(action, byId(own), auctionFor(action, others)),
    },
    ...(action === 'runMany' ? [beside] : []),
  ];
}

const beside: Attempt = {
  operation: 'auction.runMany',
  title: 'run an auction on its ym-profile beside one of its own',
  status: 200,
  ask: (others, own) => ({
    service: 'auction',
    action: 'runMany',
    body: { auctions: [own, others].map((each) => auctionBody('run', byId(each))) },
  }),
};
