import type { Scope } from '@auction-tiers/contract';
import { keepAlert } from '../fixture/alert.ts';
import { createDraft, newYmProfile, readDraft, updateDraft, withTier } from '../fixture/draft.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { logIn, tokenOf } from '../fixture/log-in.ts';
import { createSend, type Row, rowOf, type Send } from '../fixture/request.ts';
import type { TestService } from '../fixture/service.ts';
import type { Ask } from './ask.ts';
import { createKey } from './world.ts';

/** Who acts on the means of a user of the first demo seller. The owner is a publisher; strangers manage the second seller. */
export const actors = [
  'the owner',
  "the owner's key",
  'a publisher',
  'a manager',
  "a manager's key",
  'a stranger',
] as const;
export type Actor = (typeof actors)[number];

/** A user whose means others act on. */
export interface Owner {
  readonly id: number;
  readonly username: string;
  readonly send: Send;
}

/** An act of one user on the means of another: what is asked, and the status that each actor gets, in their order. */
export interface Act {
  /** The path of the procedure. */
  readonly operation: string;
  /** Of operations that do several things: which one. */
  readonly what?: string;
  readonly ask: (owner: Owner, service: TestService) => Promise<Partial<Ask>> | Partial<Ask>;
  readonly statuses: readonly [
    owner: number,
    ownersKey: number,
    publisher: number,
    manager: number,
    managersKey: number,
    /** Two numbers: at REST and at tRPC, where they differ. */
    stranger: number | readonly [rest: number, others: number],
  ];
}

export const ownersPassword = 'a pass phrase of the owner';
const memberId = 1;
const scopesOfPublisher: readonly Scope[] = ['read', 'write', 'auction', 'publish'];
let made = 0;

/** A new publisher of the first demo seller, with its token. */
export async function newPublisher(service: TestService): Promise<Owner & { readonly token: string }> {
  const username = `publisher-${++made}`;
  const user = { username, password: ownersPassword };
  const body = { ...user, member_id: memberId, access: 'publisher' };
  const { id } = rowOf(
    expectOk(await service.send('POST', '/user', { key: await tokenOf(service, 'admin'), body })),
    'user',
  );
  const token = await logIn(service.send, user);
  return { id, username, token, send: createSend(service.url, token) };
}

/** What an actor sends as its credential. */
export async function credentialOf(actor: Actor, token: string, service: TestService): Promise<string> {
  switch (actor) {
    case 'the owner':
      return token;
    case "the owner's key":
      return createKey(service, token, 'own', scopesOfPublisher);
    case 'a publisher':
      return (await newPublisher(service)).token;
    case 'a manager':
      return tokenOf(service);
    case "a manager's key":
      return createKey(service, await tokenOf(service), 'of the manager', [...scopesOfPublisher, 'manage']);
    case 'a stranger':
      return tokenOf(service, 'seller2');
  }
}

/** A draft of the owner that changes a price. */
async function draftOf({ send }: Owner): Promise<number> {
  const { ymProfile, gold } = await newYmProfile(send);
  const { id, ...draft } = await createDraft(send, ymProfile.id);
  await updateDraft(send, id, withTier({ id, ...draft }, gold.id, { min_price: '3.00' }));
  return id;
}

/** The draft of the first owner that is tried: few simulations of a member may wait, and a second one of it is the same. */
let tried: Promise<number> | undefined;

const future = { at: '2099-12-01 06:00:00' };

async function scheduledOf(owner: Owner): Promise<number> {
  const id = await draftOf(owner);
  expectOk(await owner.send('POST', `/draft/publish?id=${id}`, { body: future }));
  return id;
}

/** An experiment of the owner; `acts`: what was done with it already. */
async function experimentOf(owner: Owner, ...acts: readonly ('start' | 'pause')[]): Promise<number> {
  const body = await plannedOf(owner);
  const { id } = expectOk(await owner.send('POST', '/experiment', { body })).response;
  for (const act of acts) expectOk(await owner.send('POST', `/experiment/${act}?id=${id}`));
  return id;
}

const plannedOf = async (owner: Owner): Promise<Row> => ({
  name: 'E',
  hypothesis: 'Net rises by 2 %',
  guard: { max_loss: '9' },
  draft_id: await draftOf(owner),
});

