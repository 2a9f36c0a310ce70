import { randomBytes } from 'node:crypto';
import type { Scope } from '@auction-tiers/contract';
import { type Operation, operations } from '../fixture/api-document.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { type Environment, type Instance, openInstance } from '../fixture/instance.ts';
import { rawRequest, sendRaw } from '../fixture/raw.ts';
import type { Exercise, Sent } from './exercise.ts';
import { credentialFor, freshBody, isMoment, isOnOne, momentsOf, objectId, requiredQuery, sendFor } from './object.ts';
import { tokenOf } from '../fixture/log-in.ts';

/** An id that nothing has. */
const nowhere = '999999999';

/** Provokes every refusal that needs no more than a request: what is wrong with it is the same for all operations. */
export async function refuse(exercise: Exercise, service: Instance): Promise<void> {
  const keys = await weakKeys(service);
  for (const operation of operations) {
    const send = sendFor(service, operation);
    const documented = (status: number) => String(status) in operation.responses;
    for (const [status, spoil] of spoilers) {
      if (documented(status)) await exercise.send(send, operation, await spoil(service, operation, keys));
    }
    if (documented(413)) await sendTooMuch(exercise, service, operation);
  }
}

interface WeakKeys {
  readonly reading: string;
  readonly auctioning: string;
}

type Spoil = (service: Instance, operation: Operation, keys: WeakKeys) => Promise<Sent> | Sent;

/** What an operation takes, about an object that is not there unless another is named. */
function rightly(operation: Operation, id = nowhere): Sent & { readonly query: Readonly<Record<string, string>> } {
  const query = isOnOne(operation) ? { id } : {};
  return operation.examples.length === 0 ? { query } : { query, body: freshBody(operation) };
}

const spoilers: readonly (readonly [status: number, spoil: Spoil])[] = [
  [400, (_, operation) => ({ ...rightly(operation), query: { ...rightly(operation).query, colour: 'red' } })],
  [401, (_, operation) => (operation.scope === null ? wrongLogin : { ...rightly(operation), key: 'unknown' })],
  [
    403,
    (_, operation, { reading, auctioning }) => ({
      ...rightly(operation),
      key: operation.scope === 'read' ? auctioning : reading,
    }),
  ],
  [404, async (service, operation) => withMoments(absent(operation), await momentsOf(service, operation))],
  [410, (_, operation) => withMoments(rightly(operation), lostMoments(operation))],
  [406, (_, operation) => ({ ...rightly(operation), headers: { accept: 'text/html' } })],
  [
    412,
    async (service, operation) => ({
      ...withMoments(
        rightly(operation, String(await objectId(service, operation))),
        await momentsOf(service, operation),
      ),
      headers: { 'if-match': '"another state"' },
    }),
  ],
  [415, (_, operation) => ({ ...rightly(operation), headers: { 'content-type': 'text/csv' } })],
];

const withMoments = (sent: Sent, moments: Readonly<Record<string, string>>): Sent => ({
  ...sent,
  query: { ...sent.query, ...moments },
});

/** Moments of a database that there never was. */
const lostMoments = ({ parameters }: Operation) =>
  Object.fromEntries(parameters.filter(isMoment).map(({ name }) => [name, '1-1-00000000.00000000']));

const wrongLogin: Sent = { body: { username: 'unknown', password: 'a guess' }, key: null };

/** The same about what does not exist. */
function absent(operation: Operation): Sent {
  const named = Object.entries(requiredQuery(operation));
  const elsewhere = named.map(([name, value]) => [name, /^\d+$/.test(value) ? nowhere : value]);
  if (named.length > 0 && !isOnOne(operation)) return { query: Object.fromEntries(elsewhere) };
  if (operation.method === 'GET') return { query: { id: nowhere } };
  if (isOnOne(operation)) return rightly(operation);
  const body = { ...freshBody(operation), ym_profile_id: Number(nowhere) };
  return { body };
}

/** Keys of the first demo seller that each allow one thing. */
async function weakKeys(service: Instance): Promise<WeakKeys> {
  const keyOf = async (scope: Scope) => {
    const answer = await service.send('POST', '/api-key', {
      key: await tokenOf(service),
      body: { name: scope, scopes: [scope] },
    });
    return String((expectOk(answer).response['api-key'] as { readonly key: unknown }).key);
  };
  return { reading: await keyOf('read'), auctioning: await keyOf('auction') };
}

/** Only says that a body follows which is larger than any may be: that is enough to be refused. */
async function sendTooMuch(exercise: Exercise, service: Instance, operation: Operation): Promise<void> {
  const { method, path, scope } = operation;
  const key = scope === null ? {} : { authorization: await credentialFor(service, operation) };
  const search = isOnOne(operation) ? `?id=${nowhere}` : '';
  const headers = { ...key, 'content-type': 'application/json', 'content-length': String(2 ** 30) };
  const {
    status,
    headers: received,
    text,
  } = await sendRaw(service.url, rawRequest(`${method} ${path}${search}`, headers));
  exercise.note(operation, { status, headers: new Headers(received), text });
}

const one = { RATE_LIMIT_READS: '1', RATE_LIMIT_WRITES: '1', RATE_LIMIT_AUCTIONS: '1' };
const ofStatus = (status: number) => operations.filter(({ responses }) => String(status) in responses);

/** Makes every operation answer that it was called too often, by a service that allows one call of each kind. */
export async function exceed(exercise: Exercise, environment: Environment): Promise<void> {
  const limited = await openInstance({ ...environment, ...one });
  try {
    for (const operation of ofStatus(429)) {
      const most = operation.scope === null ? 11 : 2;
      for (let calls = 0; calls < most && !exercise.statusesOf(operation).has(429); calls += 1) {
        await exercise.send(sendFor(limited, operation), operation, wrongly(operation));
      }
    }
  } finally {
    await limited.close();
  }
}

/** Asks every operation while Redis is away, with a credential that cannot be known then. */
export async function askAway(exercise: Exercise, service: Instance): Promise<void> {
  for (const operation of ofStatus(503)) {
    const key = operation.scope === null ? null : `atk_${randomBytes(32).toString('base64url')}`;
    await exercise.send(sendFor(service, operation), operation, { ...wrongly(operation), key });
  }
}

/** A call that changes nothing, whatever comes of it; a login under an unknown name. */
function wrongly(operation: Operation): Sent {
  if (operation.scope !== null) return rightly(operation);
  return operation.method === 'GET' ? { key: null } : { body: { username: 'ghost', password: 'a guess' }, key: null };
}
