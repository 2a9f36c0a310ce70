import { randomUUID } from 'node:crypto';
import { jobKeyPrefix, type Scope, services } from '@auction-tiers/contract';
import { createClient as connectRedis } from 'redis';
import { afterAll, beforeAll } from 'vitest';
import { createProfile, createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { keepAlert } from '../fixture/alert.ts';
import { keepForecast } from '../fixture/forecast.ts';
import { logIn, tokenOf } from '../fixture/log-in.ts';
import { createSend, type Row, type Send } from '../fixture/request.ts';
import { startService, type TestService } from '../fixture/service.ts';
import { contentOf } from '../fixture/stored-state.ts';
import type { Things } from './ask.ts';
import { absentOf, planted, plantedAlert, plantedForecast, plantEverything, victimsBuyer } from './canary.ts';
import { rest } from './door.ts';

/** A seller's user that calls, and what it has. */
export interface Party extends Things {
  readonly key: string;
  /** Its log-in, which makes what a key may not make. */
  readonly token: string;
  readonly send: Send;
}

/** A service with a member whose every value is recognisable, the victim, and two that must see nothing of it. */
export interface World {
  readonly service: TestService;
  readonly victim: Party;
  /** What the victim has, with values that no object has. */
  readonly absent: Things;
  readonly strangers: readonly [Party, Party];
}

/** The strangers' names in titles. Objects and changes of the second one are in the victim's partition of the store. */
export const strangerNames = ['a seller of another partition', 'a seller of the same partition'] as const;

const victimId = planted.number(1);

/** A world for all tests of the calling file: started before the first of them, closed after the last. */
export function useWorld(): World {
  let started: World | undefined;
  beforeAll(async () => {
    started = await startWorld();
  });
  afterAll(() => started?.service.close());
  const running = (): World => {
    if (started === undefined) throw new Error('the world is used before the hooks that start it have run');
    return started;
  };
  return {
    get service() {
      return running().service;
    },
    get victim() {
      return running().victim;
    },
    get absent() {
      return running().absent;
    },
    get strangers() {
      return running().strangers;
    },
  };
}

/** Starts a world. Ids are recognisable only of the victim's objects: the counters are moved while those are made. */
async function startWorld(): Promise<World> {
  // Jobs would change what is compared: a forecast that is due is measured within a minute.
  const service = await startService({}, { startsJobs: false });
  const { partitions } = service.opened.store;
  const near = (victimId % partitions) + partitions;
  // In this order: the service draws no id below one that it has seen.
  const neighbour = await createStranger(service, near);
  const strangers = [await createStranger(service, near + 1), neighbour] as const;
  await drawIdsFrom(service, planted.number(100));
  await drawSimulationsFrom(service, planted.number(100));
  const victim = await createParty(service, victimId, 'kestrel', async (send) => {
    await keepForecast(service.opened, victimId, plantedForecast);
    await keepAlert(service.opened, victimId, plantedAlert);
    await plantEverything(send);
    await plantUsers(service);
  });
  await drawIdsFrom(service, 71_000_000);
  await decideAuction(victim);
  await service.opened.liveReport.flush();
  const rows = { ...victim.rows, 'platform-member': victimsBuyer, simulation: await startSimulation(victim) };
  const seen = { ...victim, rows };
  return { service, victim: seen, absent: absentOf({ memberId: victimId, rows }), strangers };
}

/** Users of the victim that its manager has made, of whom another manager confirms the last one. */
async function plantUsers(service: TestService): Promise<void> {
  const second = { username: 'kestrel-second', password: 'kestrel-password', member_id: victimId, access: 'manager' };
  await asAdmin(service, '/user', second);
  const manager = await logIn(service.send, { ...second, username: 'kestrel-user' });
  await post(service, '/user', manager, { username: 'kestrel-unconfirmed', access: 'publisher' });
  const { id } = await post(service, '/user', manager, { username: 'kestrel-confirmed', access: 'publisher' });
  const key = await logIn(service.send, second);
  expectOk(await service.send('PUT', `/user?id=${String(id)}`, { key, body: { confirmed: true } }));
}

/** An auction with a bid of a buyer that the member's tier names. */
async function decideAuction({ send, rows }: Party): Promise<void> {
  const { id: ym_profile_id } = rows['ym-profile'] ?? {};
  const { buyer_members } = rows['ym-auction-tier'] ?? {};
  const [buyer] = buyer_members as readonly Row[];
  const bids = [{ id: 'b', member_id: buyer?.['id'], price: 5 }];
  expectOk(await send('POST', '/auction', { body: { ym_profile_id, impression: {}, bids } }));
}

/** A simulation of a member's own tiers; without a worker it stays queued. */
async function startSimulation({ send, rows }: Party): Promise<Row> {
  const log = { kind: 'synthetic', auctions: 1, bids: 1, seed: planted.text('seed') };
  const body = { ym_profile_id: rows['ym-profile']?.['id'], draft: { tiers: [] }, log };
  const answer = await send('POST', '/trpc/simulation.start', { body });
  return (answer.json['result'] as { readonly data: Row }).data;
}

const createStranger = (service: TestService, memberId: number) =>
  createParty(service, memberId, `stranger-${memberId}`, async (send) => {
    const { id: ym_profile_id } = await createYmProfile(send, { name: 'Own', code: 'own', publisher_ids: [808] });
    const { id: profile_id } = await createProfile(send, { name: 'Own', code: 'own' });
    await createTier(send, { name: 'Own', code: 'own', ym_profile_id, profile_id, buyer_members: [{ id: 101 }] });
    const { id: draft_id } = expectOk(await send('POST', `/draft?from=${ym_profile_id}`)).response;
    const experiment = { name: 'Own', hypothesis: '2 %', draft_id, guard: { max_loss: 1 } };
    expectOk(await send('POST', '/experiment', { body: experiment }));
    await keepForecast(service.opened, memberId);
    await keepAlert(service.opened, memberId);
    expectOk(await send('POST', '/channel', { body: { name: 'Own', to: 'https://own.example/' } }));
    expectOk(await send('POST', '/view', { body: { name: 'Own', address: '/today' } }));
  });

/** A member, made over the wire as an administrator makes them, with a user and what that fills it with. */
async function createParty(
  service: TestService,
  memberId: number,
  word: string,
  fill: (send: Send) => Promise<void>,
): Promise<Party> {
  await drawIdsFrom(service, memberId - 1, ['member']);
  await asAdmin(service, '/member', { name: `${word}-member` });
  return partyOf(service, memberId, word, fill, ['manage']);
}

/** A new user of a member, the first one a manager, with a key that may do `more` than publish, and an object of every service that it sees. */
export async function partyOf(
  service: TestService,
  memberId: number,
  word: string,
  fill: (send: Send) => Promise<void> = async () => {},
  more: readonly Scope[] = [],
): Promise<Party> {
  const user = { username: `${word}-user`, password: `${word}-password`, member_id: memberId };
  await asAdmin(service, '/user', user);
  const token = await logIn(service.send, user);
  const key = await createKey(service, token, `${word}-key`, ['read', 'write', 'auction', 'publish', ...more]);
  const send: Send = (method, path, options) =>
    createSend(service.url, key)(method, path, { headers: { 'x-request-id': `${word}-request` }, ...options });
  await fill(send);
  const seen = services.map(async ({ resource: { service: name } }) => {
    const { rows } = rest.read(expectOk(await send('GET', `/${name}`)));
    // The log begins with what is newest; users and keys are in another partition than what the member owns.
    const newest = name === 'change-log' ? rows.find(({ member_id: id }) => id !== null) : rows.at(-1);
    return [name, newest] as const;
  });
  const rows = (await Promise.all(seen)).filter((entry): entry is [string, Row] => entry[1] !== undefined);
  return { memberId, key, token, send, rows: Object.fromEntries(rows) };
}

/** A new key that allows this and no more: of the user with this token, or of another, `user_id`, whose key it makes. */
export async function createKey(
  service: TestService,
  token: string,
  name: string,
  scopes: readonly Scope[],
  user_id?: number,
): Promise<string> {
  const body = { name, scopes, write_publishes: false, ...(user_id === undefined ? {} : { user_id }) };
  return String((await post(service, '/api-key', token, body))['key']);
}

const asAdmin = async (service: TestService, path: string, body: Row): Promise<Row> =>
  post(service, path, await tokenOf(service, 'admin'), body);

async function post({ send }: TestService, path: string, key: string, body: Row): Promise<Row> {
  const { response } = expectOk(await send('POST', path, { key, body, headers: { 'x-request-id': randomUUID() } }));
  return response[path.slice(1)] as Row;
}

async function drawSimulationsFrom({ redisUrl }: TestService, last: number): Promise<void> {
  const redis = connectRedis({ url: redisUrl });
  await redis.connect();
  await redis.set(`${jobKeyPrefix}:simulation:last`, String(last));
  redis.destroy();
}

async function drawIdsFrom(
  { redisUrl }: TestService,
  last: number,
  names: readonly string[] = services.map(({ resource }) => resource.service),
): Promise<void> {
  const redis = connectRedis({ url: redisUrl });
  await redis.connect();
  await Promise.all(names.map((name) => redis.set(`at:counter:${name}`, String(last))));
  redis.destroy();
}

/** Everything of its own that a party can see, without what differs from call to call. */
export async function stateOf({ send }: Party): Promise<readonly Row[]> {
  const answers = await Promise.all(services.map(({ resource }) => send('GET', `/${resource.service}`)));
  return answers.map(contentOf);
}
