// Serves the page, the tiers, and the bids of two bidders, one of which bids in EUR.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { bareFile, TierSetFile, toTierSetSource } from '@auction-tiers/contract/tier-set';
import { toFeePpm } from '@auction-tiers/tier-engine';

/** What the bidders offer: a deal of alpha at the top, and otherwise open bids. */
const offers = {
  alpha: { cur: 'USD', top: { price: 1, dealid: 'RBC_123' }, side: { price: 1 } },
  beta: { cur: 'EUR', top: { price: 2 }, side: { price: 0.95 } },
};

/** The tiers of a ym-profile, as the service has them now. Call it at the start and when they change, not per page. */
export async function fetchTiers({ url, apiKey, ymProfile }) {
  const answer = await fetch(`${url}/ym-profile/export?id=${ymProfile}`, { headers: { authorization: apiKey } });
  if (!answer.ok) throw new Error(`the service answered ${answer.status}: ${await answer.text()}`);
  const file = TierSetFile.parse(bareFile(await answer.json()));
  // By currency of the bids: what one unit of it is in the currency of the tiers.
  const rates = { EUR: { [file.currency]: 1.1 } };
  return {
    source: toTierSetSource(file),
    feePpm: toFeePpm(file.revenue_share_pct ?? 0),
    currency: file.currency,
    rates,
  };
}

/** What a Prebid Server answers for one bidder. */
function bidsOf(bidder, { id, imp }) {
  const { cur, ...byUnit } = offers[bidder];
  const bid = imp.map(({ id: impid }) => ({
    ...byUnit[impid],
    id: `${bidder} ${impid}`,
    impid,
    adm: `<p>${bidder}</p>`,
    adomain: [`${bidder}.example`],
    crid: '1',
    w: 300,
    h: 250,
    mtype: 1,
    ext: { prebid: { type: 'banner' } },
  }));
  return { id, cur, seatbid: [{ seat: bidder, bid }] };
}

const here = (name) => readFile(new URL(name, import.meta.url));

async function serve(request, response, tiers) {
  const [, first, bidder] = request.url.split('/');
  const send = (type, content) => response.writeHead(200, { 'content-type': type }).end(content);
  if (first === '') send('text/html', await here('index.html'));
  else if (first === 'dist') send('text/javascript', await here('dist/page.js'));
  else if (first === 'tiers.json') send('application/json', JSON.stringify(tiers));
  else if (first === 'bids' && Object.hasOwn(offers, bidder)) {
    const body = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString());
    send('application/json', JSON.stringify(bidsOf(bidder, body)));
  } else response.writeHead(404).end();
}

/** Resolves with the server once it listens. */
export function startServer({ tiers, port }) {
  const server = createServer((request, response) => void serve(request, response, tiers));
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}
