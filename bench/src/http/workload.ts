import type { AuctionAnswer, AuctionTier, TargetingProfile } from '@auction-tiers/contract';
import { AuctionBody, toAuctionAnswer, toAuctionRequest, toEngineProfile, toEngineTier } from '@auction-tiers/contract';
import { demoBuyers, demoFeePct } from '@auction-tiers/contract/demo';
import type { TierSet } from '@auction-tiers/tier-engine';
import { compile, runAuction } from '@auction-tiers/tier-engine';
import { Random } from '../engine/workload/random.ts';
import { WrongAnswer } from '../suite/suite.ts';
import type { Service } from './service.ts';

/** The demo's. */
const ymProfileId = 1;
const bidsAnAuction = 20;
/** As many different ones as in the engine's suite, and for the same reason. */
const differentAuctions = 256;
const seed = 20261121;

/** An auction as it is sent, and the answer that the engine gives to it in this process. */
export interface SampleAuction {
  readonly body: string;
  readonly answer: AuctionAnswer;
  /** The answer as JSON. */
  readonly text: string;
}

export interface Workload {
  readonly auctions: readonly SampleAuction[];
  /** The tiers of the service, compiled here. */
  readonly tierSet: TierSet;
}

/** Auctions of 20 bids by the demo's buyers, decided here with the tiers that the service has. */
export async function createWorkload(service: Service): Promise<Workload> {
  const tiers = await service.ask<AuctionTier[]>('ym-auction-tiers', `/ym-auction-tier?ym_profile_id=${ymProfileId}`);
  const profiles = await service.ask<TargetingProfile[]>('profiles', '/profile');
  const bodies = createBodies();
  const { revision } = await service.ask<AuctionAnswer>('auction', '/auction', bodies[0]);
  const compiled = compile({
    ymProfileId,
    revision,
    tiers: tiers.map(toEngineTier),
    profiles: profiles.map(toEngineProfile),
  });
  if (!compiled.ok) throw new WrongAnswer(`The service's tiers do not compile: ${JSON.stringify(compiled.issues)}`);
  const { tierSet } = compiled;
  const auctions = bodies.map((body) => {
    const answer = decide(tierSet, body);
    return { body: JSON.stringify(body), answer, text: JSON.stringify(answer) };
  });
  return { auctions, tierSet };
}

function decide(tierSet: TierSet, body: unknown): AuctionAnswer {
  return toAuctionAnswer(
    runAuction(tierSet, toAuctionRequest(AuctionBody.parse(body), { seed: '', timeMs: 0, feePpm: 0 })),
  );
}

/** Every body names its seed, time and fee, so that the answer depends on nothing else. */
function createBodies(): object[] {
  const random = new Random(seed);
  return Array.from({ length: differentAuctions }, (_, at) => ({
    ym_profile_id: ymProfileId,
    bid_floor: random.pick([0, 0.1, 0.5]),
    revenue_share_pct: demoFeePct,
    seed: `bench-${at}`,
    impression: {
      country: 'US',
      dma: random.pick([501, 803, 602, 504]),
      sizes: random.pickSome([size(300, 250), size(728, 90), size(320, 50), size(300, 600)], random.between(1, 2)),
      publisher_id: 9,
      site_id: random.between(1, 20),
      placement_id: random.between(1, 200),
      domain: `site-${random.between(1, 20)}.example.com`,
      device_type: random.pick(['phone', 'pc', 'tablet']),
      operating_system_family: random.pick(['iOS', 'Android', 'Windows']),
      browser: random.pick(['Safari', 'Chrome', 'Firefox']),
      language: 'en',
      supply_type: random.pick(['web', 'mobile_web']),
      time: `2026-11-21T${String(random.between(0, 23)).padStart(2, '0')}:00:00.000Z`,
    },
    bids: Array.from({ length: bidsAnAuction }, (_bid, place) => ({
      id: `b${place + 1}`,
      member_id: random.pick(demoBuyers).id,
      price: random.between(10, 900) / 100,
    })),
  }));
}

function size(width: number, height: number) {
  return { width, height };
}
