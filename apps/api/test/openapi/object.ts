import { storedResources } from '@auction-tiers/contract';
import { vi } from 'vitest';
import { keepAlert } from '../fixture/alert.ts';
import { keepForecast } from '../fixture/forecast.ts';
import { type Operation, operationOf, operations } from '../fixture/api-document.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import type { Instance } from '../fixture/instance.ts';
import { tokenOf } from '../fixture/log-in.ts';
import type { Row, Send } from '../fixture/request.ts';

/** Whether a call is about one object, which its query names. */
export const isOnOne = ({ method, parameters }: Operation): boolean =>
  method === 'PUT' ||
  method === 'DELETE' ||
  parameters.some(({ name, required }) => name === 'id' && required === true);

/** What a call without an `id` must name in its query, as the document's example request names it. */
export const requiredQuery = ({ parameters }: Operation): Readonly<Record<string, string>> =>
  Object.fromEntries(
    parameters
      .filter((one) => one.in === 'query' && one.required === true && one.name !== 'id')
      .map(({ name, example }) => [name, String(example)]),
  );

/** The path of the objects that an operation is about: a call on a whole tier set is about a ym-profile. */
export const servicePath = ({ path }: Pick<Operation, 'path'>): string =>
  path.replace(/^(\/(?:ym-profile|simulation|draft|experiment|view))\/.*$/, '$1');

/** What only an administrator does, by paths and operations; all else is the first demo seller's. */
const adminsOnly: ReadonlySet<string> = new Set(['/platform-member', '/user', 'createMember']);

/** The credential of a caller that may use an operation: a key, or the token of a log-in where a key is refused. */
export async function credentialFor(service: Instance, { id, path }: Operation): Promise<string> {
  const who = adminsOnly.has(path) || adminsOnly.has(id) ? 'admin' : 'seller1';
  return byLogIn.has(id) ? (tokens.get(service)?.[who] ?? logInAs(service, who)) : service.people[who].api_key;
}

const byLogIn: ReadonlySet<string> = new Set(['createApiKey', 'createUser', 'updateUser']);

/** The tokens in use: each call with one of its own would take as long as a log-in does. */
const tokens = new WeakMap<Instance, Readonly<Record<string, string>>>();

async function logInAs(service: Instance, who: 'admin' | 'seller1'): Promise<string> {
  const token = await tokenOf(service, who);
  tokens.set(service, { ...tokens.get(service), [who]: token });
  return token;
}

/** Sends as a caller that may use the operation. */
export const sendFor =
  (service: Instance, operation: Operation): Send =>
  async (method, path, { key, ...options } = {}) =>
    service.send(method, path, { ...options, key: key === undefined ? await credentialFor(service, operation) : key });

/** The body that the document shows for an operation, bare. */
export function exampleBody({ id, path, examples }: Operation): Row {
  const [first] = examples;
  if (first === undefined) throw new Error(`the document shows no body for ${id}`);
  const value = first.value as Row;
  return (value[path.slice(1)] ?? value) as Row;
}

/** How many values were drawn to be the only ones of their kind. */
let drawn = 0;

/** The same with other values for what must be unique, so that it can be sent whatever is stored. */
export function freshBody(operation: Operation): Row {
  const resource = storedResources.find(({ service }) => `/${service}` === operation.path);
  const body = { ...exampleBody(operation) };
  const isNew = operation.method === 'POST';
  drawn += 1;
  if (isNew && modeOf(resource, 'id') === 'required') body['id'] = 10_000 + drawn;
  for (const { field } of resource?.unique ?? []) {
    if (modeOf(resource, field) === 'read_only') continue;
    if (isNew || field in body) body[field] = Array.isArray(body[field]) ? null : `unique-${drawn}`;
  }
  return body;
}

const modeOf = (resource: (typeof storedResources)[number] | undefined, field: string): string | undefined =>
  (resource?.fields as Readonly<Record<string, { readonly mode: string }>> | undefined)?.[field]?.mode;

/** A new object of a service, of which there is a create; its id. */
export async function createObject(service: Instance, path: string): Promise<number> {
  const create = operationOf('POST', path);
  const answer = await sendFor(service, create)('POST', path, { body: await creatableBody(service, create) });
  return expectOk(answer).response.id;
}

