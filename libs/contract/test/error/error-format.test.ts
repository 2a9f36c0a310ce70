import {
  type AppRouter,
  type Context,
  createRouter,
  errorCatalogue,
  type ErrorKind,
  ServiceError,
} from '@auction-tiers/contract';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { expect, test } from 'vitest';
import { ann, contextOf, createMemoryHandlers, createMemoryRouter } from '../fixture/memory-handlers.ts';

const endpoint = '/trpc';
const ended = new ServiceError('not_authenticated', 'the token has ended');

interface Asked {
  readonly path?: string;
  readonly body: string;
  readonly router?: AppRouter;
  readonly caller?: Context['caller'];
}

/** What tRPC's clients are answered, over a real request. */
async function ask({ path = 'tier.remove', body, router = createMemoryRouter(), caller = ann }: Asked) {
  const headers = { 'content-type': 'application/json' };
  const req = new Request(`http://127.0.0.1${endpoint}/${path}`, { method: 'POST', headers, body });
  const response = await fetchRequestHandler({ endpoint, req, router, createContext: () => contextOf(caller) });
  const text = await response.text();
  return { status: response.status, text, answer: JSON.parse(text) as { error?: { message: string; data: object } } };
}

/** The answer where the handler throws this. */
function askAndFail(thrown: Error) {
  const { tier, ...others } = createMemoryHandlers();
  const router = createRouter({ ...others, tier: { ...tier, remove: () => Promise.reject(thrown) } });
  return ask({ body: '{"id":1}', router });
}

test('a body with problems is answered with the identifiers and issues of REST', async () => {
  const { status, answer } = await ask({ path: 'tier.create', body: '{"name":"","colour":1}' });
  expect(status).toBe(400);
  expect(answer.error).toMatchObject({
    message: expect.stringMatching(/^name .*; ym_profile_id .*; colour /),
    data: { code: 'BAD_REQUEST', httpStatus: 400, path: 'tier.create', error_id: 'SYNTAX', error_code: 'INVALID' },
  });
  expect(answer.error?.data).toMatchObject({
    issues: [
      { path: 'name', message: expect.stringContaining('""') },
      { path: 'ym_profile_id', message: expect.stringContaining('required') },
      { path: 'colour', message: expect.stringContaining('known') },
    ],
  });
});

const kinds = Object.keys(errorCatalogue) as ErrorKind[];

test.for(kinds)('%s, thrown by a handler, has its identifiers and no stack', async (kind) => {
  const issues = [{ path: 'code', message: 'is "c", which tier 3 has already' }];
  const { status, answer, text } = await askAndFail(new ServiceError(kind, 'a sentence', { issues }));
  const { errorId, errorCode, httpStatus, trpcCode } = errorCatalogue[kind];
  expect(answer.error).toMatchObject({
    message: 'a sentence',
    data: { code: trpcCode, httpStatus, error_id: errorId, error_code: errorCode, issues },
  });
  expect(answer.error?.data).not.toHaveProperty('stack');
  expect(answer.error?.data).not.toHaveProperty('retry_after');
  expect(text).not.toContain('.ts');
  expect(status).toBe(httpStatus);
});

test('when to try again is told', async () => {
  const { answer } = await askAndFail(new ServiceError('unavailable', 'later', { retryAfterS: 3 }));
  expect(answer.error?.data).toMatchObject({ error_id: 'SYSTEM', error_code: 'SERVICE_UNAVAILABLE', retry_after: 3 });
});

test('of an unforeseen error nothing is shown', async () => {
  const { status, answer, text } = await askAndFail(new TypeError('redis://user:hunter2@10.0.0.7 is gone'));
  expect(status).toBe(500);
  expect(answer.error?.data).toMatchObject({ error_id: 'SYSTEM', error_code: 'UNKNOWN', issues: [] });
  expect(text).not.toMatch(/hunter2|TypeError|\.ts/);
});

test.for<[rule: string, asked: Asked, status: number, errorId: string, errorCode: string | null]>([
  ['no caller', { body: '{"id":1}', caller: ended }, 401, 'NOAUTH', null],
  ['a missing scope', { body: '{"id":1}', caller: { ...ann, scopes: ['read'] } }, 403, 'UNAUTH', null],
  ['no such object', { body: '{"id":99}' }, 404, 'SYNTAX', 'NOTFOUND'],
  ['no such procedure', { path: 'tier.erase', body: '{}' }, 404, 'SYNTAX', 'NOTFOUND'],
  ['a mutation that is no such', { path: 'tier.list', body: '{}' }, 405, 'SYNTAX', 'METHOD_NOT_ALLOWED'],
  ['a body that is no JSON', { body: '{"id":' }, 400, 'SYNTAX', 'INVALID'],
])('%s', async ([, asked, status, error_id, error_code]) => {
  const { answer, ...response } = await ask(asked);
  expect(response.status).toBe(status);
  expect(answer.error?.data).toMatchObject({ httpStatus: status, error_id, error_code });
  expect(answer.error?.data).not.toHaveProperty('stack');
});
