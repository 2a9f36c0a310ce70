import * as fc from 'fast-check';
import type { FuzzDocument } from './document.ts';
import { anyMethod, rawRequests } from './raw.ts';
import { type FuzzRequest, shown } from './request.ts';

/** Paths that are none, or another way to write one. */
const oddPaths: readonly string[] = [
  ['//', '/v1', '/v1/', '/v1/v1/dma', '/v2/dma', '//dma', '/dma/', '/dma//', '/DMA', '/./dma', '/../dma'],
  ['/dma/../dma', '/%2e%2e/dma', '/..%2f..%2fetc%2fpasswd', '/%zz', '/%', '/%ff', '/%00', '/dma%00', '/dma%2Fmeta'],
  ['/%64ma', '/%c0%ae', '/dma;x=1', '/dma.json', '/dma/1', '/__proto__', '/constructor', '/prototype/meta'],
  ['/__proto__/meta', '/toString', '/.env', '/.git/config', '/ym-auction-tier/meta/meta', '/ym-auction-tiers'],
  ['/auction/nothing', '/openrtb2', '/auth/x', '/dma?', '/dma??', '/dma?#x', '/dma#x', '/dma?id=501#', '*', 'dma'],
  ['http://example.com/dma', 'http://[/', '/\\..\\dma', '/\u00fc', '/openapi.json', '/docs', '/openapi.json/x'],
  ['/healthz?x=1', '/readyz/', '/v1/docs', '/v1/healthz', `/${'x'.repeat(8000)}`, `/${'a/'.repeat(3000)}`],
  [`/${'%2e%2e/'.repeat(500)}`, `/dma?${'&'.repeat(5000)}`, `/dma?${'a=1&'.repeat(2000)}`],
  [`/dma?${'[]'.repeat(2000)}=1`, `/dma/${'%'.repeat(1000)}`],
].flat();

const queries = ['', '?id=1', '?id=5', '?id=5&member_id=1', '?x'];

/** More than even a batch of auctions may have; made once. */
const enormous = Buffer.alloc(16 * 1024 * 1024 + 1, ' ');

const enormousBatch: fc.Arbitrary<FuzzRequest> = fc
  .record({ type: fc.constantFrom('application/json', 'application/x-ndjson'), isChunked: fc.boolean() })
  .map(({ type, isChunked }) =>
    shown({
      method: 'POST',
      path: '/auction/batch',
      credential: { who: 'seller1', form: 'KEY' },
      headers: [['content-type', type]],
      body: enormous,
      isChunked,
    }),
  );

/** Requests to every call of the document and to odd paths, of which no part has to be sensible. */
export function restRawRequests(document: FuzzDocument): fc.Arbitrary<FuzzRequest> {
  const call = fc
    .record({
      prefix: fc.constantFrom('', '/v1'),
      operation: fc.constantFrom(...document.operations),
      query: fc.constantFrom(...queries),
      other: anyMethod,
      isOther: fc.nat(5).map((one) => one === 0),
    })
    .map(({ prefix, operation, query, other, isOther }) => ({
      method: isOther ? other : operation.method,
      path: `${prefix}${operation.path}${query}`,
    }));
  const nowhere = fc.record({ method: fc.oneof(fc.constant('GET'), anyMethod), path: fc.constantFrom(...oddPaths) });
  const lines = fc.oneof({ arbitrary: call, weight: 3 }, { arbitrary: nowhere, weight: 1 });
  return fc.oneof({ arbitrary: rawRequests(lines, document), weight: 150 }, { arbitrary: enormousBatch, weight: 1 });
}
