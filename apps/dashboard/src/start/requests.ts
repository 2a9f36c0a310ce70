import { readerCountry } from '../figure/figures.ts';

interface Asked {
  /** Where the service answers: `https://auctions.example`. */
  readonly url: string;
  readonly key: string;
  readonly ymProfileId: number;
  /** A buyer whose bid is in the example. */
  readonly buyer: { readonly id: number; readonly name: string };
}

export const requestKinds = ['curl', 'OpenRTB', 'Prebid.js'] as const;
export type RequestKind = (typeof requestKinds)[number];

const json = (value: unknown): string => JSON.stringify(value);

/** A JSON text within single quotes of a shell. */
const inShell = (value: unknown): string => `'${json(value).replaceAll("'", String.raw`'\''`)}'`;

const curl = (url: string, key: string, body: unknown): string =>
  `curl -s ${url} \\\n  -H 'authorization: ${key}' \\\n  -H 'content-type: application/json' \\\n  -d ${inShell(body)}`;

/** A placement as ad servers name it: a path of the ad network, the site and the place. */
const placement = '/1111/news/top';

/** Requests for an auction that can be pasted as they are. */
export const requests: Readonly<Record<RequestKind, (asked: Asked) => string>> = {
  curl: ({ url, key, ymProfileId, buyer }) =>
    curl(`${url}/auction`, key, {
      ym_profile_id: ymProfileId,
      impression: { placement_id: placement, country: readerCountry, sizes: [{ width: 300, height: 250 }] },
      bids: [{ id: '1', member_id: buyer.id, price: 2.5 }],
    }),
  OpenRTB: ({ url, key, ymProfileId, buyer }) =>
    curl(`'${url}/openrtb2/auction?ym_profile_id=${ymProfileId}'`, key, {
      bid_request: { id: '1', imp: [{ id: '1', tagid: placement, banner: { format: [{ w: 300, h: 250 }] } }] },
      bid_responses: [{ id: '1', seatbid: [{ seat: buyer.name, bid: [{ id: '1', impid: '1', price: 2.5 }] }] }],
    }),
  // A key that stands in a web page is everybody's, so the request itself is made by a server of the seller.
  'Prebid.js': ({ url, key, ymProfileId, buyer }) => `// In the web page: hands the bids of Prebid.js to your server.
pbjs.onEvent('auctionEnd', ({ bidsReceived }) => {
  for (const code of new Set(bidsReceived.map((bid) => bid.adUnitCode))) {
    const bids = bidsReceived.filter((bid) => bid.adUnitCode === code);
    const gpid = pbjs.adUnits.find((unit) => unit.code === code)?.ortb2Imp?.ext?.gpid;
    const sent = bids.map(({ adId, bidder, cpm, currency }) => ({ adId, bidder, cpm, currency }));
    fetch('/auction-tiers', { method: 'POST', body: JSON.stringify({ placement: gpid ?? code, bids: sent }) })
      .then((answer) => answer.json())
      .then(({ response }) => {
        const won = bids.find((bid) => bid.adId === response.auction.winner?.bid_id);
        const slot = googletag.pubads().getSlots().find((one) => one.getSlotElementId() === code);
        if (won) slot?.updateTargetingFromMap(won.adserverTargeting);
      });
  }
});

// On your server (Node), which keeps the key: asks who wins. Add a line for each bidder of yours.
const buyers = { ${json(buyer.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, ''))}: ${buyer.id} };
app.post('/auction-tiers', express.json({ type: '*/*' }), async (request, response) => {
  const answer = await fetch(${json(`${url}/auction`)}, {
    method: 'POST',
    headers: { authorization: ${json(key)}, 'content-type': 'application/json' },
    body: JSON.stringify({
      ym_profile_id: ${ymProfileId},
      impression: { placement_id: request.body.placement },
      bids: request.body.bids.map(({ adId, bidder, cpm, currency }) => ({
        id: adId,
        member_id: buyers[bidder] ?? null,
        price: cpm,
        currency,
      })),
    }),
  });
  response.status(answer.status).json(await answer.json());
});`,
};
