import { once } from 'node:events';
import { request } from 'node:http';
import { allOperations, maxBodyBytes } from '@auction-tiers/contract';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createYmProfile } from '../fixture/demo-tier.ts';
import { useService } from '../fixture/service.ts';
import { createScopedKey } from '../fixture/trpc-client.ts';

const service = useService();
const tierCount = 1000;
let id: number;

beforeAll(async () => {
  ({ id } = await createYmProfile(service.send, { name: 'Large' }));
});
afterEach(() => void vi.restoreAllMocks());

const tiers = Array.from({ length: tierCount }, (_, at) => ({ name: `Tier ${at}`, description: 'x'.repeat(200) }));
const input = () => ({ id, dry_run: true, file: { tiers, profiles: [] } });

interface Answered {
  readonly status: number;
  readonly json: { readonly result?: { readonly data: object }; readonly error?: { readonly message: string } };
}

async function post(body: string, { query = '', key = service.people.seller1.api_key } = {}): Promise<Answered> {
  const headers = { authorization: key, 'content-type': 'application/json' };
  const answer = await fetch(`${service.url}/trpc/ymProfile.import${query}`, { method: 'POST', headers, body });
  return { status: answer.status, json: (await answer.json()) as Answered['json'] };
}

test.for<[string, string, (body: string) => string, (json: unknown) => unknown]>([
  ['alone', '', (body) => body, (json) => json],
  ['in a batch of one', '?batch=1', (body) => `{"0":${body}}`, (json) => (json as readonly unknown[])[0]],
])('a large input that comes over tRPC %s is read and checked in steps', async ([, query, wrap, unwrap]) => {
  const operation = allOperations.find(({ procedure }) => procedure === 'ymProfile.import')!;
  const inSteps = operation.parseInSteps!;
  let steps = 0;
  vi.spyOn(operation, 'parseInSteps').mockImplementation(function* (value: unknown) {
    const all = inSteps(value);
    for (;;) {
      const step = all.next();
      if (step.done === true) return step.value;
      steps++;
      yield;
    }
  });
  const read = vi.spyOn(JSON, 'parse');
  const body = wrap(JSON.stringify(input()));
  const { status, json } = await post(body, { query });
  const given = unwrap(json) as Answered['json'];
  expect([status, given]).toMatchObject([200, { result: { data: { dry_run: true, ym_profile_id: id } } }]);
  expect(steps).toBeGreaterThan(5);
  expect(Math.max(...read.mock.calls.map(([text]) => text.length))).toBeLessThan(body.length / 2);
});

test('what is wrong with a large input is told as of a small one', async () => {
  const wrong = { ...input(), file: { tiers: [...tiers, { name: 'Dear', min_price: 'dear' }], profiles: [] } };
  const { status, json } = await post(JSON.stringify(wrong));
  expect([status, json.error?.message]).toEqual([400, expect.stringMatching(/^file\.tiers\.1000\.min_price /)]);
  expect(await post('{"id":')).toMatchObject({
    status: 400,
    json: { error: { message: expect.any(String) as string } },
  });
  expect((await post('')).status).toBe(400);
  expect((await post('7')).status).toBe(400);
});

test('a body above the bound is a 413', async () => {
  expect((await post(`"${'x'.repeat(maxBodyBytes.tierSet)}"`)).status).toBe(413);
});

test.for<[string, number, () => Promise<string>]>([
  ['without a valid key', 401, async () => 'nobody'],
  ['that may not write', 403, () => createScopedKey(service, 1, ['read'])],
])('a caller %s is answered before its body is read', async ([, status, key]) => {
  const headers = { authorization: await key(), 'content-type': 'application/json', 'content-length': '1000000' };
  const sent = request(`${service.url}/trpc/ymProfile.import`, { method: 'POST', headers });
  sent.on('error', () => undefined);
  sent.write('{"id":');
  const [answer] = (await once(sent, 'response')) as [{ readonly statusCode: number }];
  expect(answer.statusCode).toBe(status);
  sent.destroy();
});
