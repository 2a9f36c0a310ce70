import {
  type Caller,
  type ChangeLogEntry,
  createCallerFactory,
  createRouter,
  ServiceError,
  tierResource,
  toServiceError,
} from '@auction-tiers/contract';
import { isTrackedEnvelope } from '@trpc/server';
import { expect, test } from 'vitest';
import { contextOf, createMemoryHandlers, createMemoryRouter } from '../fixture/memory-handlers.ts';

function callerWith(warnings: string[] = []) {
  const router = createMemoryRouter();
  return createCallerFactory(router)(contextOf(undefined, warnings), {});
}

async function errorOf(call: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  if (error instanceof ServiceError) return error;
  throw new Error('the call did not fail with a ServiceError', { cause: error });
}

const bid = { id: 'b', member_id: 101, price: 5 };

test('a tier is made, listed, changed and removed', async () => {
  const warnings: string[] = [];
  const { tier } = callerWith(warnings);
  const made = await tier.create({ id: 99, name: ' New ', ym_profile_id: 1, min_price: 2.5 });
  expect(made).toMatchObject({ id: 13, name: 'New', min_price: '2.500000', priority: 5, member_action: 'exclude' });
  expect(warnings).toStrictEqual(['id is read-only and was ignored']);
  expect(await tier.get({ id: 13 })).toStrictEqual(made);
  expect(await tier.list({ filter: { like_name: 'new' } })).toMatchObject({ count: 2, items: [{ id: 3 }, { id: 13 }] });
  expect(await tier.update({ id: 13, changes: { min_price: null } })).toStrictEqual({ ...made, min_price: null });
  expect(await tier.remove({ id: 13 })).toStrictEqual({ id: 13 });
  expect((await errorOf(tier.get({ id: 13 }))).kind).toBe('not_found');
});

test('a list that is asked nothing lists everything', async () => {
  const { tier } = callerWith();
  expect(await tier.list()).toStrictEqual(await tier.list({}));
  expect(await tier.list()).toMatchObject({ count: 12, start_element: 0, num_elements: 12 });
});

test('an update appends to arrays where it says so', async () => {
  const { ymProfile } = callerWith();
  await ymProfile.update({ id: 1, changes: { publisher_ids: [12] }, append: true });
  expect((await ymProfile.get({ id: 1 })).publisher_ids).toStrictEqual([9, 10, 11, 12]);
  await ymProfile.update({ id: 1, changes: { publisher_ids: [11] } });
  expect((await ymProfile.get({ id: 1 })).publisher_ids).toStrictEqual([11]);
});

test('meta is that of the resource', async () => {
  const caller = callerWith();
  expect((await caller.tier.meta()).map(({ name }) => name)).toStrictEqual(Object.keys(tierResource.fields));
  expect((await caller.dma.meta()).every((field) => field.read_only)).toBe(true);
  expect((await caller.changeLog.meta()).map(({ name }) => name)).toContain('request_id');
});

test('an auction is run, explained, and run among others of which one is wrong', async () => {
  const { auction } = callerWith();
  const body = { ym_profile_id: 1, seed: 's', bids: [bid] };
  const answer = await auction.run(body);
  expect(answer.winner).toMatchObject({ bid_id: 'b', tier_id: 2, price: 5 });
  expect((await auction.explain(body)).bids[0]?.tiers).toHaveLength(12);
  const { auctions } = await auction.runMany({ auctions: [body, { bids: 5 }, body] });
  expect(auctions).toStrictEqual([answer, { error: expect.objectContaining({ error_id: 'SYNTAX' }) }, answer]);
});

test('an OpenRTB body without responses has none', async () => {
  expect(await callerWith().auction.openrtb({ bid_request: {} })).toStrictEqual({ auctions: [], stray_bids: [] });
});

test('followers go on after the revision they name, and each change says its own', async () => {
  const { changeLog } = callerWith();
  const revisions: unknown[] = [];
  for await (const change of await changeLog.follow({ lastEventId: '7-1' })) {
    if (!isTrackedEnvelope<ChangeLogEntry>(change)) return expect.unreachable('a change without its place');
    revisions.push([change[0], change[1].revision]);
  }
  expect(revisions).toStrictEqual([
    ['7-2', '7-2'],
    ['7-3', '7-3'],
  ]);
  for await (const change of await changeLog.follow()) expect.unreachable(`an old change: ${JSON.stringify(change)}`);
});

