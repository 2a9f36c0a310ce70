import { ConnectionFailure, createClient, isServiceError } from '@auction-tiers/client';
import { ServiceError } from '@auction-tiers/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failureOf, openPatient } from './fixture/client.ts';
import { exceeded, unavailable } from './fixture/refusal.ts';
import { apiKey, type Fate, password, TestService } from './fixture/service.ts';

let service: TestService;

beforeEach(async () => {
  service = await TestService.start();
});
afterEach(() => service.close());

const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

describe('the wait before a call is sent again is', () => {
  test('as long as the service says, up to the longest wait', async () => {
    service.fail('tier.get', exceeded(1), unavailable(7), exceeded(60), exceeded(0));
    const { client, waits } = openPatient(service);
    await client.tier.get.query({ id: 7 });
    expect(waits).toEqual([1000, 7000, 30_000, 0]);
  });

  test('otherwise twice as long each time, up to the longest wait', async () => {
    service.next(...times<Fate>(9, 'cut before'));
    const { client, waits } = openPatient(service, { retry: { attempts: 10 } });
    await client.tier.get.query({ id: 7 });
    expect(waits).toEqual([125, 250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
  });

  test('no longer than its caller allows', async () => {
    service.fail('tier.get', exceeded(60), new ServiceError('unavailable', 'no time named'));
    service.next('cut before');
    const { client, waits } = openPatient(service, { retry: { maxWaitMs: 100 } });
    await client.tier.get.query({ id: 7 });
    expect(waits).toEqual([50, 100, 50]);
  });

  test.for([
    [0, 500],
    [0.5, 750],
    [0.999, 999.5],
  ] as const)('drawn between a half and a whole: %d of chance makes %d of 1000 ms', async ([draw, ms]) => {
    service.next('cut before');
    const { client, waits } = openPatient(service, { retry: { random: () => draw, baseWaitMs: 1000 } });
    await client.tier.get.query({ id: 7 });
    expect(waits).toEqual([ms]);
  });

  test('over as soon as the caller gives up', async () => {
    service.fail('tier.get', exceeded(30));
    const given = new AbortController();
    const { tier } = createClient({ url: service.url, apiKey });
    const answer = failureOf(tier.get.query({ id: 7 }, { signal: given.signal }));
    await expect.poll(() => service.countOf('tier.get')).toBe(1);
    given.abort(new Error('enough'));
    expect((await answer).message).toBe('enough');
    expect(service.countOf('tier.get')).toBe(1);
  });
});

describe('a call is sent', () => {
  test.for([1, 2, 5])('%d times at most, then the last failure is the answer', async (attempts) => {
    service.fail('tier.get', ...times(10, unavailable()));
    const { client, waits } = openPatient(service, { retry: { attempts } });
    const error = await failureOf(client.tier.get.query({ id: 7 }));
    expect(isServiceError(error) && error.data.error_code).toBe('SERVICE_UNAVAILABLE');
    expect(service.countOf('tier.get')).toBe(attempts);
    expect(waits).toHaveLength(attempts - 1);
  });

  test('five times unless told otherwise', async () => {
    service.next(...times<Fate>(10, 'cut before'));
    await failureOf(openPatient(service).client.tier.get.query({ id: 7 }));
    expect(service.asked).toHaveLength(5);
  });

  test.for<ServiceError['kind']>(['invalid', 'not_found', 'forbidden', 'integrity', 'conflict', 'limit', 'unknown'])(
    'once where the answer is %s',
    async (kind) => {
      service.fail('tier.get', new ServiceError(kind, 'refused'));
      const error = await failureOf(openPatient(service).client.tier.get.query({ id: 7 }));
      expect(error.message).toBe('refused');
      expect(service.asked).toHaveLength(1);
    },
  );

  test('once where the caller aborts it during the request', async () => {
    const given = new AbortController();
    const fetch = (_url: string, { signal }: RequestInit = {}) => {
      given.abort(new Error('enough'));
      return Promise.reject<Response>(signal?.reason as Error);
    };
    const { client, waits } = openPatient(service, { fetch });
    const error = await failureOf(client.tier.get.query({ id: 7 }, { signal: given.signal }));
    expect(error.cause).not.toBeInstanceOf(ConnectionFailure);
    expect(waits).toEqual([]);
  });

  test('once where the input is not JSON', async () => {
    const { client, waits } = openPatient(service);
    const error = await failureOf(client.tier.update.mutate({ id: 7n as never, changes: {} }));
    expect(error.message).toContain('BigInt');
    expect(service.asked).toEqual([]);
    expect(waits).toEqual([]);
  });
});

const hanging = () => new Promise<never>(() => {});

/** How a call fails whose signal is aborted once it is sent. */
async function aborted(call: (signal: AbortSignal) => Promise<unknown>, isSent: () => boolean = () => true) {
  const given = new AbortController();
  const answer = failureOf(call(given.signal));
  await expect.poll(isSent).toBe(true);
  given.abort(new Error('enough'));
  return (await answer).message;
}

describe('a call whose signal is aborted ends', () => {
  test('while it waits for a login', async () => {
    const { tier } = createClient({ url: service.url, username: 'u', password, fetch: hanging });
    expect(await aborted((signal) => tier.get.query({ id: 7 }, { signal }))).toBe('enough');
  });

  test('while another call of its batch goes on', async () => {
    let requests = 0;
    const fetch = () => {
      requests += 1;
      return hanging();
    };
    const { tier } = createClient({ url: service.url, apiKey, fetch });
    void tier.get.query({ id: 8 });
    const call = (signal: AbortSignal) => tier.get.query({ id: 7 }, { signal });
    expect(await aborted(call, () => requests === 1)).toBe('enough');
  });

  test('before it is sent, where it is aborted already', async () => {
    const { tier } = createClient({ url: service.url, apiKey });
    const call = tier.get.query({ id: 7 }, { signal: AbortSignal.abort(new Error('enough')) });
    expect((await failureOf(call)).message).toBe('enough');
    expect(service.asked).toEqual([]);
  });
});
