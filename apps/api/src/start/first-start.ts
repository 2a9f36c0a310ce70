import { randomBytes } from 'node:crypto';
import {
  apiKeyResource,
  type AppRouter,
  type Context,
  createCallerFactory,
  type Member,
  memberResource,
  type Plain,
  scopes,
  type ServiceName,
  type User as UserRow,
  userResource,
} from '@auction-tiers/contract';
import { demoBodies, demoBuyers, demoFeePct, type TierSetBodies } from '@auction-tiers/contract/demo';
import { createApiKey, createUser, passwordSecret, scopesOf } from '../auth/account.ts';
import { isPassword } from '../auth/password.ts';
import { createKey } from '../auth/secret.ts';
import type { User, WriteResult } from '@auction-tiers/store';
import { type DemoNote, noteDemo } from '../demo/demo-days.ts';
import {
  type DemoCaller,
  demoColleague,
  demoMadeMs,
  demoSeller,
  earlierBodies,
  makeDemoHistory,
} from '../demo/demo-history.ts';
import { demoTimezone, fourWeeks, holidayOf } from '../demo/demo-market.ts';
import type { Deps } from '../handlers/request/deps.ts';
import type { Settings } from '../settings/settings.ts';
import { type Credentials, dropDraft, findDraft, publishDraft, writeDraft } from './credentials-file.ts';
import type { Opened } from './open.ts';

const setUp = {
  caller: { userId: 0, username: 'first start', role: 'admin', memberId: null, scopes },
  requestId: 'first-start',
  warn: () => {},
} as const satisfies Context;

const actor = { user: setUp.caller.username, requestId: setUp.requestId };

type FirstDeps = Deps & Pick<Opened, 'store'>;

/**
 * Sets up a database that has no administrator: creates one, and for the demo two sellers with demo data. Returns the
 * path of the credentials file, or null when there was nothing to do. Where the data folder remembers an installation,
 * its database is never set up again, whatever data it has lost.
 *
 * An interrupted start loses nothing: the credentials are kept in a draft from before the first of them is used until
 * the administrator, created last, exists; the next start goes on with the same credentials. Of several processes that
 * start at once, one sets up the database and the others wait for it.
 */
export async function firstStart(
  deps: FirstDeps & Pick<Opened, 'isRemembered'>,
  router: AppRouter,
  settings: Settings,
): Promise<string | null> {
  const dir = settings.DATA_DIR;
  if (deps.isRemembered) {
    await dropDraft(dir);
    return null;
  }
  if ((await findDraft(dir)) === null && (await findAdmin(deps)) !== undefined) return null;
  return deps.store.withLease('first-start', async () => {
    const draft = await findDraft(dir);
    const admin = await findAdmin(deps);
    if (admin === undefined) return setUpDatabase(deps, router, settings, draft);
    if (draft === null) return null;
    if (await isOwn(deps, draft)) return publishDraft(dir);
    await dropDraft(dir);
    return null;
  });
}

async function setUpDatabase(
  deps: FirstDeps,
  router: AppRouter,
  { DATA_DIR: dir, DEMO: isDemo, DEMO_DAYS: days }: Settings,
  draft: readonly Credentials[] | null,
): Promise<string> {
  const createCaller = createCallerFactory(router);
  const note = isDemo && days > 0 ? await noteDemo(deps.store, deps.clock.epochMs(), days) : null;
  const people = draft ?? (await writeDraft(dir, drawPeople(isDemo, note !== null)));
  const [admin, ...sellers] = people;
  const timeMs = note === null ? undefined : demoMadeMs(note.untilMs);
  if (isDemo) await loadDemo(deps, createCaller({ ...setUp, timeMs }), note);
  for (const one of inOrder(sellers)) await ensureUser(deps, one, timeMs);
  if (note !== null) await makeDemoHistory(deps, createCaller, note);
  await ensureUser(deps, admin!);
  return publishDraft(dir);
}

/** In order of creation. The colleague, who exists only in a demo with days, is last: the other ids stay equal. */
const inOrder = (sellers: readonly Credentials[]): readonly Credentials[] => [
  ...sellers.filter(({ username }) => username !== demoColleague).toReversed(),
  ...sellers.filter(({ username }) => username === demoColleague),
];

/** Finds an administrator, once the mirror holds all users. */
async function findAdmin({ mirror, follower }: Deps): Promise<UserRow | undefined> {
  await follower.freshEverywhere();
  return mirror.rows('user', null).find(({ role }) => role === 'admin');
}

/** Whether the database was set up with these credentials. */
async function isOwn({ store }: Deps, [admin]: readonly Credentials[]): Promise<boolean> {
  const user = admin === undefined ? null : await store.credentials.findUser(admin.username);
  return user !== null && admin !== undefined && isPassword(user.passwordHash, admin.password);
}

function drawPeople(isDemo: boolean, hasDays: boolean): Credentials[] {
  const admin = person('admin', 'admin');
  if (!isDemo) return [admin];
  const sellers = [person('seller', demoSeller, 1), person('seller', 'demo-seller-2', 2)];
  return [admin, ...sellers, ...(hasDays ? [person('seller', demoColleague, 1)] : [])];
}

function person(role: Credentials['role'], username: string, memberId?: number): Credentials {
  const password = randomBytes(18).toString('base64url');
  return { role, ...(memberId === undefined ? {} : { member_id: memberId }), username, password, api_key: createKey() };
}

