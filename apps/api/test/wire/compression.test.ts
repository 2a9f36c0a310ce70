import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { createTRPCClient, httpBatchStreamLink } from '@trpc/client';
import type { AppRouter } from '@auction-tiers/contract';
import { describe, expect, test } from 'vitest';
import { bid } from '../fixture/auction-body.ts';
import { createTier, createYmProfile } from '../fixture/demo-tier.ts';
import { useService } from '../fixture/service.ts';

const service = useService();

interface Asked {
  readonly method?: string;
  readonly coding?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Opens a request by node:http, which asks for no coding and decodes none of itself. */
async function open(
  path: string,
  { method = 'GET', coding, headers = {}, body }: Asked = {},
): Promise<IncomingMessage> {
  const sent = request(`${service.url}${path}`, {
    method,
    headers: {
      authorization: service.people.seller1.api_key,
      ...(coding === undefined ? {} : { 'accept-encoding': coding }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
  });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer;
}

interface Received {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

async function ask(path: string, asked: Asked = {}): Promise<Received> {
  const answer = await open(path, asked);
  const chunks: Buffer[] = [];
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
  return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(chunks) };
}

const decoders = { br: brotliDecompressSync, gzip: gunzipSync, deflate: inflateSync };
const rowsIn = (text: string) => (JSON.parse(text) as { response: { dmas: unknown } }).response.dmas;
const long = [
  '/dma',
  '/ym-auction-tier',
  '/country?num_elements=50',
  '/openapi.json',
  '/docs/start.js',
  '/trpc/dma.list',
];
const short = ['/dma?id=501', '/healthz', '/dma?id=1'];

describe('an answer of more than 1 KiB', () => {
  test.for(['br', 'gzip', 'deflate'] as const)('is compressed by %s where the client accepts that', async (coding) => {
    const plain = await ask('/dma');
    const { status, headers, bytes } = await ask('/dma', { coding });
    expect([status, headers['content-encoding'], headers['content-length']]).toEqual([200, coding, undefined]);
    expect(bytes.length).toBeLessThan(plain.bytes.length / 3);
    expect(rowsIn(decoders[coding](bytes).toString())).toEqual(rowsIn(plain.bytes.toString()));
  });

  test.for<[string | undefined, string | undefined]>([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip;q=0', undefined],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['*', 'br'],
    ['nonsense', undefined],
  ])('to accept-encoding: %s is sent as %s', async ([coding, sent]) => {
    const { headers, bytes } = await ask('/dma', { coding });
    expect(headers['content-encoding']).toBe(sent);
    if (sent === undefined) expect(Number(headers['content-length'])).toBe(bytes.length);
  });

  test.for(long)('%s is compressed, and fetch reads it', async (path) => {
    const { headers } = await ask(path, { coding: 'gzip' });
    expect(headers['content-encoding']).toBe('gzip');
    const answer = await service.send('GET', path);
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(answer.text).not.toBe('');
    expect(answer.text).not.toContain('\ufffd');
  });

  test('gzip compresses as fast as it can, because auctions need the processors too', async () => {
    const { bytes } = await ask('/dma', { coding: 'gzip' });
    // RFC 1952: the fastest algorithm was used.
    expect(bytes[8]).toBe(4);
  });

  test('an error is compressed as well', async () => {
    const query = Array.from({ length: 20 }, (_, index) => `unknown_${index}=1`).join('&');
    const { status, headers, bytes } = await ask(`/ym-auction-tier?${query}`, { coding: 'gzip' });
    expect([status, headers['content-encoding']]).toEqual([400, 'gzip']);
    expect(JSON.parse(gunzipSync(bytes).toString())).toMatchObject({ response: { status: 'ERROR' } });
  });

  test('so is the answer to a write', async () => {
    const { id } = await createYmProfile(service.send);
    const body = { name: 'Long', ym_profile_id: id, description: 'x'.repeat(1000) };
    const { status, headers } = await ask('/ym-auction-tier', { method: 'POST', coding: 'br', body });
    expect([status, headers['content-encoding']]).toEqual([200, 'br']);
    expect(headers.etag).toMatch(/^"/);
  });
});

test.for(short)('%s is short, and sent as it is with its length', async (path) => {
  const { headers, bytes } = await ask(path, { coding: 'br, gzip' });
  expect(bytes.length).toBeLessThan(1024);
  expect(headers['content-encoding']).toBeUndefined();
  expect(Number(headers['content-length'])).toBe(bytes.length);
});

test('a part of a file is sent as it is', async () => {
  const { status, headers, bytes } = await ask('/docs/start.js', {
    coding: 'gzip',
    headers: { range: 'bytes=1-1100' },
  });
  expect([status, headers['content-encoding'], bytes.length]).toEqual([206, undefined, 1100]);
});

test.for([...long, ...short])('%s says that it depends on accept-encoding, whatever was asked', async (path) => {
  for (const coding of [undefined, 'br', 'identity']) {
    const { headers } = await ask(path, { coding });
    expect(headers.vary?.toLowerCase()).toContain('accept-encoding');
  }
});

describe('auctions are never compressed', () => {
  const bids = Array.from({ length: 50 }, (_, index) => bid(`b${index}`, 101, 1));
  const body = { ym_profile_id: 1, impression: { country: 'US' }, bids };
  const openRtb = {
    bid_request: { id: 'r', imp: [{ id: '1' }] },
    bid_responses: [{ id: 'r', seatbid: [{ seat: '101', bid: bids.map(({ id }) => ({ id, impid: '1', price: 1 })) }] }],
  };
  test.for<[string, unknown]>([
    ['/auction', body],
    ['/v1/auction', body],
    ['/auction/', body],
    ['/auction?', body],
    ['/auction/batch', { auctions: [body, body] }],
    ['/auction/explain', body],
    ['/openrtb2/auction?ym_profile_id=1', openRtb],
    ['/trpc/auction.run', body],
    ['/trpc/auction.explain', body],
  ])('POST %s', async ([path, sent]) => {
    // The second is of a known connection, and may take the fast path.
    for (const coding of ['gzip', 'br', 'gzip, deflate, br']) {
      const { status, headers, bytes } = await ask(path, { method: 'POST', coding, body: sent });
      expect(status).toBe(200);
      expect(bytes.length).toBeGreaterThan(1024);
      expect(headers['content-encoding']).toBeUndefined();
      expect(JSON.parse(bytes.toString())).toBeTypeOf('object');
    }
  });
});

describe('the tag of an object', () => {
  test('names its state whatever the coding, for If-None-Match and If-Match', async () => {
    const { id: ymProfileId } = await createYmProfile(service.send);
    const { id } = await createTier(service.send, { ym_profile_id: ymProfileId, description: 'y'.repeat(1000) });
    const path = `/ym-auction-tier?id=${id}`;
    const tags = await Promise.all(
      [undefined, 'gzip', 'br'].map(async (coding) => (await ask(path, { coding })).headers.etag),
    );
    expect(new Set(tags).size).toBe(1);
    const etag = tags[0] ?? '';
    const known = await ask(path, { coding: 'gzip', headers: { 'if-none-match': etag } });
    expect([known.status, known.headers.etag, known.bytes.length]).toEqual([304, etag, 0]);
    expect(known.headers.vary?.toLowerCase()).toContain('accept-encoding');
    const changed = await ask(path, {
      method: 'PUT',
      coding: 'br',
      headers: { 'if-match': etag },
      body: { priority: 2 },
    });
    expect(changed.status).toBe(200);
  });
});

describe('streams', () => {
  test('events are not compressed, and each comes when it happens', async () => {
    const answer = await open('/trpc/changeLog.follow', {
      coding: 'gzip, deflate, br',
      headers: { accept: 'text/event-stream' },
    });
    expect(answer.headers['content-type']).toMatch(/^text\/event-stream/);
    expect(answer.headers['content-encoding']).toBeUndefined();
    const chunks = answer.setEncoding('utf8')[Symbol.asyncIterator]() as AsyncIterator<string>;
    let text = '';
    const readUntil = async (part: string) => {
      while (!text.includes(part)) {
        const { value, done } = await chunks.next();
        if (done === true) throw new Error(`the events ended before ${part}`);
        text += value;
      }
    };
    await readUntil('connected');
    for (const name of ['First of the events', 'Second of the events']) {
      await createYmProfile(service.send, { name });
      await readUntil(name);
    }
    answer.destroy();
  });

  test('a batch that tRPC streams is read by its client', async () => {
    const client = createTRPCClient<AppRouter>({
      links: [
        httpBatchStreamLink({ url: `${service.url}/trpc`, headers: { authorization: service.people.seller1.api_key } }),
      ],
    });
    const [markets, countries] = await Promise.all([client.dma.list.query(), client.country.list.query()]);
    expect([markets.count, countries.count]).toEqual([210, 246]);
  });

  test('a client that disconnects while an answer is compressed does no harm', async () => {
    const answer = await open('/openapi.json', { coding: 'gzip' });
    answer.destroy();
    expect((await ask('/dma', { coding: 'gzip' })).status).toBe(200);
  });
});
