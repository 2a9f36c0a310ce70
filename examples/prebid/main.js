// Runs Prebid.js, and has the tiers choose when its auction ends.

import pbjs from 'prebid.js';
import 'prebid.js/modules/currency';
import 'prebid.js/modules/prebidServerBidAdapter';
import { compile } from '@auction-tiers/tier-engine';
import { chooseTargeting } from './choose.js';

/** A server of bids for one bidder: a response of OpenRTB has one currency. */
const serverOf = (bidder) => {
  const url = new URL(`/bids/${bidder}`, location.href).href;
  return {
    name: bidder,
    accountId: 'example',
    bidders: [bidder],
    adapter: 'prebidServer',
    enabled: true,
    timeout: 1000,
    endpoint: { p1Consent: url, noP1Consent: url },
  };
};

const adUnits = ['top', 'side'].map((code) => ({
  code,
  // The placement by its name: tiers may target it, or all below a path, such as /1111/news/*.
  ortb2Imp: { ext: { gpid: `/1111/news/${code}` } },
  mediaTypes: { banner: { sizes: [[300, 250]] } },
  bids: [
    { bidder: 'alpha', params: {} },
    { bidder: 'beta', params: {} },
  ],
}));

async function start() {
  // Once per page: the tiers of the service's export, as the engine takes them.
  const { source, feePpm, currency, rates } = await (await fetch('/tiers.json')).json();
  const compiled = compile(source);
  if (!compiled.ok) throw new Error(compiled.issues.map(({ path, message }) => `${path} ${message}`).join('\n'));
  pbjs.processQueue();
  pbjs.setConfig({
    // Bids are converted into the currency of the tiers before they are compared.
    currency: { adServerCurrency: currency, rates },
    s2sConfig: [serverOf('alpha'), serverOf('beta')],
  });
  pbjs.requestBids({
    adUnits,
    timeout: 2000,
    bidsBackHandler: (_responses, _timedOut, auctionId) => {
      for (const { code, ortb2Imp } of adUnits) {
        const { bids } = pbjs.getBidResponsesForAdUnitCode(code);
        const impression = {
          placementId: ortb2Imp.ext.gpid,
          siteId: 'news-site',
          domain: location.hostname,
          sizes: [{ width: 300, height: 250 }],
          mediaTypes: ['banner'],
        };
        show(code, chooseTargeting(compiled.tierSet, bids, { feePpm, seed: `${auctionId}/${code}`, impression }));
      }
    },
  });
}

/** Hands the targeting to Google's tag where the page has it, and shows it. */
function show(code, targeting) {
  const slots = window.googletag?.pubads?.().getSlots() ?? [];
  for (const slot of slots.filter((one) => one.getSlotElementId() === code)) {
    for (const [key, value] of Object.entries(targeting)) slot.setTargeting(key, value);
  }
  document.getElementById(code).textContent = JSON.stringify(targeting);
}

void start();
