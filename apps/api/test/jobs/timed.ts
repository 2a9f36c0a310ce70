import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  apiKeyResource,
  forecastResource,
  type ServiceName,
  storedDraftResource,
  storedExperimentResource,
  viewResource,
} from '@auction-tiers/contract';
import { sealedName } from '@auction-tiers/recorded';
import type { StoredResource } from '@auction-tiers/store';
import { jobsOf, jobsOfFolder } from '../../src/jobs/table.ts';
import type { Work } from '../../src/loop/job.ts';
import { keepAlert, ownAlert } from '../fixture/alert.ts';
import { createDraft, newYmProfile, updateDraft, withTier } from '../fixture/draft.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { keepForecast, ownForecast } from '../fixture/forecast.ts';
import type { Instance } from '../fixture/instance.ts';
import { logIn } from '../fixture/log-in.ts';
import type { Row } from '../fixture/request.ts';
import type { Receiver } from '../fixture/receiver.ts';

export const memberId = 1;

const work = { run: async () => {} } as Work;
const workers = new Proxy({}, { get: () => work }) as Parameters<typeof jobsOf>[0];
/** The names of everything that the service does again and again by itself. */
export const jobNames = [...jobsOf(workers), ...jobsOfFolder(work)].map(({ name }) => name);

/** Sets attributes of a stored object that no request sets, such as a time that is past. */
export async function write(
  { store, follower }: Instance['opened'],
  [resource, owner]: readonly [StoredResource, number | null],
  id: number,
  changes: Row,
): Promise<void> {
  const stored = await store.get(resource, owner, id);
  const value = { ...stored?.value, ...changes };
  const actor = { user: 'test', requestId: 'test' };
  const result = await store.update(resource, owner, id, value, stored?.revision ?? 0, actor);
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  await follower.committed(result.change);
}

/** How often an object of the member has got a state, by the change log. */
const timesSet =
  ({ store }: Instance['opened'], service: ServiceName, id: number, states: readonly string[]) =>
  async (): Promise<number> => {
    const { changes } = await store.changeLog(memberId, 0, 1000);
    const ofIt = changes.filter((change) => change.service === service && change.id === id);
    return ofIt.filter(({ after }) => states.includes(String(after?.['state']))).length;
  };

const far = '2099-12-01 06:00:00';

/** A new draft that changes a price. */
export async function newDraft({ send }: Instance): Promise<number> {
  const { ymProfile, gold } = await newYmProfile(send);
  const draft = await createDraft(send, ymProfile.id);
  await updateDraft(send, draft.id, withTier(draft, gold.id, { min_price: '3.00' }));
  return draft.id;
}

/** Something that acts at a time: plants one that is due then, and tells how often it has acted. */
type Plant = (instance: Instance, due: string, receiver: Receiver) => Promise<() => Promise<number>>;

/** The jobs that act at a time that an object names, and what else acts by itself then. */
export const timed: Readonly<Record<string, Plant>> = {
  drafts: async (instance, due) => {
    const id = await newDraft(instance);
    expectOk(await instance.send('POST', `/draft/publish?id=${id}`, { body: { at: far } }));
    await write(instance.opened, [storedDraftResource, memberId], id, { publish_at: due });
    return timesSet(instance.opened, 'draft', id, ['published', 'suspended']);
  },
  experiments: async (instance, due) => {
    const body = {
      name: 'E',
      hypothesis: 'Net rises by 2 %',
      guard: { max_loss: '9' },
      draft_id: await newDraft(instance),
    };
    const id = expectOk(await instance.send('POST', '/experiment', { body })).response.id;
    expectOk(await instance.send('POST', `/experiment/start?id=${id}`));
    await write(instance.opened, [storedExperimentResource, memberId], id, { end_at: due });
    return timesSet(instance.opened, 'experiment', id, ['paused']);
  },
  forecasts: async ({ opened }, due_on) => {
    const id = await keepForecast(opened, memberId, { ...ownForecast, due_on });
    await opened.follower.fresh(memberId);
    return async () => Number((await opened.store.get(forecastResource, memberId, id))?.value['state'] !== 'waiting');
  },
  views: async ({ opened, send }, due_on, { port, received }) => {
    const { channel_id, arrived } = await newChannel(send, port, received);
    const view = { name: 'V', address: '/today', every: 'day', channel_id };
    const id = expectOk(await send('POST', '/view', { body: view })).response.id;
    await write(opened, [viewResource, memberId], id, { due_on });
    return async () => arrived();
  },
  // No job: they are refused from their end on.
  'ends of keys': async ({ opened, send, people }, end_date) => {
    const body = { scopes: ['read'], end_date: far };
    const made = expectOk(await send('POST', '/api-key', { key: await logIn(send, people.seller1), body })).response;
    const { id, key } = made['api-key'] as { readonly id: number; readonly key: string };
    await write(opened, [apiKeyResource, null], id, { end_date });
    await opened.credentialIndex.follow();
    return async () => Number((await send('GET', '/member', { key })).status === 401);
  },
};

/** What else acts by itself, and leaves or sends something. */
export const untimed = {
  alerts: async (instance) => {
    const { opened } = instance;
    const id = await newDraft(instance);
    const why = { state: 'suspended', suspended_reason: 'the live tiers have changed' };
    await write(opened, [storedDraftResource, memberId], id, why);
    return async () => (await alertsOf(instance, id)).length;
  },
  /** `since`: when what the message is about began. */
  channels: async ({ opened, send }, since, { port, received }) => {
    const { arrived } = await newChannel(send, port, received);
    await keepAlert(opened, memberId, { ...ownAlert, since });
    await opened.follower.fresh(memberId);
    return async () => arrived();
  },
} as const satisfies Readonly<Record<string, Plant>>;

/** The alerts about a draft. */
export async function alertsOf({ opened }: Instance, draftId: number): Promise<readonly Row[]> {
  await opened.follower.fresh(memberId);
  const alerts = opened.mirror.rows('alert', memberId) as readonly Row[];
  return alerts.filter(({ kind, subject_id: subject }) => kind === 'draft' && subject === draftId);
}

/** A channel to the receiver, and how many messages have arrived by it. */
async function newChannel(
  send: Instance['send'],
  port: number,
  received: Receiver['received'],
): Promise<{ readonly channel_id: number; readonly arrived: () => number }> {
  const path = `/${randomUUID()}`;
  const body = { name: path, to: `http://127.0.0.1:${port}${path}` };
  const { id } = expectOk(await send('POST', '/channel', { body })).response;
  return { channel_id: id, arrived: () => received.filter((one) => one.path === path).length };
}

const hourMs = 3_600_000;

/** A file of recorded auctions of three days ago, where one day is kept. */
export function oldFile(folder: string): string {
  const startMs = Math.floor(Date.now() / hourMs - 72) * hourMs;
  const seal = { lines: 1, share: 1, bytes: 3, untilMs: startMs + hourMs };
  const name = sealedName({ startMs, writer: 'aaaaaaaa', part: 1 }, seal);
  const file = join(folder, String(memberId), '1', name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, 'old');
  return file;
}