/** Creates a user with an API key. A user that an interrupted start has created gets these credentials. */
async function ensureUser(deps: Deps, credentials: Credentials, timeMs?: number): Promise<void> {
  const { role, member_id = null, username, password, api_key: key } = credentials;
  const author = { ...actor, timeMs };
  const { cost } = deps.passwordQueue;
  const made = await createUser(deps.store, { username, role, member_id, password }, author, cost);
  await take(deps, made);
  const user = await deps.store.credentials.findUser(username);
  if (user === null) throw new Error(`the user ${username} was removed while the database was set up`);
  // A user that an interrupted start has created may have another password.
  if (!made.ok && !(await isPassword(user.passwordHash, password))) await takeOver(deps, user, password);
  const name = 'Made by the first start';
  await take(
    deps,
    await createApiKey(deps.store, { userId: user.id, name, scopes: scopesOf(user), key }, author).result,
  );
}

/** Gives a user another password, and ends its keys. */
async function takeOver(deps: Deps, { id }: User, password: string): Promise<void> {
  const { store, mirror, passwordQueue } = deps;
  const keys = mirror.rows('api-key', null).filter(({ user_id: owner }) => owner === id);
  for (const one of keys) await take(deps, await store.remove(apiKeyResource, null, one.id, actor));
  const stored = await store.get(userResource, null, id);
  if (stored === null) throw new Error(`user ${id} was removed while the database was set up`);
  const secrets = await passwordSecret(password, passwordQueue.cost);
  await take(deps, await store.update(userResource, null, id, stored.value, stored.revision, actor, { secrets }));
}

/** Applies a write to the mirror. A duplicate is no error: an interrupted start has created the object before. */
async function take({ follower }: Deps, result: WriteResult): Promise<void> {
  if (result.ok) await follower.committed(result.change);
  else if (result.refusal.kind !== 'duplicate') {
    throw new Error(`A first user or key could not be made: ${result.refusal.kind}`);
  }
}

/** Creates buyers and tier sets through the router. Objects that an interrupted start created stay as they are. */
async function loadDemo(deps: Deps, caller: DemoCaller, note: DemoNote | null): Promise<void> {
  const timeMs = note === null ? undefined : demoMadeMs(note.untilMs);
  const zone = note === null ? {} : { timezone: demoTimezone, ...calendarOf(note) };
  await createMember(deps, 1, { name: 'Example News (demo)', ...zone }, timeMs);
  await createMember(deps, 2, { name: 'Another Publisher (demo)' }, timeMs);
  for (const buyer of demoBuyers) {
    const known = deps.mirror.row('platform-member', null, buyer.id);
    if (known === undefined) await caller.platformMember.create(buyer);
  }
  await ensureTierSet(deps, caller, 1, note === null ? demoBodies : earlierBodies(note.days));
  await ensureTierSet(deps, caller, 2, otherBodies);
}

/** The holiday of a demo of at least four weeks. */
const calendarOf = ({ untilMs, days }: DemoNote): Partial<Pick<Member, 'calendar'>> =>
  days < fourWeeks.days ? {} : { calendar: [{ date: holidayOf(untilMs), name: fourWeeks.holiday.name }] };

async function createMember(
  { store, mirror, follower }: Deps,
  id: number,
  given: Pick<Member, 'name'> & Partial<Pick<Member, 'timezone' | 'calendar'>>,
  timeMs: number | undefined,
): Promise<void> {
  if (mirror.row('member', id, id) !== undefined) return;
  const value = { ...given, revenue_share_pct: demoFeePct };
  const result = await store.create(memberResource, id, value, { ...actor, timeMs }, { id });
  if (!result.ok) throw new Error(`the demo's member ${id} could not be made: ${result.refusal.kind}`);
  await follower.committed(result.change);
}

/** Creates the objects whose names are not stored yet. Tiers name their profile by its position in the list, from 1. */
async function ensureTierSet(
  { mirror }: Deps,
  caller: DemoCaller,
  memberId: number,
  bodies: TierSetBodies,
): Promise<void> {
  const find = (service: ServiceName, name: unknown) =>
    mirror.rows(service, memberId).find((row: Plain) => row['name'] === name);
  const owned = { member_id: memberId };
  const { id: ym_profile_id } =
    find('ym-profile', bodies.ymProfile.name) ?? (await caller.ymProfile.create({ ...bodies.ymProfile, ...owned }));
  const profileIds: number[] = [];
  for (const body of bodies.profiles) {
    profileIds.push((find('profile', body.name) ?? (await caller.profile.create({ ...body, ...owned }))).id);
  }
  for (const { profile_id: index, ...body } of bodies.tiers) {
    if (find('ym-auction-tier', body.name) !== undefined) continue;
    const profile_id = profileIds[(index ?? 0) - 1] ?? null;
    await caller.tier.create({ ...body, ...owned, profile_id, ym_profile_id });
  }
}

const otherBodies: TierSetBodies = {
  ymProfile: {
    name: 'Another Publisher',
    code: 'another-publisher',
    description: 'The second demo seller',
    publisher_ids: [9],
  },
  profiles: [],
  tiers: [
    {
      name: 'Preferred',
      priority: 5,
      member_action: 'include',
      min_price: '1.00',
      ym_profile_id: 1,
      buyer_members: [{ id: 101 }],
    },
  ],
};
