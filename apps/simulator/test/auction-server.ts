import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { AuctionBody, issuesOf, toAuctionAnswer, toAuctionRequest } from '@auction-tiers/contract';
import type { TierSet } from '@auction-tiers/tier-engine';
import { runAuction } from '@auction-tiers/tier-engine';
import { onTestFinished } from 'vitest';

export const apiKey = 'key-of-the-first-seller';

/** What the server was sent. */
export interface Received {
  readonly batchSizes: number[];
  readonly ymProfileIds: Set<number | undefined>;
}

/**
 * Serves `POST /auction/batch` with the contract and the engine over real HTTP, on a free port of this machine: what the
 * simulator has to say to an API, without an API's storage. `refuses` names seeds that it will not auction.
 */
export async function serveAuctions(tierSet: TierSet, refuses: (seed: string | undefined) => boolean = () => false) {
  const received: Received = { batchSizes: [], ymProfileIds: new Set() };
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ response: body }));
    };
    void json(request).then((value) => {
      if (request.url !== '/auction/batch') return answer(404, { status: 'ERROR', error: 'no such path' });
      if (request.headers.authorization !== `Bearer ${apiKey}`)
        return answer(401, { status: 'ERROR', error: 'no such key' });
      const { auctions } = value as { auctions: unknown[] };
      received.batchSizes.push(auctions.length);
      const answers = auctions.map((auction) => {
        const body = AuctionBody.safeParse(auction);
        if (!body.success) return { error: { error_id: 'SYNTAX', error: JSON.stringify(issuesOf(body.error)) } };
        received.ymProfileIds.add(body.data.ym_profile_id);
        if (refuses(body.data.seed)) return { error: { error_id: 'SYNTAX', error: 'not today' } };
        return toAuctionAnswer(runAuction(tierSet, toAuctionRequest(body.data, { seed: '?', timeMs: 0, feePpm: 0 })));
      });
      return answer(200, { status: 'OK', auctions: answers });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}
