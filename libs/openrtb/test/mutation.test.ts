import { runAuction } from '@auction-tiers/tier-engine';
import { settleGroups } from '@auction-tiers/openrtb';
import { expect, test } from 'vitest';
import { defaults, emptyTierSet, map, winnerOf } from './build.ts';

type Part = Readonly<Record<string, unknown>>;

/** What a field adds to a request, its impression, its winning bid, and the seatbid or the response of that bid. */
interface Mutation {
  readonly request?: Part;
  readonly imp?: Part;
  readonly bid?: Part;
  readonly seatBid?: Part;
  readonly response?: Part;
  /** Of the other impression, on which the seatbid bids too. */
  readonly ofOther?: Part;
}

const other = { id: '2' };
const winning = {
  impid: '1',
  price: 5,
  adomain: ['brand.example'],
  cat: ['IAB7'],
  bundle: 'app.brand',
  language: 'en',
  dur: 30,
  mtype: 2,
  dealid: 'D1',
};
const ofDeal = (deal: Part): Mutation => ({ imp: { pmp: { deals: [{ id: 'D1', ...deal }] } } });

const tierSet = emptyTierSet();

/** What the bid pays if it wins its first impression, and where the warnings are. */
async function outcomeOf({ request, imp, bid, seatBid, response, ofOther }: Mutation) {
  const both = seatBid === undefined ? [] : [{ ...winning, impid: other.id }];
  const mapped = map(
    {
      at: 1,
      ...request,
      imp: [
        { id: '1', video: { maxduration: 60 }, ...imp },
        { ...other, ...ofOther },
      ],
    },
    [{ ...response, seatbid: [{ seat: 'm1', bid: [{ ...winning, ...bid }, ...both], ...seatBid }] }],
    { ...defaults, rates: { EUR: '1' } },
  );
  const [auction] = await settleGroups(mapped, winnerOf);
  const paid = auction?.impId === '1' ? runAuction(tierSet, auction.request).winner?.clearingMicros : undefined;
  return { paid, warned: mapped.warnings.map(({ path }) => path) };
}

/** CPM micros: first price. */
const bidPrice = 5_000_000;

/** Each strict enough to bar the winner, or to lower what it pays. */
const restrictions: Readonly<Record<string, Mutation>> = {
  wseat: { request: { wseat: ['m2'] } },
  bseat: { request: { bseat: ['m1'] } },
  badv: { request: { badv: ['brand.example'] } },
  bcat: { request: { bcat: ['IAB7'] } },
  bapp: { request: { bapp: ['app.brand'] } },
  acat: { request: { acat: ['IAB1'] } },
  wlang: { request: { wlang: ['de'] } },
  wlangb: { request: { wlangb: ['de-DE'] } },
  cur: { request: { cur: ['USD'] }, response: { cur: 'EUR' } },
  'cur, of several': { request: { cur: ['GBP', 'JPY'] } },
  cattax: { request: { bcat: ['IAB7'], cattax: 2 } },
  at: { request: { at: 3 } },
  test: { request: { test: 1 } },
  'ext.prebid.bidadjustmentfactors': { request: { ext: { prebid: { bidadjustmentfactors: { m1: 0.1 } } } } },
  'ext.prebid.bidadjustments': { request: { ext: { prebid: { bidadjustments: { mediatype: { banner: {} } } } } } },
  'ext.prebid.targeting.preferdeals': { request: { ext: { prebid: { targeting: { preferdeals: true } } } } },
  'ext.prebid.floors': { request: { ext: { prebid: { floors: { enabled: true, floormin: 9 } } } } },
  bidfloor: { imp: { bidfloor: 6 } },
  bidfloorcur: { imp: { bidfloor: 6, bidfloorcur: 'EUR' } },
  'bidfloorcur, without a rate': { imp: { bidfloor: 6, bidfloorcur: 'JPY' } },
  'imp.ext.prebid.floors.floorMin': { imp: { ext: { prebid: { floors: { floorMin: 9 } } } } },
  'qty.multiplier': { imp: { qty: { multiplier: 'many' } } },
  'video.mincpmpersec': { imp: { video: { mincpmpersec: 0.5 } } },
  'video.durfloors': { imp: { video: { durfloors: [{ mindur: 16, maxdur: 30, bidfloor: 11 }] } } },
  'video.durfloors.mindur': { imp: { video: { durfloors: [{ mindur: 30, bidfloor: 11 }] } } },
  'video.durfloors.maxdur': { imp: { video: { durfloors: [{ maxdur: 30, bidfloor: 11 }] } } },
  'video.durfloors.bidfloor': { imp: { video: { durfloors: [{ bidfloor: 5.01 }] } } },
  'video.minduration': {
    imp: { video: { minduration: 16, durfloors: [{ mindur: 16, bidfloor: 11 }] } },
    bid: { dur: undefined },
  },
  'video.maxduration': { imp: { video: { mincpmpersec: 0.1, maxduration: 60 } }, bid: { dur: undefined } },
  'video.rqddurs': { imp: { video: { mincpmpersec: 0.1, rqddurs: [60] } }, bid: { dur: undefined } },
  'video.poddedupe': { imp: { video: { poddedupe: [1] } } },
  'audio.mincpmpersec': { imp: { audio: { mincpmpersec: 0.5 } }, bid: { mtype: 3 } },
  'audio.durfloors': { imp: { audio: { durfloors: [{ mindur: 16, maxdur: 30, bidfloor: 11 }] } }, bid: { mtype: 3 } },
  'audio.poddedupe': { imp: { audio: { poddedupe: [1] } }, bid: { mtype: 3 } },
  'pmp.private_auction': { imp: { pmp: { private_auction: 1 } } },
  'pmp.private_auction, without a deal': {
    imp: { pmp: { private_auction: 1, deals: [{ id: 'D1' }] } },
    bid: { dealid: undefined },
  },
  'pmp.deals.id': { imp: { pmp: { deals: [{ id: 'D2' }] } } },
  'pmp.deals.bidfloor': ofDeal({ bidfloor: 6 }),
  'pmp.deals.bidfloorcur': ofDeal({ bidfloor: 6, bidfloorcur: 'EUR' }),
  'pmp.deals.at': ofDeal({ at: 2 }),
  'pmp.deals.at, agreed': ofDeal({ at: 3, bidfloor: 6 }),
  'pmp.deals.wseat': ofDeal({ wseat: ['m2'] }),
  'pmp.deals.wadomain': ofDeal({ wadomain: ['other.example'] }),
  'pmp.deals.durfloors': ofDeal({ durfloors: [{ mindur: 16, maxdur: 30, bidfloor: 11 }] }),
  'pmp.deals.durfloors.bidfloor': ofDeal({ durfloors: [{ bidfloor: 5.01 }] }),
  'pmp.deals.mincpmpersec': ofDeal({ mincpmpersec: 0.5 }),
  'seatbid.group': { seatBid: { group: 1 }, ofOther: { bidfloor: 6 } },
  'seatbid.group, that is none': { seatBid: { group: 2 } },
};

