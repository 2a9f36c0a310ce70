import { type Operation, operations, type Parameter, type Part, resolved } from '../fixture/api-document.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import type { Instance } from '../fixture/instance.ts';
import type { Answer } from '../fixture/request.ts';
import type { Schema } from '../fixture/schema-arbitrary.ts';
import type { Exercise, Sent } from './exercise.ts';
import {
  creatableBody,
  draftFor,
  freshBody,
  isOnOne,
  momentsOf,
  newestRevision,
  objectId,
  requiredQuery,
  sendFor,
} from './object.ts';
import { tokenOf } from '../fixture/log-in.ts';

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
  for (const operation of operations) {
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
  const { id, examples } = operation;
  const { username, password } = service.people.seller1;
  if (id === 'login') return { body: { username, password }, key: null };
  if (id === 'logout') return { key: await tokenOf(service) };
  const named = isOnOne(operation) ? { id: String(await objectId(service, operation)) } : requiredQuery(operation);
  const undone = id === 'undoYmProfile' ? { revision: await changeOf(service, operation, named['id']!) } : {};
  const drafts = id === 'readExperimentPlan' ? { draft_id: String(await draftFor(service, operation)) } : {};
  const channels = id === 'testAlert' ? { channel_id: String(await objectId(service, operation)) } : {};
  const query = { ...named, ...drafts, ...channels, ...(await momentsOf(service, operation)), ...undone };
  if (examples.length === 0) return { query };
  return {
    query,
    body: operation.id === 'createExperiment' ? await creatableBody(service, operation) : freshBody(operation),
  };
}

/** Changes a ym-profile. Gives the revision of that step: the seller's newest one may be of another change meanwhile. */
async function changeOf(service: Instance, operation: Operation, id: string): Promise<string> {
  const send = sendFor(service, operation);
  expectOk(await send('PUT', `/ym-profile?id=${id}`, { body: { description: 'Changed' } }));
  const { response } = expectOk(await send('GET', `/ym-profile/history?id=${id}`));
  const [newest] = response['ym-profile-history'] as readonly { readonly revision: string }[];
  return newest!.revision;
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
    const isArm = name === 'arm';
    const value =
      query[name] ?? (isArm ? await armOf(send, query['id']) : await valueOf(service, operation, parameter));
    return exercise.send(send, operation, { ...sent, query: { ...query, [name]: value } });
  }
  const isTag = name === 'If-Match' || name === 'If-None-Match';
  if (!isTag && operation.method === 'POST') {
    return exercise.send(send, operation, { ...sent, query, headers: { [name]: `${operation.id}-1` } });
  }
  const id = query['id'] ?? String(await objectId(service, operation));
  const value = isTag ? await tagOf(service, operation, id) : `${operation.id}-1`;
  const about = operation.method === 'POST' ? query : { ...query, id };
  return exercise.send(send, operation, { ...sent, query: about, headers: { [name]: value } });
}

/** What an import or a restore replaces is tagged by an export, and what is done with a draft by the draft. */
const taggedPath = ({ path }: Operation) =>
  path.replace(/\/(?:import|restore|undo)$/, '/export').replace(/^\/(draft|experiment)\/.*$/, '/$1');

/** The entity tag of an object's state. */
async function tagOf(service: Instance, operation: Operation, id: string): Promise<string> {
  const { headers } = expectOk(await sendFor(service, operation)('GET', `${taggedPath(operation)}?id=${id}`));
  return String(headers.get('etag'));
}

/** A value that a parameter's schema allows, and that finds something where it names something. */
async function valueOf(service: Instance, operation: Operation, { name, schema, example }: Parameter): Promise<string> {
  if (name === 'id') return String(await objectId(service, operation));
  if (name === 'draft_id') return String(await draftFor(service, operation));
  if (name === 'revision') return newestRevision(service);
  if (name === 'fields') return fieldsOf(service, operation);
  return typeof example === 'string' ? example : textOf(schema);
}

/** An arm of an experiment of a ym-profile. */
async function armOf(send: Instance['send'], ymProfileId = ''): Promise<string> {
  const draft_id = expectOk(await send('POST', `/draft?from=${ymProfileId}`, { body: {} })).response.id;
  const words = { name: 'Shadow', hypothesis: 'Net rises by 2 %', design: 'shadow', guard: { max_loss: '20' } };
  const made = expectOk(await send('POST', '/experiment', { body: { ...words, draft_id } }));
  return `${made.response.id}/C`;
}

/** All fields of the objects that an operation lists. */
async function fieldsOf({ send }: Instance, { path }: Operation): Promise<string> {
  const { fields } = expectOk(await send('GET', `${path}/meta`)).response as unknown as {
    readonly fields: readonly { readonly name: string }[];
  };
  return fields.map(({ name }) => name).join(',');
}

function textOf(part: Schema): string {
  const { type, items, examples, minimum, pattern, enum: choices } = resolved(part as Part) as Schema;
  if (choices !== undefined) return String(choices[0]);
  if (examples !== undefined) return String(examples[0]);
  if (type === 'array') return items?.enum?.map(String).join(',') ?? textOf(items ?? {});
  if (type === 'boolean') return 'true';
  if (type === 'string') return pattern === undefined ? 'x' : '2026-11-21';
  return String(Math.max(minimum ?? 1, 1));
}
