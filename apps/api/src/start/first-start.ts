import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AppRouter, type Context, createCallerFactory, memberResource, scopes } from '@auction-tiers/contract';
import { demoBodies, demoBuyers, demoFeePct, type TierSetBodies } from '@auction-tiers/contract/demo';
import { scopesOf } from '../auth/login.ts';
import { hashPassword } from '../auth/password.ts';
import { createKey, sha256, shownPrefixLength } from '../auth/secret.ts';
import type { Deps } from '../handler/deps.ts';
import type { Settings } from '../settings/settings.ts';

/** One entry of credentials.json. */
interface Credentials {
  readonly role: 'admin' | 'seller';
  readonly member_id?: number;
  readonly username: string;
  readonly password: string;
  readonly api_key: string;
}

const setUp = {
  caller: { userId: 0, username: 'first start', role: 'admin', memberId: null, scopes },
  requestId: 'first-start',
  warn: () => {},
} as const satisfies Context;

type Caller = ReturnType<ReturnType<typeof createCallerFactory<AppRouter['_def']['record']>>>;

/**
 * Sets up a database that has no users: an administrator and, for the demo, two sellers with something to look at. The
 * credentials are written before the users are made, so that a crash in between loses nothing: without users the next
 * start begins anew. Gives the file, or null when there was nothing to do.
 */
export async function firstStart(deps: Deps, router: AppRouter, settings: Settings): Promise<string | null> {
  if ((await deps.store.credentials.findUser('admin')) !== null) return null;
  const people: Credentials[] = [person('admin', 'admin')];
  if (settings.DEMO) people.push(person('seller', 'demo-seller-1', 1), person('seller', 'demo-seller-2', 2));
  const file = await writeCredentials(settings.DATA_DIR, people);
  if (settings.DEMO) await loadDemo(deps, createCallerFactory(router)(setUp));
  // The administrator comes last: its presence says that everything before it is done.
  for (const one of people.toReversed()) await createUser(deps, one);
  return file;
}

function person(role: Credentials['role'], username: string, memberId?: number): Credentials {
  const password = randomBytes(18).toString('base64url');
  return { role, ...(memberId === undefined ? {} : { member_id: memberId }), username, password, api_key: createKey() };
}

async function writeCredentials(dir: string, people: readonly Credentials[]): Promise<string> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const file = join(dir, 'credentials.json');
  // Another database's credentials may lie here; they are not ours to lose.
  if (existsSync(file)) await rename(file, join(dir, `credentials.${Date.now()}.json`));
  const lines = people.map((one) => JSON.stringify(one)).join(',\n ');
  await writeFile(file, `[${lines}]\n`, { mode: 0o600, flag: 'wx' });
  return file;
}

async function createUser(
  { store }: Deps,
  { role, member_id, username, password, api_key }: Credentials,
): Promise<void> {
  const memberId = member_id ?? null;
  const user = await store.credentials.createUser({
    username,
    passwordHash: await hashPassword(password),
    role,
    memberId,
  });
  if (user === null) return;
  await store.credentials.putGrant(
    sha256(api_key),
    {
      kind: 'key',
      userId: user.id,
      username,
      role,
      memberId,
      scopes: scopesOf(role),
      createdMs: Date.now(),
      prefix: api_key.slice(0, shownPrefixLength),
    },
    null,
  );
}

/** Everything goes through the router, as a caller's writes do. What a start that was cut short has made stays as it is. */
async function loadDemo(deps: Deps, caller: Caller): Promise<void> {
  for (const [place, name] of ['Example News (demo)', 'Another Publisher (demo)'].entries())
    await createMember(deps, place + 1, name);
  for (const buyer of demoBuyers) {
    const known = deps.mirror.row('platform-member', null, buyer.id);
    if (known === undefined) await caller.platformMember.create(buyer);
  }
  if (deps.mirror.rows('ym-profile', 1).length === 0) await createTierSet(caller, 1, demoBodies);
  if (deps.mirror.rows('ym-profile', 2).length === 0) await createTierSet(caller, 2, otherBodies);
}

async function createMember({ store, mirror, follower }: Deps, id: number, name: string): Promise<void> {
  if (mirror.row('member', id, id) !== undefined) return;
  const value = { name, revenue_share_pct: demoFeePct };
  const actor = { user: setUp.caller.username, requestId: setUp.requestId };
  const result = await store.create(memberResource, id, value, actor, { id });
  if (!result.ok) throw new Error(`the demo's member ${id} could not be made: ${result.refusal.kind}`);
  await follower.committed(result.change);
}

/** Tiers name their profile by its place in the list, from 1. */
async function createTierSet(caller: Caller, memberId: number, bodies: TierSetBodies): Promise<void> {
  const create = { member_id: memberId };
  const ymProfile = await caller.ymProfile.create({ ...bodies.ymProfile, ...create });
  const profileIds: number[] = [];
  for (const body of bodies.profiles) {
    profileIds.push((await caller.profile.create({ ...body, ...create })).id);
  }
  for (const { profile_id: place, ...body } of bodies.tiers) {
    const profile_id = profileIds[(place ?? 0) - 1] ?? null;
    await caller.tier.create({ ...body, ...create, profile_id, ym_profile_id: ymProfile.id });
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
