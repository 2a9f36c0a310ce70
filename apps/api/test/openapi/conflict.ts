import { type Operation, operationOf, operations } from '../fixture/api-document.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import type { Instance } from '../fixture/instance.ts';
import type { Row } from '../fixture/request.ts';
import type { Exercise, Sent } from './exercise.ts';
import { createObject, freshBody, isOnOne, objectId, revisionOfTier, sendFor } from './object.ts';

/** An id that nothing has. */
const nowhere = 999_999_999;

/** What is another text in another request. */
const otherwise = ['name', 'username'];

/** Provokes a conflict of every operation that can have one without others writing at the same moment. */
export async function conflict(exercise: Exercise, service: Instance): Promise<void> {
  for (const operation of operations) {
    const send = sendFor(service, operation);
    if (operation.parameters.some(({ name }) => name === 'Idempotency-Key')) {
      const headers = { 'idempotency-key': `${operation.id}-conflict` };
      for (const each of await twoRequests(service, operation))
        await exercise.send(send, operation, { ...each, headers });
    }
    const provoke = provocations[operation.id];
    if (provoke !== undefined) await exercise.send(send, operation, await provoke(service));
  }
}

/** Two requests that differ: in their object where a write names one of several, else in their body. */
async function twoRequests(service: Instance, operation: Operation): Promise<readonly Sent[]> {
  const idQuery = async () => (isOnOne(operation) ? { id: String(await objectId(service, operation)) } : {});
  const [query, other] = [await idQuery(), await idQuery()];
  if (operation.method === 'DELETE' || operation.examples.length === 0) return [{ query }, { query: other }];
  const body = freshBody(operation);
  const isOfOne = operation.method === 'PUT' || /^\/(?:draft|experiment)\//.test(operation.path);
  if (isOfOne && other.id !== query.id) return [query, other].map((one) => ({ query: one, body }));
  const another = { ...body, [otherwise.find((name) => name in body) ?? 'revision']: 'Another' };
  return [body, another].map((one) => ({ query, body: one }));
}

const create = (path: string, more: Row): Sent => ({ body: { ...freshBody(operationOf('POST', path)), ...more } });
const update = async (service: Instance, path: string, body: Row): Promise<Sent> => ({
  query: { id: String(await createObject(service, path)) },
  body,
});

const scheduledDraft = (service: Instance) => objectId(service, operationOf('POST', '/draft/unschedule'));

const runningExperiment = (service: Instance) => objectId(service, operationOf('POST', '/experiment/pause'));
const planned = async (service: Instance, body: Row): Promise<Sent> => ({
  query: { id: String(await createObject(service, '/experiment')) },
  body,
});

/** Requests that conflict with the demo's data. */
const provocations: Readonly<Record<string, (service: Instance) => Sent | Promise<Sent>>> = {
  createYmAuctionTier: () => create('/ym-auction-tier', { ym_profile_id: nowhere }),
  updateYmAuctionTier: (service) => update(service, '/ym-auction-tier', { profile_id: nowhere }),
  updateYmProfile: (service) => update(service, '/ym-profile', { publisher_ids: [9] }),
  deleteYmProfile: () => ({ query: { id: '1' } }),
  createProfile: () => create('/profile', { dma_targets: [{ dma: nowhere }] }),
  updateProfile: (service) => update(service, '/profile', { dma_targets: [{ dma: nowhere }] }),
  deleteProfile: () => ({ query: { id: '1' } }),
  createPlatformMember: () => create('/platform-member', { id: 102 }),
  createUser: () => create('/user', { username: 'admin' }),
  updateUser: (service) => update(service, '/user', { username: 'admin' }),
  deleteUser: async ({ send, people }) => {
    const answer = await send('GET', '/user');
    const users = expectOk(answer).response['users'] as readonly Row[];
    const user = users.find(({ username }) => username === people.seller1.username);
    if (user === undefined) throw new Error(`a seller does not see itself: ${answer.text}`);
    return { query: { id: String(user['id']) } };
  },
  /** What a later step has changed too. */
  undoYmProfile: async (service) => {
    const id = await createObject(service, '/ym-profile');
    const body = { name: 'Changed', ym_profile_id: id };
    const tier = expectOk(await service.send('POST', '/ym-auction-tier', { body })).response.id;
    const revision = await revisionOfTier(service, tier);
    expectOk(await service.send('PUT', `/ym-auction-tier?id=${tier}`, { body: { priority: 9 } }));
    return { query: { id: String(id), revision }, body: {} };
  },
  /** A tier that another ym-profile has now. */
  restoreYmProfile: async (service) => {
    const [id, other] = [await createObject(service, '/ym-profile'), await createObject(service, '/ym-profile')];
    const body = { name: 'Moved', ym_profile_id: id };
    const tier = expectOk(await service.send('POST', '/ym-auction-tier', { body })).response.id;
    const revision = await revisionOfTier(service, tier);
    const moved = { body: { ym_profile_id: other } };
    expectOk(await service.send('PUT', `/ym-auction-tier?id=${tier}`, moved));
    return { query: { id: String(id), revision }, body: {} };
  },
  createApiKey: () => create('/api-key', { user_id: nowhere, scopes: ['read'] }),
  publishDraft: async (service) => ({ query: { id: String(await scheduledDraft(service)) }, body: {} }),
  rebaseDraft: async (service) => ({ query: { id: String(await scheduledDraft(service)) } }),
  unscheduleDraft: async (service) => ({ query: { id: String(await createObject(service, '/draft')) } }),
  /** The caller itself has made it. */
  approveDraft: async (service) => ({ query: { id: String(await createObject(service, '/draft')) } }),
  createExperiment: () => create('/experiment', { draft_id: nowhere }),
  updateExperiment: (service) => update(service, '/experiment', { draft_id: nowhere }),
  deleteExperiment: async (service) => ({ query: { id: String(await runningExperiment(service)) } }),
  startExperiment: async (service) => ({ query: { id: String(await runningExperiment(service)) } }),
  pauseExperiment: async (service) => planned(service, {}),
  resumeExperiment: async (service) => planned(service, {}),
  endExperiment: async (service) => planned(service, { outcome: 'drop' }),
  startSimulation: () =>
    create('/simulation', { draft: { tiers: [{ name: 'T', buyer_members: [{ name: 'Unknown Buyer' }] }] } }),
  /** One that takes longer than to ask for its result. */
  readSimulationResult: async ({ send }) => {
    const log = { kind: 'synthetic', auctions: 20_000, bids: 8, seed: 'conflict' };
    const answer = await send('POST', '/simulation', { body: { ym_profile_id: 1, draft: { tiers: [] }, log } });
    return { query: { id: String(expectOk(answer).response.id) } };
  },
};
