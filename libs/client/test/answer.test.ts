import { ConnectionFailure, createClient, ForeignAnswer, isServiceError } from '@auction-tiers/client';
import { invalid } from '@auction-tiers/contract';
import { afterEach, beforeEach, describe, expect, expectTypeOf, test } from 'vitest';
import { failureOf, openPatient } from './fixture/client.ts';
import { type Fate, TestService } from './fixture/service.ts';

let service: TestService;

beforeEach(async () => {
  service = await TestService.start();
});
afterEach(() => service.close());

const open = (given: Parameters<typeof openPatient>[1] = {}) =>
  openPatient(service, { retry: { attempts: 2 }, ...given }).client;

describe('an error of the service', () => {
  test('says what was wrong, where, and what kind of error it is', async () => {
    service.fail('tier.get', invalid([{ path: 'id', message: 'is odd' }]));
    const error = await failureOf(open().tier.get.query({ id: 7 }));
    if (!isServiceError(error)) throw error;
    expect(error.message).toBe('id is odd');
    const { error_id, error_code, httpStatus, issues, retry_after } = error.data;
    expect({ error_id, error_code, httpStatus, issues, retry_after }).toEqual({
      error_id: 'SYNTAX',
      error_code: 'INVALID',
      httpStatus: 400,
      issues: [{ path: 'id', message: 'is odd' }],
      retry_after: undefined,
    });
    expectTypeOf(error.data.issues).toExtend<readonly { readonly path: string; readonly message: string }[]>();
    expectTypeOf(error.data.retry_after).toEqualTypeOf<number | undefined>();
  });

  test.for([new Error('other'), undefined, null, 'text', { data: { error_id: 'NOAUTH' } }])('is not %j', (other) => {
    expect(isServiceError(other)).toBe(false);
  });
});

describe('no answer', () => {
  test.for<Fate>(['cut before', 'cut after'])('is a ConnectionFailure: %s', async (fate) => {
    service.next(fate, fate);
    const error = await failureOf(open().tier.get.query({ id: 7 }));
    expect(isServiceError(error)).toBe(false);
    expect(error.cause).toBeInstanceOf(ConnectionFailure);
    expect(error.message).toContain(`${service.url}/trpc/tier.get`);
  });

  test('names neither the input of the call nor its key', async () => {
    service.next('cut before', 'cut before');
    const { message } = await failureOf(open().tier.list.query({ search: 'secret-campaign' }));
    expect(message).not.toMatch(/secret-campaign|atk_/);
  });
});

describe("somebody else's answer", () => {
  test.for([429, 502, 503, 504])('with status %d may pass', async (status) => {
    service.next({ status, headers: { 'retry-after': '3' }, body: '<html>no upstream</html>' });
    const { client, waits } = openPatient(service);
    expect(await client.tier.get.query({ id: 7 })).toEqual({ id: 7 });
    expect(waits).toEqual([3000]);
  });

  test.for(['', 'soon', 'Wed, 21 Oct 2026 07:28:00 GMT'])(
    'that names no seconds (%j) is waited for as usual',
    async (text) => {
      service.next({ status: 503, headers: { 'retry-after': text }, body: '{"message":"no upstream"}' });
      const { client, waits } = openPatient(service);
      await client.tier.get.query({ id: 7 });
      expect(waits).toEqual([125]);
    },
  );

  test.for([
    [404, '<html>not here</html>'],
    [200, '<html>log in to the hotel</html>'],
    [200, '{"response":{"status":"OK"}}'],
    [500, ''],
    [501, ''],
  ] as const)('with status %d and the body %j is an error that shows both', async ([status, body]) => {
    service.next({ status, body });
    const error = await failureOf(open().tier.get.query({ id: 7 }));
    expect(error.cause).toBeInstanceOf(ForeignAnswer);
    expect(error.message).toContain(`HTTP ${status}`);
    expect(error.message).toContain(body);
    expect(service.asked).toHaveLength(1);
  });
});

test.for(['', '/', '///'])('an address may end in %j', async (end) => {
  await open({ url: service.url + end }).tier.get.query({ id: 7 });
  expect(service.asked[0]?.url).toMatch(/^\/trpc\/tier\.get\?/);
});

test('headers of the caller go with every request', async () => {
  const client = open({ headers: { 'x-request-id': 'nightly-7' } });
  await Promise.all([client.tier.get.query({ id: 7 }), client.tier.create.mutate({ name: 'T', ym_profile_id: 1 })]);
  expect(service.asked.map(({ headers }) => headers['x-request-id'])).toEqual(['nightly-7', 'nightly-7']);
});

test.for(['line\nbreak', '日'])('the key %j, which HTTP does not allow, is refused at once', (key) => {
  expect(() => createClient({ url: service.url, apiKey: key })).toThrow(TypeError);
});
