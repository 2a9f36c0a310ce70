import { once } from 'node:events';
import { request } from 'node:http';
import { allOperations, maxBodyBytes, takesTierSet, toServiceError } from '@auction-tiers/contract';
import { beforeAll, expect, test } from 'vitest';
import { servedOperations } from '../../src/doors/http/compiled-input.ts';
import { createYmProfile } from '../fixture/demo-tier.ts';
import { useService } from '../fixture/service.ts';
import { countTurns } from '../fixture/turns.ts';
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

const largeTiers = Array.from({ length: 10_000 }, (_, at) => ({ name: `Tier ${at}`, buyer_members: [{ id: 1 + at }] }));
const wrongTiers = largeTiers.map((tier, at) => (at % 50 === 0 ? { ...tier, min_price: 'dear', colour: 'red' } : tier));

async function outcomeOf(parse: () => unknown) {
  try {
    return { parsed: await parse() };
  } catch (thrown) {
    const { kind, message, issues } = toServiceError(thrown);
    return { kind, message, issues };
  }
}

/** What the schema of an operation and the reader that the service has of it make of an input. */
async function readBoth(procedure: string, sent: unknown) {
  const readers = [allOperations, servedOperations].map((all) => all.find((one) => one.procedure === procedure)!.input);
  return Promise.all(readers.map((reader) => outcomeOf(() => reader.parse(sent))));
}

const inputs: readonly (readonly [string, (tiers: unknown) => unknown])[] = [
  ['ymProfile.import', (list) => ({ id: 1, file: { tiers: list } })],
  ['draft.create', (list) => ({ name: 'D', ym_profile_id: 1, tiers: list })],
  ['draft.update', (list) => ({ id: 1, changes: { tiers: list } })],
  ['simulation.start', (list) => ({ ym_profile_id: 1, draft: { tiers: list }, log: { kind: 'synthetic' } })],
];

test('every operation that may take a tier set is among those whose reading is compared', () => {
  expect(
    allOperations
      .filter(takesTierSet)
      .map(({ procedure }) => procedure)
      .toSorted(),
  ).toEqual(inputs.map(([procedure]) => procedure).toSorted());
});

test.for(inputs)('%s reads an input as its schema does', async ([procedure, of]) => {
  for (const list of [[], largeTiers, wrongTiers, wrongTiers.slice(0, 60), [null], 7, undefined]) {
    const [bySchema, served] = await readBoth(procedure, of(list));
    expect(served).toEqual(bySchema);
  }
  for (const sent of [undefined, null, 7, [], {}, { id: 'x' }]) {
    const [bySchema, served] = await readBoth(procedure, sent);
    expect(served).toEqual(bySchema);
  }
});

test('while the errors of a large input are looked for, the event loop turns', async () => {
  const turns = countTurns();
  const { input: reader } = servedOperations.find(({ procedure }) => procedure === 'ymProfile.import')!;
  await expect(Promise.resolve(reader.parse({ id: 1, file: { tiers: wrongTiers } }))).rejects.toThrow(
    /^file\.tiers\.0\./,
  );
  expect(turns.count).toBeGreaterThan(3);
});

test('REST says how many problems of a file it does not name', async () => {
  const answer = await service.send('POST', `/ym-profile/import?id=${id}`, { body: { tiers: wrongTiers } });
  expect([answer.status, answer.response.error_code]).toEqual([400, 'INVALID']);
  expect(answer.response.error).toMatch(/^tiers\.0\.min_price .*; and 300 more problems$/);
});
