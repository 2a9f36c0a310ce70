import { SimulationOrder, simulationOrderKey } from '@auction-tiers/contract';
import { createRedisClient } from '@auction-tiers/store';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import type { Answer, Method, Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { importAnswer, sendFile } from '../fixture/tier-set-file.ts';

const service = useService();
const { send } = service;
/** The JSON of 2,000 tiers has some 700,000 characters. */
const tiersOf = (priority: number) =>
  Array.from({ length: 2000 }, (_, at) => ({ name: `T${at}`.padEnd(100), priority, buyer_members: [{ id: 107 }] }));
const texts = [1, 2].map((priority) => JSON.stringify({ tiers: tiersOf(priority), profiles: [] })) as [string, string];
/** A step makes 64 Ki characters and what they end with. */
const mostAtOnce = 128 * 1024;

let id: number;
let etag: string;
let keys = 0;

beforeAll(async () => {
  id = (await createYmProfile(send, { name: 'Large' })).id;
  importAnswer(await sendFile(send, id, { tiers: tiersOf(3), profiles: [] }));
  etag = etagOf(await send('GET', `/ym-profile/export?id=${id}`));
});

const etagOf = ({ headers }: Answer) => String(headers.get('etag'));

/** What a request is answered, of which the service makes no text of more than `mostAtOnce` characters in one turn. */
async function sendLarge(method: Method, path: string, body?: string, headers: Record<string, string> = {}) {
  const made = vi.spyOn(JSON, 'stringify');
  onTestFinished(() => made.mockRestore());
  keys++;
  const answer = await send(method, path, {
    ...(body === undefined ? {} : { body }),
    headers: { 'content-type': 'application/json', 'idempotency-key': `k${keys}`, ...headers },
  });
  const lengths = made.mock.results.map(({ value }) => String(value).length);
  made.mockRestore();
  expect(Math.max(...lengths)).toBeLessThan(mostAtOnce);
  return answer;
}

test('an export and an import with If-Match', async () => {
  const exported = await sendLarge('GET', `/ym-profile/export?id=${id}`);
  expect(etagOf(exported)).toBe(etag);
  const imported = await sendLarge('POST', `/ym-profile/import?id=${id}`, texts[0], { 'if-match': etag });
  expect(importAnswer(imported).created).toHaveLength(2000);
  const late = await sendLarge('POST', `/ym-profile/import?id=${id}`, texts[1], { 'if-match': etag });
  expect(late.status).toBe(412);
});

test('a draft that is made, read and changed with If-Match', async () => {
  const made = await sendLarge('POST', `/draft?from=${id}`, '{}');
  const { id: draftId } = expectOk(made).response as unknown as Row;
  const read = await sendLarge('GET', `/draft?id=${String(draftId)}`);
  expect(etagOf(read)).toBe(etagOf(made));
  const body = `{"tier_set":${texts[1]}}`;
  const changed = await sendLarge('PUT', `/draft?id=${String(draftId)}`, body, { 'if-match': etagOf(read) });
  expect(etagOf(expectOk(changed))).not.toBe(etagOf(read));
  const late = await sendLarge('PUT', `/draft?id=${String(draftId)}`, body, { 'if-match': etagOf(read) });
  expect(late.status).toBe(412);
});

test('a simulation of a draft, whose order is put into Redis in parts', async () => {
  const { draft, log } = {
    draft: texts[0],
    log: JSON.stringify({ kind: 'synthetic', auctions: 1, bids: 1, seed: 's' }),
  };
  const started = await sendLarge('POST', '/simulation', `{"ym_profile_id":${id},"draft":${draft},"log":${log}}`);
  const { id: simulationId, member_id: owner } = expectOk(started).response['simulation'] as Row;
  const redis = createRedisClient(service.redisUrl, { connectMs: 2000, commandMs: 5000 });
  onTestFinished(() => redis.disconnect());
  await redis.connect();
  const key = simulationOrderKey(`${String(owner)}-${String(simulationId)}`);
  const order = SimulationOrder.parse(JSON.parse((await redis.get(key)) ?? ''));
  expect([order.current.tiers.length, order.draft.tiers.length]).toEqual([2000, 2000]);
  expect(await redis.ttl(key)).toBeGreaterThan(0);
});
