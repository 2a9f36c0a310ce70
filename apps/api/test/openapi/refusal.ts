import type { Scope } from '@auction-tiers/contract';
import { expectOk } from '../fixture/demo-tier.ts';
import type { Instance } from '../fixture/instance.ts';
import type { Exercise, Sent } from './exercise.ts';
import { freshBody, keyFor, objectId, sendFor } from './object.ts';
import { isOnOne, type Operation, operations } from './operation.ts';
import { rawRequest, sendRaw } from '../fixture/raw.ts';

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
export function rightly(
  operation: Operation,
  id = nowhere,
): Sent & { readonly query: Readonly<Record<string, string>> } {
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
  [404, (_, operation) => absent(operation)],
  [406, (_, operation) => ({ ...rightly(operation), headers: { accept: 'text/html' } })],
  [
    412,
    async (service, operation) => ({
      ...rightly(operation, String(await objectId(service, operation))),
      headers: { 'if-match': '"another state"' },
    }),
  ],
  [415, (_, operation) => ({ ...rightly(operation), headers: { 'content-type': 'text/plain' } })],
];

const wrongLogin: Sent = { body: { username: 'nobody', password: 'a guess' }, key: null };

/** The same about what does not exist. */
function absent(operation: Operation): Sent {
  if (operation.method === 'GET') return { query: { id: nowhere } };
  if (isOnOne(operation)) return rightly(operation);
  const body = { ...freshBody(operation), ym_profile_id: Number(nowhere) };
  return { body };
}

/** Keys of the first demo seller that each allow one thing. */
async function weakKeys(service: Instance): Promise<WeakKeys> {
  const keyOf = async (scope: Scope) => {
    const answer = await service.send('POST', '/api-key', { body: { name: scope, scopes: [scope] } });
    return String((expectOk(answer).response['api-key'] as { readonly key: unknown }).key);
  };
  return { reading: await keyOf('read'), auctioning: await keyOf('auction') };
}

/** Only says that a body follows which is larger than any may be: that is enough to be refused. */
async function sendTooMuch(exercise: Exercise, service: Instance, operation: Operation): Promise<void> {
  const { method, path, scope } = operation;
  const key = scope === null ? {} : { authorization: keyFor(service, operation) };
  const search = isOnOne(operation) ? `?id=${nowhere}` : '';
  const headers = { ...key, 'content-type': 'application/json', 'content-length': String(2 ** 30) };
  const { status, head, body } = await sendRaw(service.url, rawRequest(`${method} ${path}${search}`, headers));
  const lines = head.split('\r\n').slice(1);
  const pairs = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  exercise.note(operation, { status, headers: new Headers(pairs), text: body });
}
