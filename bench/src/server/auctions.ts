import type { AuctionAnswer, AuctionTier, TargetingProfile } from '@auction-tiers/contract';
import { AuctionBody, toAuctionAnswer, toAuctionRequest, toEngineProfile, toEngineTier } from '@auction-tiers/contract';
import { demoBuyers, demoFeePct } from '@auction-tiers/contract/demo';
import { hashSeed, Random } from '@auction-tiers/chance';
import { compile, runAuction } from '@auction-tiers/tier-engine';
import { WrongAnswer } from '../suite/suite.ts';
import { ask, type Seller } from './server.ts';

const bidsPerAuction = 20;
/** So many different auctions that their data does not fit into a first-level cache. */
const auctionCount = 256;

/** An auction as sent, and the engine's answer in this process, as JSON. */
export interface Auction {
  readonly body: string;
  readonly answer: string;
}

interface Asked {
  /** Default: the demo's. */
  readonly ymProfileId?: number;
  /** The deal of one bid of each auction. */
  readonly deal?: string;
}

/** Auctions of 20 bids by the demo's buyers, decided here with the service's tiers. */
export async function createAuctions(
  seller: Seller,
  { ymProfileId = 1, deal }: Asked = {},
): Promise<readonly Auction[]> {
  const tiers = await ask<AuctionTier[]>(seller, 'ym-auction-tiers', `/ym-auction-tier?ym_profile_id=${ymProfileId}`);
  const profiles = await ask<TargetingProfile[]>(seller, 'profiles', '/profile');
  const bodies = Array.from({ length: auctionCount }, (_, at) => createBody(at, ymProfileId, deal));
  const { revision } = await ask<AuctionAnswer>(seller, 'auction', '/auction', bodies[0]);
  const source = { tiers: tiers.map(toEngineTier), profiles: profiles.map(toEngineProfile) };
  const compiled = compile({ ymProfileId, revision, ...source });
  if (!compiled.ok) throw new WrongAnswer(`The service's tiers do not compile: ${JSON.stringify(compiled.issues)}`);
  return bodies.map((body) => {
    const request = toAuctionRequest(AuctionBody.parse(body), { seed: '', timeMs: 0, feePpm: 0 });
    const answer = toAuctionAnswer(runAuction(compiled.tierSet, request));
    return { body: JSON.stringify(body), answer: JSON.stringify(answer) };
  });
}

/** Every body has its seed, time and fee, so that the answer depends on nothing else. */
function createBody(at: number, ymProfileId: number, deal?: string): object {
  const random = new Random(hashSeed('bench'), at);
  const pick = <Value>(values: readonly Value[]): Value => values[random.below(values.length)]!;
  const [width, height] = pick([
    [300, 250],
    [728, 90],
    [320, 50],
  ] as const);
  const impression = {
    country: 'US',
    dma: pick([501, 803, 602, 504]),
    sizes: [{ width, height }],
    publisher_id: 9,
    placement_id: 1 + random.below(200),
    domain: `site-${random.below(20)}.example.com`,
    device_type: pick(['phone', 'pc', 'tablet']),
    browser: pick(['Safari', 'Chrome', 'Firefox']),
    time: `2026-11-21T${String(random.below(24)).padStart(2, '0')}:00:00.000Z`,
  };
  const bids = Array.from({ length: bidsPerAuction }, (_bid, index) => {
    const bid = { id: `b${index + 1}`, member_id: pick(demoBuyers).id, price: (10 + random.below(890)) / 100 };
    return deal !== undefined && index === at % bidsPerAuction ? { ...bid, deal } : bid;
  });
  return { ym_profile_id: ymProfileId, revenue_share_pct: demoFeePct, seed: `bench-${at}`, impression, bids };
}
