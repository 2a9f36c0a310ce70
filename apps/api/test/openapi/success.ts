import { type Operation, operations, type Parameter } from '../fixture/api-document.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import type { Instance } from '../fixture/instance.ts';
import type { Answer, Row, Send } from '../fixture/request.ts';
import type { Schema } from '../fixture/schema-arbitrary.ts';
import type { Exercise, Sent } from './exercise.ts';
import { createObject, freshBody, isOnOne, objectId, sendFor } from './object.ts';

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

/** Prepares the demo's data so that an operation's example can be sent; most examples need nothing. */
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

/** Deletes the objects that would conflict with an example. */
async function remove(send: Send, path: string, query: Readonly<Record<string, string>>): Promise<Sent> {
  for (const { id, member_id } of await find(send, path, query)) {
    const member = path === '/ym-auction-tier' ? { member_id: String(member_id) } : {};
    expectOk(await send('DELETE', `${path}?${new URLSearchParams({ id: String(id), ...member }).toString()}`));
  }
  return {};
}

/** A parameter that was sent with a value of its schema, or null for none, and what came of it. */
export interface Taken {
  readonly id: string;
  readonly parameter: string | null;
  readonly status: number;
  readonly text: string;
}

/** Sends every operation as it is meant to be sent, and once more with each of its parameters. */
export async function succeed(exercise: Exercise, service: Instance): Promise<readonly Taken[]> {
  const taken: Taken[] = [];
  for (const operation of operations.filter(({ id }) => id !== 'login')) {
    const note = (parameter: string | null, { status, text }: Answer) =>
      taken.push({ id: operation.id, parameter, status, text });
    note(null, await exercise.send(sendFor(service, operation), operation, await acceptedBy(service, operation)));
    for (const parameter of operation.parameters) {
      note(parameter.name, await withParameter(exercise, service, operation, parameter));
    }
  }
  return taken;
}

/** A request that an operation takes. */
async function acceptedBy(service: Instance, operation: Operation): Promise<Sent> {
  const { examples } = operation;
  const query = isOnOne(operation) ? { id: String(await objectId(service, operation)) } : {};
  if (examples.length === 0) return { query };
  return { query, body: freshBody(operation) };
}

async function withParameter(
  exercise: Exercise,
  service: Instance,
  operation: Operation,
  parameter: Parameter,
): Promise<Answer> {
  const send = sendFor(service, operation);
  const { query = {}, ...sent } = await acceptedBy(service, operation);
  const { name } = parameter;
  if (parameter.in === 'query') {
    const value = query[name] ?? (await valueOf(service, operation, parameter));
    return exercise.send(send, operation, { ...sent, query: { ...query, [name]: value } });
  }
  const id = query['id'] ?? String(await objectId(service, operation));
  const value = name === 'Idempotency-Key' ? `${operation.id}-1` : await tagOf(service, operation, id);
  const about = operation.method === 'POST' ? query : { ...query, id };
  return exercise.send(send, operation, { ...sent, query: about, headers: { [name]: value } });
}

/** What an import replaces is tagged by an export. */
const taggedPath = ({ path }: Operation) => path.replace(/\/import$/, '/export');

/** The entity tag of an object's state. */
async function tagOf(service: Instance, operation: Operation, id: string): Promise<string> {
  const { headers } = expectOk(await sendFor(service, operation)('GET', `${taggedPath(operation)}?id=${id}`));
  return String(headers.get('etag'));
}

/** A value that a parameter's schema allows, and that finds something where it names something. */
async function valueOf(service: Instance, operation: Operation, { name, schema }: Parameter): Promise<string> {
  if (name === 'id') return String(await objectId(service, operation));
  return textOf(schema);
}

function textOf({ type, items, examples, minimum, pattern, enum: choices }: Schema): string {
  if (choices !== undefined) return String(choices[0]);
  if (examples !== undefined) return String(examples[0]);
  if (type === 'array') return items?.enum?.map(String).join(',') ?? textOf(items ?? {});
  if (type === 'boolean') return 'true';
  if (type === 'string') return pattern === undefined ? 'x' : '2026-11-21';
  return String(Math.max(minimum ?? 1, 1));
}
