import { expectOk } from '../fixture/demo-tier.ts';
import type { Instance } from '../fixture/instance.ts';
import type { Exercise, Sent } from './exercise.ts';
import { createObject, objectId, sendFor } from './object.ts';
import { isOnOne, type Operation, operations } from './operation.ts';
import type { Row, Send } from '../fixture/request.ts';

/** A body that the document shows, and what it was answered with when it was sent as it is. */
export interface SentExample {
  readonly id: string;
  readonly example: string;
  readonly status: number;
  readonly text: string;
}

/** Sends every body that the document shows as it is, in the document's order, which is that of its dependencies. */
export async function sendExamples(exercise: Exercise, service: Instance): Promise<readonly SentExample[]> {
  const sent: SentExample[] = [];
  for (const operation of operations) {
    for (const { mediaType, name, value } of operation.examples) {
      const prepared = await prepare(service, operation);
      const headers = { 'content-type': mediaType };
      const answer = await exercise.send(sendFor(service, operation), operation, { ...prepared, body: value, headers });
      sent.push({ id: operation.id, example: `${mediaType} ${name}`, status: answer.status, text: answer.text });
    }
  }
  return sent;
}

/** Makes a first start such that an operation's example can be sent to it: most stand there already. */
async function prepare(service: Instance, operation: Operation): Promise<Sent> {
  const prepared = preparations[operation.id];
  if (prepared !== undefined) return prepared(service, asAdmin(service));
  return isOnOne(operation) ? { query: { id: String(await objectId(service, operation)) } } : {};
}

const asAdmin =
  ({ send, people }: Instance): Send =>
  (method, path, options) =>
    send(method, path, { key: people.admin.api_key, ...options });

type Prepare = (service: Instance, admin: Send) => Promise<Sent>;

const preparations: Readonly<Record<string, Prepare>> = {
  createYmAuctionTier: async (_, admin) =>
    remove(admin, '/ym-auction-tier', { code: 'worked-example', member_id: '1' }),
  /** For a member that has none yet, and so no publisher in use. */
  createYmProfile: async (service) => ({
    query: { member_id: String(await createObject(service, '/member')) },
    key: service.people.admin.api_key,
  }),
  updateYmProfile: async () => ({ query: { id: '1' } }),
  createPlatformMember: async (_, admin) => remove(admin, '/platform-member', { name: 'Northwind Media' }),
  createUser: async (_, admin) => remove(admin, '/user', { username: 'ann' }),
  login: async ({ people }, admin) => {
    const [user] = await find(admin, '/user', { username: people.seller1.username });
    expectOk(await admin('PUT', `/user?id=${String(user?.['id'])}`, { body: { password: 'the password' } }));
    return { key: null };
  },
};

async function find(send: Send, path: string, query: Readonly<Record<string, string>>): Promise<readonly Row[]> {
  const { response } = expectOk(await send('GET', `${path}?${new URLSearchParams(query).toString()}`));
  return Object.values(response).find((value) => Array.isArray(value)) as readonly Row[];
}

/** Deletes what stands in the way of an example. */
async function remove(send: Send, path: string, query: Readonly<Record<string, string>>): Promise<Sent> {
  for (const { id, member_id } of await find(send, path, query)) {
    const member = path === '/ym-auction-tier' ? { member_id: String(member_id) } : {};
    expectOk(await send('DELETE', `${path}?${new URLSearchParams({ id: String(id), ...member }).toString()}`));
  }
  return {};
}
