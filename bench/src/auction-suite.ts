import type { AuctionTier, TierSetFile } from '@auction-tiers/contract';
import { demoBuyers } from '@auction-tiers/contract/demo';
import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import { type HttpFigures, measureTurn } from './http-suite.ts';
import { type Auction, createAuctions } from './server/auctions.ts';
import { ask, noLimits, type Service, startService } from './server/server.ts';
import { median, medianRatio, runRounds } from './suite/rounds.ts';
import { atMost, formatFigure, formatMs, formatPercent, type Suite } from './suite/suite.ts';

const deal = 'RBC_123';

/** A contestant; `base`: the index of the one it is compared with, and how much more processor time it may take. */
interface Contestant {
  readonly name: string;
  readonly auctions: readonly Auction[];
  /** The breakdowns of the seller; null: the default ones. */
  readonly breakdowns: readonly string[] | null;
  readonly base?: { readonly at: number; readonly most: number };
}

export const auctionSuite: Suite<readonly HttpFigures[]> = {
  summary: 'what breakdowns of the report and tiers of deals add to POST /auction',
  async measure({ rounds, isQuick }, say) {
    const redis = await startTemporaryRedis({ log: say });
    try {
      const service = await startService(redis.url, noLimits);
      try {
        const contestants = await createContestants(service);
        const load = { connections: 16, mostRequests: isQuick ? 2 : 1e9 };
        const turns = contestants.map(({ name, auctions, breakdowns }) => async () => {
          await ask(service, 'member', '/member', { report_breakdowns: breakdowns }, 'PUT');
          const requests = auctions.map(({ body, answer }) => {
            // A change of the seller's settings makes another revision.
            const decided = answer.slice(0, answer.indexOf(',"revision"'));
            const isRight = (found: string) => found.includes(decided);
            return { method: 'POST' as const, path: '/auction', body, isRight };
          });
          return measureTurn(name, { ...service, requests }, load);
        });
        // The first round warms up.
        const found = (await runRounds(turns, rounds + 1)).map((all) => all.slice(1));
        const figures = found.map((all, at) => ({
          name: contestants[at]!.name,
          perSecond: all.map(({ perSecond }) => perSecond),
          processorMs: all.map(({ processorMs }) => processorMs),
        }));
        const rows = figures.map(({ name, perSecond, processorMs }) => {
          return [name, formatFigure(median(perSecond)), formatMs(median(processorMs))];
        });
        const goals = contestants.flatMap(({ name, base }, at) => {
          if (base === undefined) return [];
          const more = medianRatio(figures[at]!.processorMs, figures[base.at]!.processorMs) - 1;
          return [atMost(base.most, `${name}: more than ${figures[base.at]!.name}`, more, formatPercent)];
        });
        return { figures, tables: [{ header: ['16 connections, 20 bids', 'per second', 'processor'], rows }], goals };
      } finally {
        await service.stop();
      }
    } finally {
      await redis.stop();
    }
  },
};

/** The demo's tiers, and the same tiers with a deal's tier above them, each with its own auctions. */
async function createContestants(service: Service): Promise<readonly Contestant[]> {
  const withDeal = await copyWithDeal(service);
  const plain = await createAuctions(service);
  return [
    { name: 'no breakdowns', auctions: plain, breakdowns: [] },
    { name: 'breakdowns of a new seller', auctions: plain, breakdowns: null, base: { at: 0, most: 0.03 } },
    {
      name: 'a tier of a deal that no bid has',
      auctions: await createAuctions(service, { ymProfileId: withDeal }),
      breakdowns: null,
      base: { at: 1, most: 0.1 },
    },
    {
      name: 'a tier of a deal that one bid has',
      auctions: await createAuctions(service, { ymProfileId: withDeal, deal }),
      breakdowns: null,
      base: { at: 1, most: 0.1 },
    },
  ];
}

/** Creates a ym-profile with the demo's tiers and one tier for a deal of every buyer, checked first. Returns its id. */
async function copyWithDeal(service: Service): Promise<number> {
  const file = await ask<TierSetFile>(service, 'ym-profile-export', '/ym-profile/export?id=1');
  const { id } = await ask<{ id: number }>(service, 'ym-profile', '/ym-profile', { name: 'Deals' });
  const copy = { ...file, tiers: file.tiers.map(withoutCode), profiles: file.profiles.map(withoutCode) };
  await ask(service, 'ym-profile-import', `/ym-profile/import?id=${id}`, copy);
  const targets = { deal_action: 'include', deal_targets: [{ code: deal }] };
  const profile = await ask<{ id: number }>(service, 'profile', '/profile', { name: deal, ...targets });
  await ask<AuctionTier>(service, 'ym-auction-tier', '/ym-auction-tier', {
    name: 'Deal',
    ym_profile_id: id,
    member_action: 'include',
    priority: 10,
    min_price: '0.000000',
    profile_id: profile.id,
    buyer_members: demoBuyers.map((buyer) => ({ id: buyer.id })),
  });
  return id;
}

/** Codes are unique per seller, so a copy has none. */
const withoutCode = <Coded extends object>(coded: Coded): Coded => ({ ...coded, code: null });