const ended = new ServiceError('not_authenticated', 'the token has ended');

test('what is followed ends with the error of a credential that is refused, whatever its handler does', async () => {
  const refusing = new AbortController();
  const { changeLog } = createMemoryHandlers();
  const signals: (AbortSignal | undefined)[] = [];
  const router = createRouter({
    ...createMemoryHandlers(),
    changeLog: {
      ...changeLog,
      async *follow(...[call, input, signal]: Parameters<typeof changeLog.follow>) {
        signals.push(signal);
        for (;;) yield* changeLog.follow(call, input, signal);
      },
    },
  });
  const caller = createCallerFactory(router)({ ...contextOf(), refused: refusing.signal });
  const changes = await caller.changeLog.follow({ lastEventId: '7-1' });
  const seen = (async () => {
    const seenChanges: unknown[] = [];
    for await (const change of changes) if (seenChanges.push(change) === 3) refusing.abort(ended);
  })();
  await expect(seen).rejects.toBe(ended);
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
});

test('a mutation whose caller is refused once its input is read is not carried out', async () => {
  const router = createMemoryRouter();
  const refused = { ...contextOf(), confirm: () => Promise.reject(ended) };
  await expect(createCallerFactory(router)(refused).tier.remove({ id: 3 })).rejects.toBe(ended);
  const { caller } = contextOf();
  const narrowed = { ...contextOf(), confirm: async () => ({ ...(caller as Caller), scopes: ['read' as const] }) };
  await expect(createCallerFactory(router)(narrowed).tier.remove({ id: 3 })).rejects.toThrow(/needs the scope "write"/);
  const { tier } = createCallerFactory(router)({ ...contextOf(), confirm: async () => caller });
  expect(await tier.get({ id: 3 })).toMatchObject({ id: 3 });
  expect(await tier.update({ id: 3, changes: { name: 'Still there' } })).toMatchObject({ name: 'Still there' });
});

test.for([
  [
    'a create',
    { name: '', colour: 1 },
    (input: never) => callerWith().tier.create(input),
    ['colour', 'name', 'ym_profile_id'],
  ],
  [
    'an update',
    { id: 1, changes: { priority: 0, colour: 1 } },
    (input: never) => callerWith().tier.update(input),
    ['changes.colour', 'changes.priority'],
  ],
  ['an update of nothing', { changes: {} }, (input: never) => callerWith().tier.update(input), ['id']],
  ['a get', { id: 0 }, (input: never) => callerWith().tier.get(input), ['id']],
  ['a remove', { id: 1, force: true }, (input: never) => callerWith().tier.remove(input), ['force']],
  ['a list', { num_elements: 0, page: 2 }, (input: never) => callerWith().tier.list(input), ['num_elements', 'page']],
  ['an auction', { bids: [] }, (input: never) => callerWith().auction.run(input), ['ym_profile_id']],
  [
    'a batch',
    { auctions: Array.from({ length: 1001 }, () => ({})) },
    (input: never) => callerWith().auction.runMany(input),
    ['auctions'],
  ],
  ['a login', { username: 'ann' }, (input: never) => callerWith().auth.login(input), ['password']],
] as const)('the input of %s is checked before its handler is asked', async ([, input, call, paths]) => {
  const error: unknown = await call(input as never).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'BAD_REQUEST' });
  expect(
    toServiceError(error)
      .issues.map(({ path }) => path)
      .toSorted(),
  ).toStrictEqual(paths);
});

test('logging in needs no credential, but the right ones', async () => {
  const { auth } = createCallerFactory(createMemoryRouter())(contextOf(ended));
  expect(await auth.login({ username: 'ann', password: 'correct' })).toStrictEqual({ token: 'a token' });
  const error = await errorOf(auth.login({ username: 'ann', password: 'wrong' }));
  expect(error).toMatchObject({ kind: 'not_authenticated', code: 'UNAUTHORIZED' });
});
