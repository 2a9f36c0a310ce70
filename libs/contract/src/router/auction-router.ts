import { z } from 'zod';
import type { AuctionAnswer } from '../auction/answer.ts';
import { AuctionBody } from '../auction/body.ts';
import type { BatchAnswer } from '../auction/batch.ts';
import type { ExplainedAuction } from '../auction/explained.ts';
import { OpenRtbBody, type OpenRtbAnswer } from '../auction/openrtb-body.ts';
import type { Call } from '../caller/caller.ts';
import { router, scoped } from './procedure.ts';

/** Auctions that one JSON batch may hold; NDJSON has no bound. */
export const maxBatch = 1000;

export interface AuctionHandlers {
  run(call: Call, body: AuctionBody): AuctionAnswer;
  explain(call: Call, body: AuctionBody): ExplainedAuction;
  /** Bodies are parsed one by one, so that a bad one never spoils its neighbours. */
  runMany(call: Call, bodies: readonly unknown[]): BatchAnswer[];
  openrtb(call: Call, body: OpenRtbBody): OpenRtbAnswer;
}

export const auctionRouter = (handlers: AuctionHandlers) =>
  router({
    run: scoped('auction')
      .input(AuctionBody)
      .mutation(({ ctx, input }) => handlers.run(ctx, input)),
    explain: scoped('auction')
      .input(AuctionBody)
      .mutation(({ ctx, input }) => handlers.explain(ctx, input)),
    runMany: scoped('auction')
      .input(z.strictObject({ auctions: z.array(z.unknown()).max(maxBatch) }))
      .mutation(({ ctx, input }) => ({ auctions: handlers.runMany(ctx, input.auctions) })),
    openrtb: scoped('auction')
      .input(OpenRtbBody)
      .mutation(({ ctx, input }) => handlers.openrtb(ctx, input)),
  });
