import {
  type AppRouter,
  type AuctionAnswer,
  type BatchAnswer,
  type ExplainedAuction,
  type OpenRtbAnswer,
  invalid,
} from '@auction-tiers/contract';
import type { Request } from 'express';
import { maxBytesOf, readJson } from '../http/body.ts';
import { callProcedure } from './call-procedure.ts';
import type { Exchange } from '../http/exchange.ts';
import { type Query, readWhole, requireKnown } from './query.ts';

interface Given {
  readonly router: AppRouter;
  readonly request: Request;
  readonly query: Query;
  readonly context: ReturnType<Exchange['context']>;
  readonly exchange: Exchange;
}

/** The auction calls that take one JSON body. All are POST. */
export const auctionActions: Readonly<Record<string, (given: Given) => Promise<void>>> = {
  '/auction': async ({ router, request, query, context, exchange }) => {
    requireKnown(query, []);
    const body = await readJson(request, maxBytesOf.auction);
    exchange.ok('auction', {
      auction: await callProcedure<AuctionAnswer>(router, 'mutation', 'auction.run', body, context),
    });
  },
  '/auction/explain': async ({ router, request, query, context, exchange }) => {
    requireKnown(query, []);
    const body = await readJson(request, maxBytesOf.auction);
    exchange.ok('auction', {
      auction: await callProcedure<ExplainedAuction>(router, 'mutation', 'auction.explain', body, context),
    });
  },
  '/auction/batch': async ({ router, request, query, context, exchange }) => {
    requireKnown(query, []);
    const body = await readJson(request, maxBytesOf.auctionBatch);
    const { auctions } = await callProcedure<{ auctions: BatchAnswer[] }>(
      router,
      'mutation',
      'auction.runMany',
      body,
      context,
    );
    exchange.ok('auctions', { auctions });
  },
  '/openrtb2/auction': async ({ router, request, query, context, exchange }) => {
    requireKnown(query, ['ym_profile_id', 'seats', 'seed']);
    const body = await readJson(request, maxBytesOf.auction);
    const input =
      typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body, ...fromQuery(query) } : body;
    const { auctions, stray_bids } = await callProcedure<OpenRtbAnswer>(
      router,
      'mutation',
      'auction.openrtb',
      input,
      context,
    );
    exchange.ok('auctions', { auctions }, { stray_bids });
  },
};

function fromQuery(query: Query): Record<string, unknown> {
  const { seats, seed } = query;
  const ymProfileId = readWhole(query, 'ym_profile_id');
  return {
    ...(ymProfileId === undefined ? {} : { ym_profile_id: ymProfileId }),
    ...(seats === undefined ? {} : { seats: readSeats(seats) }),
    ...(seed === undefined ? {} : { seed }),
  };
}

/** `seats=appnexus:101,rubicon:102` */
function readSeats(text: string): Record<string, number> {
  const pairs = text.split(',').map((pair) => /^(.+):([1-9]\d{0,15})$/.exec(pair.trim()));
  if (pairs.includes(null)) {
    throw invalid([
      { path: 'seats', message: `is ${JSON.stringify(text)}, allowed: name:id pairs such as appnexus:101,rubicon:102` },
    ]);
  }
  return Object.fromEntries(pairs.map((pair) => [pair?.[1], Number(pair?.[2])])) as Record<string, number>;
}
