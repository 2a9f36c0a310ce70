import { demoFeePct } from '@auction-tiers/contract/demo';
import { dmas, findDma } from '@auction-tiers/dma-data';
import { microsToNumber } from '@auction-tiers/tier-engine';
import * as market from './market.ts';
import { Random } from './random.ts';
import type { SyntheticAuction, SyntheticBid, SyntheticImpression } from './synthetic-auction.ts';
import { Weighted } from './weighted.ts';

type Part<Key extends keyof SyntheticImpression> = Pick<SyntheticImpression, Key>;

const microsPerUnit = 1_000_000;
const msPerHour = 3_600_000;
const lowestBidMicros = 10_000;

/** Buyers are drawn anew for each bid: a busy one may bid twice on an impression, as real ones do. */
const buyers = Weighted.zipf(market.marketBuyers);
const largestDmas = market.largestDmas.flatMap((id) => findDma(id) ?? []);
const usDmas = Weighted.zipf([...largestDmas, ...dmas.filter(({ id }) => !market.largestDmas.includes(id))]);
const countries = new Weighted(market.otherCountries);
const sizeSets = new Weighted(market.sizeSets);
const devices = new Weighted(market.devices);
const sites = Weighted.zipf(market.sites);
const hours = new Weighted(market.hourWeights.map((weight, hour) => [hour, weight]));
const floors = new Weighted(market.bidFloors);
const languages = new Weighted(market.languages);
const segments = Weighted.zipf(Array.from({ length: market.segmentCount }, (_, at) => at + 1));

/** Where chance starts: the seed as it was given, and its hash, which is made once a log. */
export interface LogSeed {
  readonly text: string;
  readonly hash: readonly [number, number];
}

/** The synthetic auction of that number, from 1. */
export function drawAuction(seed: LogSeed, number: number, bidCount: number): SyntheticAuction {
  const random = new Random(seed.hash, number);
  const site = sites.draw(random);
  const impression = {
    ...drawPlace(random),
    sizes: sizeSets.draw(random),
    ...drawInventory(random, site),
    ...drawDevice(random, site.siteId),
    language: languages.draw(random),
    content_categories: [site.category],
    ...drawSegments(random),
    key_values: { section: [site.section] },
    time: drawTime(random),
  };
  const floor = floors.draw(random);
  return {
    publisher_id: market.publisherId,
    auction_type: random.fraction() < market.secondPriceShare ? 2 : 1,
    ...(floor === undefined ? {} : { bid_floor: floor }),
    revenue_share_pct: demoFeePct,
    seed: `${seed.text}/${number}`,
    impression,
    bids: Array.from({ length: bidCount }, (_, at) => drawBid(random, at)),
  };
}

function drawBid(random: Random, at: number): SyntheticBid {
  const { memberId, medianPrice, spread } = buyers.draw(random);
  const micros = Math.round(random.logNormal(medianPrice, spread) * microsPerUnit);
  return { id: `b${at + 1}`, member_id: memberId, price: microsToNumber(Math.max(micros, lowestBidMicros)) };
}

function drawPlace(random: Random): Part<'country' | 'region' | 'city' | 'dma'> {
  if (random.fraction() >= market.usShare) return { country: countries.draw(random) };
  const { id, name, states } = usDmas.draw(random);
  const [city] = name.split('-');
  const withoutState = states.reduce((text, state) => text.replace(` ${state}`, ''), city!);
  return { country: 'US', region: `US-${random.pick(states)}`, city: withoutState, dma: id };
}

function drawInventory(
  random: Random,
  { siteId, domain }: market.MarketSite,
): Part<'publisher_id' | 'placement_id' | 'domain'> {
  const placementId = siteId * 10 + random.below(market.placementsPerSite);
  return { publisher_id: market.publisherId, placement_id: placementId, domain };
}

function drawDevice(
  random: Random,
  siteId: number,
): Part<'device_type' | 'operating_system_family' | 'browser' | 'supply_type' | 'site_id'> {
  const { type, systems, browsers } = devices.draw(random);
  const device = { device_type: type, operating_system_family: random.pick(systems) };
  const isHandheld = type === 'phone' || type === 'tablet';
  const isInApp = browsers.length === 0 || (isHandheld && random.fraction() < market.appShare);
  if (isInApp) return { ...device, supply_type: 'mobile_app' };
  const supplyType = isHandheld ? 'mobile_web' : 'web';
  return { ...device, browser: random.pick(browsers), supply_type: supplyType, site_id: siteId };
}

function drawSegments(random: Random): Part<'segments'> {
  const drawn = Array.from({ length: random.below(market.mostSegments + 1) }, () => segments.draw(random));
  return drawn.length === 0 ? {} : { segments: [...new Set(drawn)] };
}

function drawTime(random: Random): string {
  const hour = random.below(7) * 24 + hours.draw(random);
  const ms = market.weekStartMs + hour * msPerHour + random.below(3600) * 1000;
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
