import { type Context, type Scope, scopes, ServiceError, toServiceError } from '@auction-tiers/contract';
import { type AnyProcedure, callTRPCProcedure } from '@trpc/server';
import { expect, test } from 'vitest';
import { ann, contextOf, createMemoryRouter } from '../fixture/memory-handlers.ts';

const router = createMemoryRouter();
const { _def: definition } = router;
/** By path, which is how the router keeps them; its type keeps them by service. */
const procedures = definition.procedures as unknown as Readonly<Record<string, AnyProcedure>>;

const whole = ['tier', 'ymProfile', 'profile', 'draft', 'platformMember', 'user', 'experiment'];

/** Every procedure there is, and the scope that it needs; null: none. */
const needs: Readonly<Record<string, Scope | null>> = {
  ...onEach([...whole, 'member', 'apiKey', 'channel', 'view', 'dma', 'country'], ['list', 'get', 'meta'], 'read'),
  ...onEach([...whole, 'member', 'apiKey', 'channel', 'view'], ['getTagged'], 'read'),
  ...onEach(whole, ['create', 'update', 'remove'], 'write'),
  ...onEach(['draft'], ['create', 'update', 'remove', 'rebase', 'ask'], 'draft'),
  ...onEach(['member'], ['create', 'update'], 'write'),
  ...onEach(['apiKey'], ['create', 'remove'], 'write'),
  ...onEach(['channel', 'view'], ['create', 'update', 'remove'], 'write'),
  ...onEach(['view'], ['send'], 'write'),
  ...onEach(['ymProfile'], ['export', 'exportTagged', 'exportAt', 'diff', 'history', 'lint'], 'read'),
  ...onEach(['ymProfile'], ['restore', 'undo'], 'publish'),
  ...onEach(['ymProfile'], ['import'], 'write'),
  ...onEach(['simulation'], ['status', 'result', 'list', 'follow'], 'read'),
  ...onEach(['simulation'], ['start'], 'draft'),
  ...onEach(['report'], ['rows', 'live'], 'read'),
  ...onEach(['recorded'], ['list', 'content', 'ask'], 'read'),
  ...onEach(['movement', 'today'], ['tell'], 'read'),
  ...onEach(['usual'], ['day'], 'read'),
  ...onEach(['unknownSeat'], ['list'], 'read'),
  ...onEach(['calendar'], ['holidays'], 'read'),
  ...onEach(['draft'], ['unschedule'], 'write'),
  ...onEach(['draft'], ['watch'], 'read'),
  ...onEach(['forecast'], ['list', 'get', 'getTagged', 'meta'], 'read'),
  ...onEach(['alert'], ['list', 'get', 'getTagged', 'meta'], 'read'),
  ...onEach(['alert'], ['update', 'test'], 'write'),
  ...onEach(['draft'], ['publish', 'approve'], 'publish'),
  ...onEach(['experiment'], ['result', 'plan', 'follow'], 'read'),
  ...onEach(['experiment'], ['start', 'pause', 'resume', 'end'], 'publish'),
  ...onEach(['changeLog'], ['list', 'meta', 'follow'], 'read'),
  ...onEach(['auction'], ['run', 'explain', 'runMany', 'openrtb'], 'auction'),
  ...onEach(['auth'], ['login'], null),
  ...onEach(['auth'], ['logout'], 'read'),
};

function onEach(services: readonly string[], operations: readonly string[], scope: Scope | null) {
  return Object.fromEntries(services.flatMap((name) => operations.map((operation) => [`${name}.${operation}`, scope])));
}

function call(path: string, ctx: Context): Promise<unknown> {
  const procedure = procedures[path];
  if (procedure === undefined) throw new Error(`there is no procedure ${path}`);
  const { _def: built } = procedure;
  const options = { router, path, type: built.type, ctx, signal: undefined, batchIndex: 0 };
  return callTRPCProcedure({ ...options, getRawInput: () => Promise.resolve('an input that no procedure takes') });
}

async function failureOf(path: string, caller: Context['caller']): Promise<ServiceError> {
  const thrown: unknown = await call(path, contextOf(caller)).then(
    () => expect.unreachable(`${path} answered`),
    (error: unknown) => error,
  );
  return toServiceError(thrown);
}

const guarded = Object.entries(needs).filter((row): row is [string, Scope] => row[1] !== null);

test('the table has every procedure of the router', () => {
  expect(Object.keys(procedures).toSorted()).toStrictEqual(Object.keys(needs).toSorted());
});

test.for(guarded)('%s without a caller is refused with the reason that there is none', async ([path]) => {
  const reason = new ServiceError('not_authenticated', 'no credential that is good');
  expect(await failureOf(path, reason)).toBe(reason);
});

test.for(guarded)('%s needs the scope %s: any other is UNAUTH, never NOAUTH', async ([path, scope]) => {
  const others = scopes.filter((other) => other !== scope);
  const error = await failureOf(path, { ...ann, scopes: others });
  expect(error.kind).toBe('forbidden');
  expect(error.message).toBe(`this needs the scope "${scope}"; the credential of ann has: ${others.join(', ')}`);
  expect((await failureOf(path, { ...ann, scopes: [] })).message).toContain('has: none');
});

test.for(guarded.filter(([path]) => !path.endsWith('.meta')))(
  '%s with the scope %s comes to its input',
  async ([path, scope]) => {
    const error = await failureOf(path, { ...ann, scopes: [scope] });
    expect(error).toMatchObject({
      kind: 'invalid',
      issues: [{ path: '', message: expect.stringContaining('is "an input') }],
    });
  },
);
