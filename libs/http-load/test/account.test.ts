import { describe, expect, test } from 'vitest';
import type { Load } from '../src/index.ts';
import { failureCount, loadOf, loops } from './load.ts';
import { serve } from './server.ts';

const refuseB: Load['judge'] = ({ body }, _status, answer) => (body === 'b' ? `${answer} to ${body}` : undefined);

describe.for(loops)('in a loop that is $loop every request ends in one way', ({ run }) => {
  test('right answers', async () => {
    const { origin, bodies } = await serve((_, response) => response.end('ok'));
    const result = await run(loadOf(origin));
    expect(result).toMatchObject({ sent: 100, answered: 100, unfinished: 0, endedBy: 'requests' });
    expect(result.failures.size).toBe(0);
    expect(result.latencies.count).toBe(100);
    expect(bodies).toHaveLength(100);
    expect(new Set(bodies)).toEqual(new Set(['a', 'b', 'c', 'd', 'e']));
  });

  test('wrong answers and closed connections, by kind', async () => {
    const { origin, bodies } = await serve((request, response, number) => {
      if (number % 20 === 0) request.socket.destroy();
      else response.writeHead(number % 10 === 0 ? 500 : 200).end('ok');
    });
    const result = await run(loadOf(origin));
    expect(bodies).toHaveLength(100);
    expect(Object.fromEntries(result.failures)).toEqual({
      'HTTP 500': 5,
      'connection: closed without an answer': 5,
    });
    expect(result).toMatchObject({ sent: 100, answered: 90, unfinished: 0 });
    expect(result.latencies.count).toBe(90);
  });

  test('answers that are judged by their request', async () => {
    const { origin } = await serve((_, response) => response.end('ok'));
    const { answered, failures } = await run(loadOf(origin, { connections: 1, judge: refuseB }));
    expect({ answered, failures: Object.fromEntries(failures) }).toEqual({ answered: 80, failures: { 'ok to b': 20 } });
  });

  test('no answer in time', async () => {
    const { origin } = await serve((_, response, number) => number !== 2 && response.end('ok'));
    const result = await run(loadOf(origin, { mostRequests: 6, timeoutMs: 1000 }));
    expect(result).toMatchObject({ sent: 6, answered: 5, unfinished: 0 });
    expect(Object.fromEntries(result.failures)).toEqual({ timeout: 1 });
  });

  test('a server that ends ends the load, and its answers are counted', async () => {
    const { origin, stop } = await serve((_, response, number) => {
      if (number === 50) stop();
      else response.end('ok');
    });
    const result = await run(loadOf(origin, { mostRequests: 100_000 }));
    expect(result.endedBy).toBe('unreachable');
    expect(result.answered).toBeGreaterThanOrEqual(47);
    expect(result.answered).toBeLessThan(50);
    expect(result.failures.get('connection: ECONNREFUSED')).toBeGreaterThan(0);
    expect(result.sent).toBe(result.answered + failureCount(result) + result.unfinished);
  });

  test('no server', async () => {
    const { origin, stop } = await serve(() => {});
    stop();
    const result = await run(loadOf(origin));
    expect(result).toMatchObject({ answered: 0, endedBy: 'unreachable' });
    expect([...result.failures.keys()]).toEqual(['connection: ECONNREFUSED']);
    expect(result.latencies).toMatchObject({ count: 0, maxMs: 0 });
  });

  test('an aborted load ends at once, with its unfinished requests', async () => {
    const caller = new AbortController();
    const { origin } = await serve((_, response, number) => {
      if (number <= 10) response.end('ok');
      if (number === 13) caller.abort();
    });
    const result = await run(loadOf(origin, { mostRequests: 1000, signal: caller.signal }));
    expect(result).toMatchObject({ sent: 13, answered: 10, unfinished: 3, endedBy: 'aborted' });
  });

  test('a load that was aborted before its start sends nothing', async () => {
    const { origin } = await serve((_, response) => response.end('ok'));
    const result = await run(loadOf(origin, { signal: AbortSignal.abort() }));
    expect(result).toMatchObject({ answered: 0, endedBy: 'aborted' });
  });

  test.for([401, 403])(
    'an answer of HTTP %i ends the load: every other request has the same credential',
    async (status) => {
      const { origin, bodies } = await serve((_, response, number) => {
        response.writeHead(number < 10 ? 200 : status).end('ok');
      });
      const result = await run(loadOf(origin, { mostRequests: 2000 }));
      expect(result).toMatchObject({ answered: 9, endedBy: 'unauthorized' });
      expect(Object.fromEntries(result.failures)).toEqual({ [`HTTP ${status}`]: 1 });
      expect(result.sent).toBe(result.answered + 1 + result.unfinished);
      // What was under way on the other connections, and nothing after it.
      expect(result.unfinished).toBeLessThanOrEqual(2);
      expect(bodies.length).toBeLessThanOrEqual(result.sent);
    },
  );

  test('a redirect is an answer and is not followed', async () => {
    const other = await serve((_, response) => response.end('ok'));
    const { origin } = await serve((_, response) => response.writeHead(307, { location: other.origin }).end());
    const { failures } = await run(loadOf(origin, { mostRequests: 10 }));
    expect(Object.fromEntries(failures)).toEqual({ 'HTTP 307': 10 });
    expect(other.bodies).toEqual([]);
  });

  test('a server with a different text for each error', async () => {
    const { origin } = await serve((_, response, number) => response.end(`error ${number}`));
    const { failures } = await run(loadOf(origin, { judge: (_, _status, body) => body }));
    expect(failures.size).toBe(51);
    expect(failures.get('others')).toBe(50);
  });
});

test('a closed loop refuses https, because it would accept any certificate', () => {
  expect(() => loops[0]!.run(loadOf('https://127.0.0.1:1'))).toThrow('a closed loop is for http:// only');
});
