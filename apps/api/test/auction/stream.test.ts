import { once } from 'node:events';
import { beforeAll, expect, test } from 'vitest';
import { bid, runAuction } from '../fixture/auction-body.ts';
import { demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { AuctionStream } from '../fixture/auction-stream.ts';
import { useService } from '../fixture/service.ts';

const mebibyte = 1024 * 1024;
const service = useService();
const { send } = service;
let ym_profile_id: number;

beforeAll(async () => {
  ym_profile_id = (await demoYmProfile(send)).id;
});

const open = (key: string | null = service.people.seller1.api_key) => new AuctionStream(service.url, key);
const body = (seed: string) => ({
  ym_profile_id,
  seed,
  impression: { time: '2026-11-21T08:00:00Z' },
  bids: [bid('a', 112, 3), bid('b', 113, 3)],
});
const line = (seed: string) => `${JSON.stringify(body(seed))}\n`;

test('each auction is answered before the next one need be sent', async () => {
  const stream = open();
  for (const seed of ['one', 'two', 'three']) {
    await stream.write(line(seed));
    expect(await stream.next()).toEqual(await runAuction(send, body(seed)));
  }
  const response = await stream.response();
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toMatch(/^application\/x-ndjson/);
  stream.end();
  expect(await stream.next()).toBeUndefined();
});

test('thousands of lines are answered in order', async () => {
  const stream = open();
  const count = 5000;
  const answers = stream.rest();
  for (let place = 0; place < count; place++) await stream.write(line(`s${place}`));
  stream.end();
  const seeds = (await answers).map(({ seed }) => seed);
  expect(seeds).toEqual(Array.from({ length: count }, (_, place) => `s${place}`));
});

test('a caller that takes its answers late still gets every one', async () => {
  const stream = open();
  const sent = (async () => {
    for (let place = 0; place < 3000; place++) await stream.write(line(`s${place}`));
    stream.end();
  })();
  await stream.response();
  // Meanwhile the service waits for room, and still serves the others.
  expectOk(await send('POST', '/auction', { body: body('other') }));
  const answers = await stream.rest();
  await sent;
  expect(answers).toHaveLength(3000);
});

test.for<[string, string | Uint8Array, string]>([
  ['that is no JSON', '{"ym_profile_id":', 'JSON'],
  ['that is no object', '[1,2]', 'array'],
  ['that is not UTF-8', new Uint8Array([0x22, 0xff, 0xfe, 0x22]), 'UTF-8'],
  ['that breaks a rule', '{"ym_profile_id":1,"bids":[],"colour":"red"}', 'colour'],
  ['longer than one mebibyte', ' '.repeat(mebibyte + 1), String(mebibyte)],
  ['of an unknown ym-profile', '{"ym_profile_id":999999,"bids":[]}', '999999'],
])('a line %s is answered in its place; the lines around it are answered', async ([, bad, word]) => {
  const stream = open();
  await stream.write(line('before'));
  await stream.write(bad);
  await stream.write('\n');
  await stream.write(line('after'));
  stream.end();
  const answers = await stream.rest();
  expect(answers).toMatchObject([{ seed: 'before' }, { error: { error_id: 'SYNTAX' } }, { seed: 'after' }]);
  expect(JSON.stringify(answers[1])).toContain(word);
});

test('a line may arrive in parts, end in CR LF, follow blank lines and lack a line end', async () => {
  const stream = open();
  const pieces = [line('a').slice(0, 20), line('a').slice(20).replace('\n', '\r\n'), '\n  \r\n\n', line('b').trim()];
  for (const piece of pieces) {
    await stream.write(piece);
  }
  stream.end();
  expect(await stream.rest()).toMatchObject([{ seed: 'a' }, { seed: 'b' }]);
});

test('a character that is split between two packets is read whole', async () => {
  const stream = open();
  const bytes = Buffer.from(`${JSON.stringify({ ...body('ü'), seed: 'ü' })}\n`);
  const cut = bytes.indexOf(Buffer.from('ü')) + 1;
  await stream.write(bytes.subarray(0, cut));
  await stream.write(bytes.subarray(cut));
  stream.end();
  expect(await stream.rest()).toMatchObject([{ seed: 'ü' }]);
});

test('an empty stream gets an empty answer', async () => {
  const stream = open();
  stream.end();
  expect((await stream.response()).statusCode).toBe(200);
  expect(await stream.rest()).toEqual([]);
});

test('a stream needs the scope auction', async () => {
  const stream = open(null);
  stream.end();
  expect(await stream.response()).toMatchObject({
    statusCode: 401,
    headers: { 'www-authenticate': 'Bearer realm="auction-tiers"' },
  });
  expect(await stream.next()).toMatchObject({ response: { status: 'ERROR', error_id: 'NOAUTH' } });
});

test("a stream's query is checked as any other", async () => {
  const answer = await send('POST', '/auction/batch?seeed=1', {
    body: line('x'),
    headers: { 'content-type': 'application/x-ndjson' },
  });
  expect(answer.status).toBe(400);
});

test('a caller that breaks off half-way affects no other caller', async () => {
  for (let attempt = 0; attempt < 20; attempt++) {
    const stream = open();
    await stream.write(line('begun').repeat(50));
    await stream.write(line('half').slice(0, 30));
    if (attempt % 2 === 0) expect(await stream.next()).toMatchObject({ seed: 'begun' });
    stream.destroy();
  }
  const stream = open();
  await stream.write(line('still here'));
  expect(await stream.next()).toMatchObject({ seed: 'still here' });
  stream.end();
  const response = await stream.response();
  response.resume();
  await once(response, 'close');
  expectOk(await send('POST', '/auction', { body: body('and here') }));
});

test('a tier written while a stream is open is used from its next line on', async () => {
  const stream = open();
  const watched = expectOk(await send('POST', '/ym-profile', { body: { name: 'Watched' } })).response.id;
  const text = `${JSON.stringify({ ym_profile_id: watched, bids: [bid('a', 301, 5)] })}\n`;
  await stream.write(text);
  expect(await stream.next()).toMatchObject({ winner: { tier_id: null } });
  const tier = { name: 'T', ym_profile_id: watched, buyer_members: [{ id: 301 }] };
  const { id } = expectOk(await send('POST', '/ym-auction-tier', { body: tier })).response;
  await stream.write(text);
  expect(await stream.next()).toMatchObject({ winner: null, bids: [{ outcome: 'excluded', tier_id: id }] });
  stream.end();
  expect(await stream.rest()).toEqual([]);
});