test('the restrictions are of 40 fields and more', () => {
  expect(new Set(Object.keys(restrictions).map((name) => name.split(',')[0])).size).toBeGreaterThanOrEqual(40);
});

test.for(Object.entries(restrictions))(
  '%s bars the winner or settles it, or a warning names it',
  async ([name, mutation]) => {
    const { paid, warned } = await outcomeOf(mutation);
    const field = name.split(',')[0]!.split('.').at(-1)!;
    const isNamed = warned.some((path) => path.split(/[.[]/).includes(field));
    const isHeld = paid === undefined || isNamed || (field === 'cattax' && warned.includes('bid_request.bcat'));
    // The auction type of a deal bars nobody: it says what the winner pays.
    expect({ name, isHeld: isHeld || (field === 'at' && paid < bidPrice) }).toEqual({ name, isHeld: true });
  },
);

/** What a bidder has to see to. */
const duties: Readonly<Record<string, Mutation>> = {
  mimes: { imp: { video: { mimes: ['video/none'] } } },
  battr: { imp: { video: { battr: [1, 2, 3] } }, bid: { attr: [1] } },
  protocols: { imp: { video: { protocols: [2] } }, bid: { protocol: 3 } },
  api: { imp: { video: { api: [1] } }, bid: { apis: [2] } },
  secure: { imp: { secure: 1 } },
  btype: { imp: { banner: { btype: [1] } } },
  iframebuster: { imp: { iframebuster: ['none'] } },
  coppa: { request: { regs: { coppa: 1 } } },
  tmax: { request: { tmax: 1 } },
  'pmp.deals.guar': ofDeal({ guar: 1 }),
};

/** What restricts nothing, though the field is there. */
const harmless: Readonly<Record<string, Mutation>> = {
  'the currency of the responses': { request: { cur: ['USD'] } },
  'empty lists': { request: { acat: [], wlang: [], wlangb: null } },
  'live auctions': { request: { test: 0 } },
  'no factors': { request: { ext: { prebid: { bidadjustmentfactors: {}, targeting: { preferdeals: false } } } } },
  'floors that are off': { request: { ext: { prebid: { floors: { enabled: false } } } } },
  'one of each': { imp: { qty: { multiplier: 1 } } },
  'a count that is obeyed': { imp: { qty: { multiplier: 12.5 } } },
  'a group that may win in parts': { seatBid: { group: 0 }, ofOther: { bidfloor: 6 } },
  'a group that wins whole': { seatBid: { group: 1 } },
};

test.for(Object.entries({ ...duties, ...harmless }))('%s causes no warning and bars nobody', async ([, mutation]) => {
  expect(await outcomeOf(mutation)).toEqual({ paid: bidPrice, warned: [] });
});
