import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { AppRouter } from '@auction-tiers/contract';
import { createTRPCClient, httpBatchStreamLink, httpLink } from '@trpc/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import type { Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { importAnswer, sendFile } from '../fixture/tier-set-file.ts';
import { createClient, failureOf } from '../fixture/trpc-client.ts';

const service = useService();
const { send } = service;
const tierCount = 1000;
let ym_profile_id: number;
/** What REST lists. */
let whole: readonly Row[];

beforeAll(async () => {
  ({ id: ym_profile_id } = await createYmProfile(send, { name: 'Large' }));
  // A name that looks like what stands for a long output.
  const tiers = Array.from({ length: tierCount }, (_, at) => ({
    name: `8f0a3c52-6b1e-4d7a-9c40-${at + 1e11}`,
    description: 'ü',
  }));
  importAnswer(await sendFile(send, ym_profile_id, { tiers, profiles: [] }));
  const list = `/ym-auction-tier?ym_profile_id=${ym_profile_id}&num_elements=${tierCount}`;
  whole = expectOk(await send('GET', list)).response['ym-auction-tiers'] as readonly Row[];
  expect(whole).toHaveLength(tierCount);
});

/** The longest text that was made of a value at once. */
let longest = 0;
beforeEach(() => {
  longest = 0;
  const make = JSON.stringify.bind(JSON);
  vi.spyOn(JSON, 'stringify').mockImplementation((...args: Parameters<typeof JSON.stringify>) => {
    const text = make(...args) as string | undefined;
    longest = Math.max(longest, text?.length ?? 0);
    return text as string;
  });
});
afterEach(() => void vi.restoreAllMocks());
const mostAtOnce = 100_000;

const input = () => ({ filter: { ym_profile_id: [ym_profile_id] }, num_elements: tierCount });
const key = () => service.people.seller1.api_key;
const url = () => `${service.url}/trpc`;

test('a long output of tRPC is that of REST, and is not made a text at once', async () => {
  const links = [httpLink({ url: url(), headers: { authorization: key() } })];
  const { items } = await createTRPCClient<AppRouter>({ links }).tier.list.query(input());
  expect(items).toEqual(whole);
  expect(longest).toBeLessThan(mostAtOnce);
});

test('outputs of a batch that are long together are not either, and each is in its place', async () => {
  const client = createClient(service.url, key());
  const asked = [
    client.tier.list.query(input()),
    client.member.get.query({ id: 1 }),
    failureOf(client.member.get.query({ id: 987_654 })),
    client.tier.list.query({ ...input(), num_elements: 1 }),
    client.tier.list.query(input()),
  ] as const;
  const [first, member, failure, one, last] = await Promise.all(asked);
  expect([first.items, one.items, last.items]).toEqual([whole, whole.slice(0, 1), whole]);
  expect([member.id, failure.data?.httpStatus]).toEqual([1, 404]);
  expect(longest).toBeLessThan(mostAtOnce);
});

test('a hundred outputs that are not long by themselves are not made a text at once', async () => {
  const client = createClient(service.url, key());
  const few = () => client.tier.list.query({ ...input(), num_elements: 20 });
  const answers = await Promise.all(Array.from({ length: 100 }, few));
  for (const { items } of answers) expect(items).toEqual(whole.slice(0, 20));
  expect(longest).toBeLessThan(mostAtOnce);
});

test('long outputs in a stream of answers come whole, and in the order of the stream', async () => {
  const links = [httpBatchStreamLink({ url: url(), headers: { authorization: key() } })];
  const client = createTRPCClient<AppRouter>({ links });
  const asked = [client.tier.list.query(input()), client.member.get.query({ id: 1 }), client.tier.list.query(input())];
  const [first, member, last] = await Promise.all(asked);
  expect([first, last]).toMatchObject([{ items: whole }, { items: whole }]);
  expect(member).toMatchObject({ id: 1 });
  expect(longest).toBeLessThan(mostAtOnce);
});

/** Asks by node:http, which decodes nothing. */
async function ask(headers: Readonly<Record<string, string>>, method = 'GET'): Promise<[IncomingMessage, Buffer]> {
  const path = `/tier.list?input=${encodeURIComponent(JSON.stringify(input()))}`;
  const sent = get(`${url()}${path}`, { method, headers: { authorization: key(), ...headers } });
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
  return [answer, Buffer.concat(chunks)];
}

test('a long output is compressed, has its length where it is not, and HEAD tells the same headers', async () => {
  const [plain, bytes] = await ask({});
  expect(plain.headers).toMatchObject({ 'content-length': String(bytes.length), 'content-type': 'application/json' });
  const [, packed] = await ask({ 'accept-encoding': 'gzip' });
  expect(gunzipSync(packed).equals(bytes)).toBe(true);
  const [head, none] = await ask({}, 'HEAD');
  expect([head.statusCode, none.length]).toEqual([200, 0]);
  expect(head.headers['content-length']).toBe(plain.headers['content-length']);
});
