import { allOperations, restOperations } from '@auction-tiers/contract';
import { describe, expect, test } from 'vitest';
import { rawRequest, sendRaw } from '../fixture/raw.ts';
import type { Method } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
const { send } = service;

const paths = [...new Set(restOperations.map(({ rest }) => rest.path))];
const documents = ['/openapi.json', '/docs', '/healthz', '/readyz', '/readyz/writes'];

/** The methods that a path answers, as the table of operations has them. */
function methodsOf(path: string): readonly string[] {
  const own = restOperations.filter(({ rest }) => rest.path === path).map(({ rest }) => rest.method as string);
  const methods = documents.includes(path) ? ['GET'] : own;
  return [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].toSorted();
}
const named = (allow: string | null) => allow?.split(', ').toSorted();

describe.for([...paths, ...documents])('%s', (path) => {
  test.for(['', '/v1'])(`OPTIONS %s${path} names its methods, to anybody, and does nothing`, async (prefix) => {
    const answer = await send('OPTIONS', `${prefix}${path}`, { key: null, headers: { accept: 'text/html' } });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(named(answer.headers.get('allow'))).toEqual(methodsOf(path));
    expect(answer.headers.get('x-request-id')).not.toBeNull();
  });

  test('no other origin is let in by OPTIONS', async () => {
    const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' };
    const answer = await send('OPTIONS', path, { key: null, headers });
    const names = [...answer.headers.keys()];
    expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  test('a method that it does not have is a 405 with those that it has', async () => {
    for (const method of ['PATCH', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const satisfies readonly Method[]) {
      if (methodsOf(path).includes(method)) continue;
      const answer = await send(method, path);
      expect([method, answer.status]).toEqual([method, 405]);
      expect(named(answer.headers.get('allow'))).toEqual(methodsOf(path));
    }
  });
});

/** Headers that differ from one answer to the next; the length does because `dbg_info` has a time and a count. */
const ownOfEach = /^(?:date|x-request-id|content-length|x-count-.*|x-ratelimit-.*|ratelimit.*)$/;

const read = [
  ...paths.filter((path) => methodsOf(path).includes('GET')),
  '/ym-auction-tier?id=1',
  '/ym-auction-tier?id=999999',
  '/ym-auction-tier?nmae=x',
  '/ym-profile/export?id=1',
  '/dma?id=501',
  '/nothing',
  ...documents,
  '/trpc/dma.list',
  '/trpc/dma.get?input=%7B%22id%22%3A501%7D',
  '/trpc/tier.list,member.list?batch=1&input=%7B%7D',
  '/trpc/tier.get?input=%7B%7D',
  '/trpc/tier.create',
];

describe.for(['identity', 'gzip', 'br'])('with accept-encoding: %s', (coding) => {
  test.for(read)('HEAD %s has the headers of GET, and no body', async (path) => {
    const headers = { authorization: service.people.seller1.api_key, 'accept-encoding': coding };
    const [got, told] = await Promise.all(
      ['GET', 'HEAD'].map((method) => sendRaw(service.url, rawRequest(`${method} ${path}`, headers))),
    );
    expect(told?.status).toBe(got?.status);
    expect(told?.text).toBe('');
    expect(got?.text).not.toBe('');
    const same = (of: typeof got) =>
      // Without a body there are no chunks.
      Object.fromEntries(
        Object.entries(of?.headers ?? {}).filter(([name]) => !ownOfEach.test(name) && name !== 'transfer-encoding'),
      );
    expect(same(told)).toEqual(same(got));
    const lengths = [told, got].map((answer) => Number(answer?.headers['content-length'] ?? Number.NaN));
    expect(Number.isNaN(lengths[0])).toBe(Number.isNaN(lengths[1]));
    if (!Number.isNaN(lengths[0])) expect(Math.abs((lengths[0] ?? 0) - (lengths[1] ?? 0))).toBeLessThan(20);
  });
});

test('HEAD of an object gives its tag, and 304 to the client that has it', async () => {
  const { headers } = await send('HEAD', '/ym-auction-tier?id=1');
  const etag = headers.get('etag');
  expect(etag).toMatch(/^"/);
  const again = await send('HEAD', '/ym-auction-tier?id=1', { headers: { 'if-none-match': etag ?? '' } });
  expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
});

describe('over tRPC', () => {
  test.for(allOperations)(
    'OPTIONS /trpc/$procedure names the methods of the procedure',
    async ({ procedure, type }) => {
      const answer = await send('OPTIONS', `/trpc/${procedure}`, { key: null });
      expect([answer.status, answer.text]).toEqual([204, '']);
      const methods = type === 'mutation' ? ['OPTIONS', 'POST'] : ['GET', 'HEAD', 'OPTIONS'];
      expect(named(answer.headers.get('allow'))).toEqual(methods);
    },
  );

  test.for<[Method, string, readonly string[]]>([
    ['GET', '/trpc/tier.create', ['OPTIONS', 'POST']],
    ['HEAD', '/trpc/tier.create', ['OPTIONS', 'POST']],
    ['POST', '/trpc/tier.list', ['GET', 'HEAD', 'OPTIONS']],
    ['PUT', '/trpc/tier.list', ['GET', 'HEAD', 'OPTIONS']],
    ['DELETE', '/trpc/tier.remove', ['OPTIONS', 'POST']],
    ['PATCH', '/trpc/tier.unknown', ['GET', 'HEAD', 'OPTIONS', 'POST']],
    ['PATCH', '/trpc/tier.list,tier.create', ['GET', 'HEAD', 'OPTIONS', 'POST']],
    ['PATCH', '/trpc', ['GET', 'HEAD', 'OPTIONS', 'POST']],
  ])('%s %s is a 405 that allows %j', async ([method, path, allow]) => {
    const answer = await send(method, path, method === 'POST' ? { body: {} } : {});
    expect(answer.status).toBe(405);
    expect(named(answer.headers.get('allow'))).toEqual(allow);
  });

  test('HEAD of a subscription is answered without a stream', async () => {
    const headers = { authorization: service.people.seller1.api_key, accept: 'text/event-stream' };
    const answer = await sendRaw(service.url, rawRequest('HEAD /trpc/changeLog.follow', headers));
    expect([answer.status, answer.text]).toEqual([204, '']);
  });
});
