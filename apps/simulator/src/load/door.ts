import type { LoadRequest } from '@auction-tiers/http-load';
import type { LoadReport } from '../schema/load-report.ts';
import type { SampledAuction } from './auction-sample.ts';

/** Ways into the API: one auction per request, many in a JSON batch, tRPC as its client sends it. */
export type Door = LoadReport['via'];

/** A request with one or several auctions. */
export interface AuctionLoadRequest extends LoadRequest {
  /** Bids of each of its auctions. */
  readonly bids: readonly number[];
}

/** Auctions per request: the default, and the most that the API allows. */
export const sizeOfDoor: Readonly<Record<Door, { readonly usual: number; readonly most: number }>> = {
  rest: { usual: 1, most: 1 },
  batch: { usual: 100, most: 1000 },
  trpc: { usual: 1, most: 100 },
};
export const doors = Object.keys(sizeOfDoor);

const procedure = 'auction.run';

/** All auctions as requests of `size` auctions each; the last one may have fewer. `basePath` is the path of the API's address. */
export function toRequests(
  door: Door,
  basePath: string,
  auctions: readonly SampledAuction[],
  size: number,
): AuctionLoadRequest[] {
  return Array.from({ length: Math.ceil(auctions.length / size) }, (_, at) => {
    const together = auctions.slice(at * size, (at + 1) * size);
    const bodies = together.map(({ body }) => body);
    const { path, body } = write(door, bodies);
    return { method: 'POST', path: `${basePath}${path}`, body, bids: together.map(({ bids }) => bids) };
  });
}

function write(door: Door, bodies: readonly string[]): { readonly path: string; readonly body: string } {
  switch (door) {
    case 'rest':
      return { path: '/auction', body: bodies[0]! };
    case 'batch':
      return { path: '/auction/batch', body: `{"auctions":[${bodies.join(',')}]}` };
    case 'trpc':
      return {
        path: `/trpc/${bodies.map(() => procedure).join(',')}?batch=1`,
        body: `{${bodies.map((body, at) => `"${at}":${body}`).join(',')}}`,
      };
  }
}
