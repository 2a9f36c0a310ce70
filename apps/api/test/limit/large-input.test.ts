import { once } from 'node:events';
import { request } from 'node:http';
import { maxBodyBytes } from '@auction-tiers/contract';
import { beforeAll, expect, test } from 'vitest';
import { createYmProfile } from '../fixture/demo-tier.ts';
import { useService } from '../fixture/service.ts';
import { createScopedKey } from '../fixture/trpc-client.ts';

const service = useService();
const tierCount = 1000;
let id: number;

beforeAll(async () => {
  ({ id } = await createYmProfile(service.send, { name: 'Large' }));
});

const tiers = Array.from({ length: tierCount }, (_, at) => ({ name: `Tier ${at}`, description: 'x'.repeat(200) }));
const input = () => ({ id, dry_run: true, file: { tiers, profiles: [] } });

interface Answered {
  readonly status: number;
  readonly json: { readonly result?: { readonly data: object }; readonly error?: { readonly message: string } };
}

async function post(body: string): Promise<Answered> {
  const headers = { authorization: service.people.seller1.api_key, 'content-type': 'application/json' };
  const answer = await fetch(`${service.url}/trpc/ymProfile.import`, { method: 'POST', headers, body });
  return { status: answer.status, json: (await answer.json()) as Answered['json'] };
}

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
