import { expect, test } from 'vitest';
import { createHandlers } from '../../src/handlers/handlers.ts';
import { ByteAuctions } from '../../src/doors/http/byte-auctions.ts';
import { auctionFastPath } from '../../src/doors/auction-fast-path.ts';
import { listen } from '../../src/start/listen.ts';
import { bid } from '../fixture/auction-body.ts';
import { demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { createSend } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService({ RATE_LIMIT_AUCTIONS: '1000', RATE_LIMIT_AUCTION_WORK: '50' });

/** The auction fast path alone: what it does not answer is answered with 501. */
async function openFast() {
  const { opened, people } = service;
  const fast = await listen(
    auctionFastPath({
      credentialIndex: opened.credentialIndex,
      auctions: new ByteAuctions(createHandlers(opened).auction),
      throttle: opened.throttle,
      requests: opened.requests,
      log: opened.log,
      others: (_request, response) => response.writeHead(501).end(),
    }),
    { PORT: 0, HOST: '127.0.0.1' },
  );
  return { fast, sendFast: createSend(fast.url, people.seller1.api_key) };
}

const withoutTime = (text: string) =>
  text
    .replace(/"time":\d+(\.\d+)?,"request_id"/, '"time":0,"request_id"')
    .replace(/"auctions":\d+,"auction_limit"/, '"auctions":0,"auction_limit"');

test('auctions whose requests are counted stay on the fast path, and are answered as elsewhere', async () => {
  const { id: ym_profile_id } = await demoYmProfile(service.send);
  const body = { ym_profile_id, seed: 's', impression: { time: '2026-11-21T08:00:00Z' }, bids: [bid('a', 55_555, 2)] };
  const headers = { 'x-request-id': 'the-same' };
  const slowly = { ...headers, accept: 'application/json, text/plain' };
  const { fast, sendFast } = await openFast();
  try {
    for (const [path, sent] of [
      ['/auction', body],
      ['/auction/batch', { auctions: [body, {}] }],
    ] as const) {
      const answer = await sendFast('POST', path, { body: sent, headers });
      expect(answer.status).toBe(200);
      const elsewhere = await service.send('POST', path, { body: sent, headers: slowly });
      expect(withoutTime(answer.text)).toBe(withoutTime(elsewhere.text));
      expect(answer.headers.get('x-ratelimit-auction')).toBe('1000');
      expect(elsewhere.headers.get('x-ratelimit-auction')).toBe('1000');
      const [one, other] = [answer, elsewhere].map((given) => Number(given.headers.get('x-count-auction')));
      expect(other).toBe((one ?? 0) + 1);
    }
  } finally {
    await fast.stop();
  }
});

test('the work of auctions is limited per user: bids times the tiers that name their buyers', async () => {
  const { id: ym_profile_id } = await demoYmProfile(service.send);
  const body = { ym_profile_id, bids: Array.from({ length: 10 }, (_, at) => bid(`b${at}`, 107, 2)) };
  let answer = await service.send('POST', '/auction', { body });
  let count = 1;
  for (; answer.status === 200 && count < 60; count++) answer = await service.send('POST', '/auction', { body });
  expect(answer.status).toBe(429);
  // A request whose work is refused is counted as a request all the same.
  expect(answer.headers.get('x-ratelimit-auction')).toBe('1000');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(count).toBeGreaterThan(1);
  const free = { ym_profile_id, bids: [bid('a', 55_555, 2)] };
  expectOk(await service.send('POST', '/auction', { body: free }));
  expect((await service.send('POST', '/auction/batch', { body: { auctions: [body] } })).response.error_code).toBe(
    'RATE_EXCEEDED',
  );
});
