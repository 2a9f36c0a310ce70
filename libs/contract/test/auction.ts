import {
  AuctionBody,
  type ExplainedAuction,
  profileResource,
  tierResource,
  type TierSetFile,
  toAuctionAnswer,
  toAuctionRequest,
  toEngineProfile,
  toEngineTier,
  toExplainedAuction,
  toTierSetSource,
  type AuctionAnswer,
  withInitials,
} from '@auction-tiers/contract';
import { compile, explainAuction, runAuction, type TierSet } from '@auction-tiers/tier-engine';
import type { z } from 'zod';

type TierBody = Partial<z.input<typeof tierResource.Create>>;
export type ProfileBody = z.input<typeof profileResource.Create>;
export type AuctionInput = z.input<typeof AuctionBody>;

const stored = { member_id: 7, last_modified: '2026-11-21 08:00:00' };

/** The tier set of these bodies, as a service stores and compiles them; ids are places in the lists, from 1. */
export function tierSetOf(tiers: readonly TierBody[], profiles: readonly ProfileBody[] = []): TierSet {
  return compiled({
    ymProfileId: 42,
    revision: '10-7',
    tiers: tiers.map((body, place) => {
      const created = withInitials(tierResource, tierResource.Create.parse({ name: 'T', ym_profile_id: 42, ...body }));
      const own = { ...stored, created_on: stored.last_modified, id: place + 1 };
      const buyers = body.buyer_members?.map(({ id }) => ({ id, name: null })) ?? null;
      return toEngineTier(tierResource.Output.parse({ ...created, ...own, buyer_members: buyers }));
    }),
    profiles: profiles.map((body, place) => {
      const created = withInitials(profileResource, profileResource.Create.parse(body));
      return toEngineProfile(profileResource.Output.parse({ ...created, ...stored, id: place + 1 }));
    }),
  });
}

export function compileFile(file: TierSetFile): TierSet {
  return compiled(toTierSetSource(file));
}

function compiled(source: Parameters<typeof compile>[0]): TierSet {
  const result = compile(source);
  if (!result.ok) throw new Error(`the tier set does not compile: ${JSON.stringify(result.issues)}`);
  return result.tierSet;
}

/** Where a body is silent: no fee, and 08:00 UTC on a Saturday. */
const defaults = { seed: 'seed', timeMs: Date.parse('2026-11-21T08:00:00Z'), feePpm: 0 };

/** The answer to a parsed body. */
export function run(tierSet: TierSet, body: AuctionBody): AuctionAnswer {
  return toAuctionAnswer(runAuction(tierSet, toAuctionRequest(body, defaults)));
}

export function explain(tierSet: TierSet, body: AuctionBody): ExplainedAuction {
  return toExplainedAuction(explainAuction(tierSet, toAuctionRequest(body, defaults)));
}

/** The answer to a body as it comes. */
export function auction(tierSet: TierSet, body: AuctionInput): AuctionAnswer {
  return run(tierSet, AuctionBody.parse(body));
}

export function explained(tierSet: TierSet, body: AuctionInput): ExplainedAuction {
  return explain(tierSet, AuctionBody.parse(body));
}
