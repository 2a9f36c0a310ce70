import { type Client, createClient, isServiceError } from '@auction-tiers/client';
import { type ChangeLogEntry, ServiceError } from '@auction-tiers/contract';
import { afterEach, beforeEach, describe, expect, expectTypeOf, test } from 'vitest';
import { failureOf, openPatient } from './fixture/client.ts';
import { apiKey, password, TestService } from './fixture/service.ts';

let service: TestService;
let waits: readonly number[];
let client: Client;

beforeEach(async () => {
  service = await TestService.start();
  ({ client, waits } = openPatient(service));
});
afterEach(() => service.close());

const follow = () => client.changeLog.follow.subscribe();
const clientWith = (given: string) =>
  createClient({ url: service.url, username: 'u', password: given, retry: { wait: () => Promise.resolve() } });

/** The revisions of the next changes. */
async function take(changes: AsyncIterator<{ readonly id: string }>, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const { value, done } = await changes.next();
    if (done === true) throw new Error(`the changes ended after ${ids.join(', ') || 'none'}`);
    ids.push(value.id);
  }
  return ids;
}

describe('changes are followed', () => {
  test('as entries of the log, each with the id to resume after', async () => {
    service.stream({ entries: ['3-1'], ending: 'stay' });
    const changes = follow();
    const { value } = await changes.next();
    expect(value).toMatchObject({ id: '3-1', data: { revision: '3-1', operation: 'update', resource_id: 7 } });
    await changes.return?.();
  });

  test('from the id of the caller, with its key', async () => {
    const changes = client.changeLog.follow.subscribe({ lastEventId: '3-7' });
    service.stream({ entries: ['3-8'], ending: 'stay' });
    expect(await take(changes, 1)).toEqual(['3-8']);
    expect(service.resumed).toEqual(['3-7']);
    expect(service.asked[0]?.headers).toMatchObject({ authorization: apiKey, accept: 'text/event-stream' });
    await changes.return?.();
  });

  test('over a lost connection, after the last one seen', async () => {
    service.stream({ entries: ['3-1', '3-2'], ending: 'stay' }, { entries: ['3-3'], ending: 'stay' });
    const changes = follow();
    expect(await take(changes, 2)).toEqual(['3-1', '3-2']);
    service.cut();
    expect(await take(changes, 1)).toEqual(['3-3']);
    expect(service.resumed).toEqual([undefined, '3-2']);
    expect(waits).toEqual([125]);
    await changes.return?.();
  });

  test('over a connection on which nothing comes any more, after the last one seen, and over a cut after it', async () => {
    const connected = 'event: connected\ndata: {"reconnectAfterInactivityMs":1000}\n\n';
    service.next({ events: `${connected}data: {"revision":"3-1"}\nid: 3-1\n\n` });
    service.stream({ entries: ['3-2'], ending: 'stay' }, { entries: ['3-3'], ending: 'stay' });
    const changes = follow();
    expect(await take(changes, 2)).toEqual(['3-1', '3-2']);
    expect(service.resumed).toEqual(['3-1']);
    service.cut();
    expect(await take(changes, 1)).toEqual(['3-3']);
    expect(service.resumed).toEqual(['3-1', '3-2']);
    await changes.return?.();
  });

  test('over a restart of the service', async () => {
    service.stream(
      { entries: ['3-1'], ending: 'end' },
      { entries: ['3-2'], ending: 'end' },
      { entries: ['3-3'], ending: 'stay' },
    );
    const changes = follow();
    expect(await take(changes, 3)).toEqual(['3-1', '3-2', '3-3']);
    expect(service.resumed).toEqual([undefined, '3-1', '3-2']);
    expect(waits).toEqual([125, 125]);
    await changes.return?.();
  });

  test('however long the service is unreachable, with growing waits', async () => {
    service.next(...Array.from({ length: 9 }, () => 'cut before' as const));
    service.stream({ entries: ['3-1'], ending: 'stay' });
    const changes = follow();
    expect(await take(changes, 1)).toEqual(['3-1']);
    expect(waits).toEqual([125, 250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
    await changes.return?.();
  });

  test('while the service accepts and then refuses, with growing waits', async () => {
    const refused = { entries: [], ending: new ServiceError('unavailable', 'away') };
    service.stream(refused, refused, refused, { entries: ['3-1'], ending: 'stay' });
    const changes = follow();
    expect(await take(changes, 1)).toEqual(['3-1']);
    expect(waits).toEqual([125, 250, 500]);
    await changes.return?.();
  });

  test.for<[string, () => void, number[]]>([
    [
      'the service is out of reach',
      () => service.stream({ entries: ['3-1'], ending: new ServiceError('unavailable', 'away', { retryAfterS: 2 }) }),
      [2000],
    ],
    [
      'too much is asked',
      () => service.stream({ entries: ['3-1'], ending: new ServiceError('rate_exceeded', 'slow', { retryAfterS: 4 }) }),
      [4000],
    ],
    [
      'a proxy does not reach it',
      () => {
        service.next({ status: 502, headers: { 'retry-after': '9' }, body: 'no upstream' });
        service.stream({ entries: ['3-1'], ending: 'stay' });
      },
      [9000],
    ],
  ])('where %s, after the wait that was named', async ([, begin, named]) => {
    begin();
    service.stream({ entries: ['3-2'], ending: 'stay' });
    const changes = follow();
    await take(changes, 1);
    service.cut();
    expect(await take(changes, 1)).toEqual(['3-2']);
    expect(waits.slice(0, named.length)).toEqual(named);
    await changes.return?.();
  });

  test.for(['invalid', 'forbidden', 'unknown'] as const)('no further where it is refused: %s', async (kind) => {
    service.stream({ entries: ['3-1'], ending: new ServiceError(kind, 'refused') });
    const changes = follow();
    expect(await take(changes, 1)).toEqual(['3-1']);
    const error = await failureOf(changes.next());
    expect(isServiceError(error) && error.message).toBe('refused');
    expect(service.resumed).toHaveLength(1);
  });

  test('not after an answer of another server', async () => {
    service.next({ status: 404, body: '<html>not here</html>' });
    const error = await failureOf(follow().next());
    expect(error.message).toContain('HTTP 404');
  });
});

describe('a follower with a key', () => {
  test('ends with the error when the service ends its stream because the key was revoked', async () => {
    const revoked = new ServiceError('not_authenticated', 'the key was revoked');
    service.stream({ entries: ['3-1'], ending: revoked }, { entries: ['3-2'], ending: 'stay' });
    const changes = follow();
    expect(await take(changes, 1)).toEqual(['3-1']);
    const error = await failureOf(changes.next());
    expect(isServiceError(error) && error.message).toBe('the key was revoked');
    expect(service.resumed).toHaveLength(1);
    expect(waits).toEqual([]);
  });
});

describe('a follower with a password', () => {
  test('logs in, and again each time its token has expired during a lost connection', async () => {
    for (const entry of ['3-1', '3-2', '3-3']) service.stream({ entries: [entry], ending: 'stay' });
    const changes = clientWith(password).changeLog.follow.subscribe();
    for (const entry of ['3-1', '3-2', '3-3']) {
      expect(await take(changes, 1)).toEqual([entry]);
      service.endTokens();
      service.cut();
    }
    expect(service.resumed.slice(0, 3)).toEqual([undefined, '3-1', '3-2']);
    expect(service.countOf('auth.login')).toBeGreaterThanOrEqual(3);
    await changes.return?.();
  });

  test('logs in again each time the service ends its stream because its token has ended', async () => {
    const ended = new ServiceError('not_authenticated', 'the token has ended');
    for (const entry of ['3-1', '3-2', '3-3']) service.stream({ entries: [entry], ending: ended });
    service.stream(
      { entries: [], ending: ended },
      { entries: [], ending: ended },
      { entries: ['3-4'], ending: 'stay' },
    );
    const waited: number[] = [];
    const wait = (ms: number) => Promise.resolve(void waited.push(ms));
    const retry = { wait, random: () => 0 };
    const changes = createClient({ url: service.url, username: 'u', password, retry }).changeLog.follow.subscribe();
    expect(await take(changes, 4)).toEqual(['3-1', '3-2', '3-3', '3-4']);
    expect(service.resumed).toEqual([undefined, '3-1', '3-2', '3-3', '3-3', '3-3']);
    expect(service.countOf('auth.login')).toBe(6);
    // It waits where nothing has come since its last login, so that it does not log in without end.
    expect(waited).toEqual([125, 250]);
    await changes.return?.();
  });

  test('says why it connects anew', async () => {
    const ended = new ServiceError('not_authenticated', 'the token has ended');
    service.stream({ entries: ['3-1'], ending: ended }, { entries: ['3-2'], ending: 'stay' });
    const reasons: string[] = [];
    const done = Promise.withResolvers<void>();
    const following = clientWith(password).changeLog.follow.subscribe(undefined, {
      onData: ({ id }) => (id === '3-2' ? done.resolve() : undefined),
      onConnectionStateChange: ({ error }) => void (error === null || reasons.push(error.message)),
    });
    await done.promise;
    following.unsubscribe();
    expect(reasons).toEqual(['the token has ended']);
  });

  test('ends when a new token or the password is refused', async () => {
    service.refuseTokens = true;
    const failure = await failureOf(clientWith(password).changeLog.follow.subscribe().next());
    expect(isServiceError(failure) && failure.data.error_id).toBe('NOAUTH');
    expect(service.countOf('auth.login')).toBe(2);
    const error = await failureOf(clientWith('wrong').changeLog.follow.subscribe().next());
    expect(error.message).toContain('no match');
  });

  test('waits for a service that has not started', async () => {
    service.next(...Array.from({ length: 7 }, () => 'cut before' as const));
    service.stream({ entries: ['3-1'], ending: 'stay' });
    const changes = clientWith(password).changeLog.follow.subscribe();
    expect(await take(changes, 1)).toEqual(['3-1']);
    await changes.return?.();
  });
});

describe('a follower that is stopped', () => {
  test.for<[string, (changes: AsyncIterator<unknown>, given: AbortController) => unknown]>([
    ['by leaving its loop', (changes) => changes.return?.()],
    ['by its signal', (_changes, given) => given.abort()],
  ])('%s lets go of the connection and comes to an end', async ([, stop]) => {
    const given = new AbortController();
    service.stream({ entries: ['3-1'], ending: 'stay' });
    const changes = client.changeLog.follow.subscribe(undefined, { signal: given.signal });
    await take(changes, 1);
    await stop(changes, given);
    expect(await changes.next()).toEqual({ value: undefined, done: true });
    await expect.poll(() => service.openStreams).toBe(0);
    expect(service.resumed).toHaveLength(1);
  });

  test('while it waits, waits no longer', async () => {
    service.next('cut before');
    const waiting = Promise.withResolvers<AbortSignal | undefined>();
    const wait = (_ms: number, signal: AbortSignal | undefined) => {
      waiting.resolve(signal);
      return new Promise<never>((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new Error('over'))),
      );
    };
    const changes = createClient({ url: service.url, apiKey, retry: { wait } }).changeLog.follow.subscribe();
    const next = changes.next();
    const signal = await waiting.promise;
    await changes.return?.();
    expect(signal?.aborted).toBe(true);
    expect(await next).toEqual({ value: undefined, done: true });
    expect(service.asked).toHaveLength(1);
  });
});

test('no error reaches the callbacks when a signal ends the wait', async () => {
  service.next('cut before');
  const given = new AbortController();
  const completed = Promise.withResolvers<string>();
  const wait = (_ms: number, signal: AbortSignal | undefined) => {
    given.abort();
    return Promise.reject(signal?.reason as Error);
  };
  createClient({ url: service.url, apiKey, retry: { wait } }).changeLog.follow.subscribe(undefined, {
    signal: given.signal,
    onError: ({ message }) => completed.resolve(message),
    onComplete: () => completed.resolve('complete'),
  });
  expect(await completed.promise).toBe('complete');
});

test('callbacks get changes and connection states, and a restart of the service does not stop them', async () => {
  service.stream({ entries: ['3-1'], ending: 'end' }, { entries: ['3-2'], ending: 'stay' });
  const heard: string[] = [];
  const done = Promise.withResolvers<void>();
  const following = client.changeLog.follow.subscribe(undefined, {
    onStarted: () => void heard.push('started'),
    onData: ({ id, data }) => {
      expectTypeOf(data).toEqualTypeOf<ChangeLogEntry>();
      heard.push(id);
      if (id === '3-2') done.resolve();
    },
    onStopped: () => void heard.push('stopped'),
    onConnectionStateChange: ({ state, error }) =>
      void heard.push(error === null ? state : `${state}: ${error.message}`),
  });
  await done.promise;
  following.unsubscribe();
  const lost = expect.stringMatching(/^connecting: .+/);
  expect(heard).toEqual(['connecting', 'started', 'pending', '3-1', lost, 'connecting', 'started', 'pending', '3-2']);
});

test.for(['done', 'failed'])(
  'a simulation is followed over a stream that ends too early, until it is %s',
  async (end) => {
    service.simulate(['queued', 'running'], ['running', end], ['running']);
    const states: string[] = [];
    for await (const { data } of client.simulation.follow.subscribe({ id: 1 })) states.push(data.state);
    expect(states).toEqual(['queued', 'running', 'running', end]);
    expect(service.asked).toHaveLength(2);
  },
);