/** The same with a draft of a ym-profile of its own, where one is tested. */
export async function creatableBody(service: Instance, create: Operation): Promise<Row> {
  const body = freshBody(create);
  return create.path === '/experiment' ? { ...body, draft_id: await draftFor(service, create) } : body;
}

/** Resolves when a simulation is done. */
const done = ({ send }: Instance, id: number): Promise<void> =>
  vi.waitFor(
    async () => {
      const { simulation } = expectOk(await send('GET', `/simulation?id=${id}`)).response;
      if ((simulation as Row)['state'] !== 'done') throw new Error(JSON.stringify(simulation));
    },
    { timeout: 60_000, interval: 100 },
  );

/** What of a query names moments: the newest revision, for those parameters that an operation must have. */
export async function momentsOf(service: Instance, { parameters }: Operation): Promise<Record<string, string>> {
  const names = parameters.filter((one) => isMoment(one) && one.required === true).map(({ name }) => name);
  if (names.length === 0) return {};
  const revision = await newestRevision(service);
  return Object.fromEntries(names.map((name) => [name, revision]));
}

/** The revision of the first demo seller's last change. */
export const newestRevision = (service: Instance): Promise<string> => lastRevision(service, '/change-log');

/** The revision of a tier's last change: those of the service itself can come between two requests. */
export const revisionOfTier = (service: Instance, id: number): Promise<string> =>
  lastRevision(service, `/change-log?service=ym-auction-tier&resource_id=${id}`);

async function lastRevision({ send }: Instance, path: string): Promise<string> {
  const [newest] = expectOk(await send('GET', path)).response['change-logs'] as readonly Row[];
  return String(newest?.['revision']);
}

/** Whether a parameter names a moment by its revision; hours are dates. */
export const isMoment = ({ name, schema }: Operation['parameters'][number]): boolean =>
  ['revision', 'from', 'to'].includes(name) && schema.format !== 'date-time';

/** A draft of a new ym-profile, in a state in which the operation can be done with it. */
export async function draftFor(service: Instance, { id }: Operation): Promise<number> {
  const { send, people } = service;
  const ymProfile = await createObject(service, '/ym-profile');
  // Another user than the one that approves it must have made it.
  const maker = id === 'approveDraft' ? { key: people.admin.api_key } : {};
  const draft = expectOk(await send('POST', `/draft?from=${ymProfile}&member_id=1`, maker)).response.id;
  const body = { at: '2099-12-01 06:00:00' };
  if (id === 'unscheduleDraft') expectOk(await send('POST', `/draft/publish?id=${draft}`, { body }));
  return draft;
}

/** What must have been done with an experiment before. */
const before: Readonly<Record<string, readonly string[]>> = {
  pauseExperiment: ['start'],
  resumeExperiment: ['start', 'pause'],
  endExperiment: ['start'],
};

async function experimentFor(service: Instance, { id }: Operation): Promise<number> {
  const experiment = await createObject(service, '/experiment');
  for (const act of before[id] ?? []) expectOk(await service.send('POST', `/experiment/${act}?id=${experiment}`));
  return experiment;
}

/** An id of the service's objects: of one that may be changed and deleted where a caller makes them, else of any. */
export async function objectId(service: Instance, operation: Operation): Promise<number> {
  const path = servicePath(operation);
  const canDelete = operations.some((one) => one.path === path && one.method === 'DELETE');
  if (path === '/draft' && operation.path !== path) return draftFor(service, operation);
  if (path === '/experiment') return experimentFor(service, operation);
  if (path === '/alert/test') return createObject(service, '/channel');
  if (path === '/alert') return keepAlert(service.opened, 1);
  if (path === '/forecast') return keepForecast(service.opened, 1);
  if (canDelete) return createObject(service, path);
  if (path === '/simulation') {
    const simulation = await createObject(service, path);
    await done(service, simulation);
    return simulation;
  }
  const { response } = expectOk(await service.send('GET', path));
  const rows = Object.values(response).find((value) => Array.isArray(value)) as readonly Row[];
  return Number(rows.at(-1)?.['id']);
}