/** A channel, which only managers make. */
async function channelOf({ send }: TestService): Promise<number> {
  const body = { name: `Channel ${++made}`, to: 'https://hook.example/path' };
  return expectOk(await send('POST', '/channel', { body })).response.id;
}

const view = { name: 'V', address: '/tiers' };

async function viewOf({ send }: Owner): Promise<number> {
  return expectOk(await send('POST', '/view', { body: view })).response.id;
}

/** The member's objects are shared: whoever has the scope acts on what a colleague has made. */
const shared = [200, 200, 200, 200, 200, 404] as const;
/** The same of a create, which names the member: in the query, or in the object, whose attribute it is at tRPC. */
const sharedCreate = [200, 200, 200, 200, 200, [403, 400]] as const;
/** What managers alone do for the member. */
const managed = [403, 403, 403, 200, 200, 404] as const;

/** Every act on the means of another user. */
export const acts: readonly Act[] = [
  {
    operation: 'user.create',
    ask: () => ({ body: { username: `made-${++made}`, member_id: memberId } }),
    // What a key made would outlive it.
    statuses: [403, 403, 403, 200, 403, 403],
  },
  {
    operation: 'user.update',
    what: 'password',
    ask: ({ id }) => ({ id, body: { password: 'another pass phrase', current_password: ownersPassword } }),
    statuses: [200, 403, 404, 403, 403, 404],
  },
  {
    operation: 'user.update',
    what: 'reset_password',
    ask: ({ id }) => ({ id, body: { reset_password: true } }),
    statuses: [400, 403, 404, 200, 403, 404],
  },
  {
    // By a log-in of another manager than the one who made or changed the user.
    operation: 'user.update',
    what: 'confirmed',
    ask: ({ id }) => ({ id, body: { confirmed: true } }),
    statuses: [403, 403, 404, 200, 403, 404],
  },
  ...[
    ['access', { access: 'viewer' }],
    ['state', { state: 'disabled' }],
  ].map(
    ([what, body]): Act => ({
      operation: 'user.update',
      what: what as string,
      ask: ({ id }) => ({ id, body: body as Row }),
      statuses: [403, 403, 404, 200, 200, 404],
    }),
  ),
  ...[
    ['username', { username: 'renamed' }],
    ['role', { role: 'admin', member_id: null }],
    ['member_id', { member_id: 2 }],
  ].map(
    ([what, body]): Act => ({
      operation: 'user.update',
      what: what as string,
      ask: ({ id }) => ({ id, body: body as Row }),
      statuses: [403, 403, 404, 403, 403, 404],
    }),
  ),
  { operation: 'user.remove', ask: ({ id }) => ({ id }), statuses: managed },
  {
    operation: 'apiKey.create',
    what: 'a key of the owner',
    ask: ({ id: user_id }) => ({ body: { user_id, scopes: ['read', 'write'] } }),
    statuses: [200, 403, 409, 200, 403, 409],
  },
  {
    operation: 'apiKey.create',
    what: 'a key of the owner that publishes',
    ask: ({ id: user_id }) => ({ body: { user_id, scopes: ['read', 'publish'] } }),
    statuses: [200, 403, 409, 403, 403, 409],
  },
  {
    operation: 'apiKey.remove',
    ask: async ({ send }) => ({
      id: expectOk(await send('POST', '/api-key', { body: { scopes: ['read'] } })).response.id,
    }),
    statuses: [200, 200, 404, 200, 200, 404],
  },
  {
    operation: 'channel.create',
    ask: () => ({ memberId, body: { name: `Channel ${++made}`, to: 'https://hook.example/path' } }),
    statuses: [403, 403, 403, 200, 200, [403, 400]],
  },
  {
    operation: 'channel.update',
    ask: async (_, service) => ({ id: await channelOf(service), body: { name: `Renamed ${++made}` } }),
    statuses: managed,
  },
  { operation: 'channel.remove', ask: async (_, service) => ({ id: await channelOf(service) }), statuses: managed },
  {
    operation: 'alert.test',
    ask: async (_, service) => ({ query: { channel_id: String(await channelOf(service)) } }),
    statuses: managed,
  },
  {
    operation: 'alert.update',
    ask: async (_, { opened }) => ({ id: await keepAlert(opened, memberId), body: { note: 'Seen' } }),
    statuses: shared,
  },
  { operation: 'view.create', ask: () => ({ memberId, body: view }), statuses: sharedCreate },
  {
    operation: 'view.update',
    ask: async (owner) => ({ id: await viewOf(owner), body: { name: 'W' } }),
    statuses: shared,
  },
  { operation: 'view.send', ask: async (owner) => ({ id: await viewOf(owner) }), statuses: shared },
  { operation: 'view.remove', ask: async (owner) => ({ id: await viewOf(owner) }), statuses: shared },
  {
    operation: 'draft.create',
    ask: async ({ send }) => ({ memberId, body: { ym_profile_id: (await newYmProfile(send)).ymProfile.id } }),
    statuses: sharedCreate,
  },
  {
    operation: 'draft.update',
    ask: async (owner) => ({ id: await draftOf(owner), body: { name: 'D' } }),
    statuses: shared,
  },
  { operation: 'draft.remove', ask: async (owner) => ({ id: await draftOf(owner) }), statuses: shared },
  { operation: 'draft.rebase', ask: async (owner) => ({ id: await draftOf(owner) }), statuses: shared },
  { operation: 'draft.ask', ask: async (owner) => ({ id: await draftOf(owner), body: {} }), statuses: shared },
  { operation: 'draft.watch', ask: async (owner) => ({ id: await draftOf(owner) }), statuses: shared },
  // Four eyes are two people: the owner has made the draft.
  {
    operation: 'draft.approve',
    ask: async (owner) => ({ id: await draftOf(owner) }),
    statuses: [409, 409, 200, 200, 200, 404],
  },
  {
    operation: 'draft.publish',
    what: 'now',
    ask: async (owner) => ({ id: await draftOf(owner), body: {} }),
    statuses: shared,
  },
  {
    operation: 'draft.publish',
    what: 'at a time',
    ask: async (owner) => ({ id: await draftOf(owner), body: future }),
    statuses: shared,
  },
  { operation: 'draft.unschedule', ask: async (owner) => ({ id: await scheduledOf(owner) }), statuses: shared },
  {
    operation: 'experiment.create',
    ask: async (owner) => ({ memberId, body: await plannedOf(owner) }),
    // At tRPC the draft is looked for first, among the stranger's own.
    statuses: [200, 200, 200, 200, 200, [403, 409]],
  },
  {
    operation: 'experiment.update',
    ask: async (owner) => ({ id: await experimentOf(owner), body: { name: 'F' } }),
    statuses: shared,
  },
  { operation: 'experiment.remove', ask: async (owner) => ({ id: await experimentOf(owner) }), statuses: shared },
  {
    operation: 'experiment.start',
    ask: async (owner) => ({ id: await experimentOf(owner), body: {} }),
    statuses: shared,
  },
  {
    operation: 'experiment.pause',
    ask: async (owner) => ({ id: await experimentOf(owner, 'start') }),
    statuses: shared,
  },
  {
    operation: 'experiment.resume',
    ask: async (owner) => ({ id: await experimentOf(owner, 'start', 'pause'), body: {} }),
    statuses: shared,
  },
  {
    operation: 'experiment.end',
    ask: async (owner) => ({ id: await experimentOf(owner, 'start'), body: { outcome: 'drop' } }),
    statuses: shared,
  },
  {
    operation: 'simulation.start',
    ask: async (owner) => {
      const draft_id = await (tried ??= draftOf(owner));
      const { ym_profile_id } = await readDraft(owner.send, draft_id);
      const log = { kind: 'synthetic', auctions: 1, bids: 1, seed: 's' };
      return { memberId, body: { ym_profile_id, draft_id, log } };
    },
    statuses: [200, 200, 200, 200, 200, 403],
  },
];

/** What names no user but the caller: a log-in and its end. */
export const ofTheCaller: ReadonlySet<string> = new Set(['auth.login', 'auth.logout']);

/** Services whose objects are the member's or the installation's, and no user's. */
export const ofTheMember: ReadonlySet<string> = new Set([
  'tier',
  'ymProfile',
  'profile',
  'member',
  'platformMember',
  'auction',
]);
