import { createClient as connectRedis } from 'redis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256 } from '../../src/auth/secret.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { everyAsk, rowOf } from './ask.ts';
import { canariesIn } from './canary.ts';
import { rest, trpc } from './door.ts';
import { askAt } from './judge.ts';
import { restOperations } from './operation.ts';
import { createKey, startWorld, stateOf, type World } from './world.ts';
import type { Answer, Method, Row } from '../fixture/request.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.service.close());

const basic = Buffer.from('kestrel-user:kestrel-password').toString('base64');
/** Headers that are no credential of anybody, or none any more. */
const headers: readonly { readonly name: string; readonly errorId?: string; of(key: string): unknown }[] = [
  { name: 'no credential', of: () => null },
  { name: 'garbage', of: () => 'garbage' },
  { name: 'the word undefined', of: () => 'undefined' },
  { name: 'a Bearer of nothing', of: () => 'Bearer ' },
  { name: 'a key that nobody has', of: (key) => `${key.slice(0, -4)}AAAA` },
  { name: 'what is shown of a key', of: () => rowOf(world.victim, 'api-key')['prefix'] },
  { name: 'the hash of a key', of: (key) => sha256(key) },
  { name: 'a username and password', of: () => `Basic ${basic}` },
  { name: 'a revoked key', of: () => revokedKey() },
  { name: 'an expired token', of: () => expiredToken(), errorId: 'NOAUTH_EXPIRED' },
];

async function revokedKey(): Promise<string> {
  const { service, victim } = world;
  const key = await createKey(service, Number(rowOf(victim, 'user')['id']), 'revoked', ['read', 'write', 'auction']);
  const [row] = expectOk(await victim.send('GET', '/api-key?name=revoked')).response['api-keys'] as readonly Row[];
  expectOk(await victim.send('DELETE', `/api-key?id=${String(row?.['id'])}`));
  return key;
}

/** A token that was not used for the two hours that it lives without. */
async function expiredToken(): Promise<string> {
  const { send, redisUrl } = world.service;
  const login = { username: 'kestrel-user', password: 'kestrel-password' };
  const token = String(expectOk(await send('POST', '/auth', { key: null, body: login })).response['token']);
  const redis = connectRedis({ url: redisUrl });
  await redis.connect();
  const [entry] = await redis.keys(`*${sha256(token)}*`);
  await redis.pExpire(String(entry), 12 * 60 * 60 * 1000);
  redis.destroy();
  return token;
}

const shownIn = (answer: Answer) => canariesIn(`${JSON.stringify([...answer.headers])} ${answer.text}`);

describe.for([rest, trpc])('$name', (door) => {
  test.for(headers)('every operation refuses $name, and says nothing of what it would have met', async (given) => {
    const { errorId = 'NOAUTH' } = given;
    const { victim } = world;
    const header = (await given.of(victim.key)) as string | null;
    const before = await stateOf(victim);
    const wrong: unknown[] = [];
    for (const ask of everyAsk(victim)) {
      const answer = await askAt(door, victim, ask, header);
      if (answer === null) continue;
      const said = door.read(answer);
      const isRefused = said.status === 401 && said.errorId === errorId;
      if (!isRefused || shownIn(answer).length > 0) wrong.push([ask.path, ask.action, said, shownIn(answer)]);
    }
    expect(wrong).toEqual([]);
    expect(await stateOf(victim)).toEqual(before);
  });
});

test('what is open to everybody shows nothing of anybody', async () => {
  const open = (await restOperations(world.service)).filter(({ scope }) => scope === null).map(({ name }) => name);
  for (const place of [...open, 'GET /', 'GET /openapi.json', 'GET /docs', 'GET /metrics', 'GET /app/']) {
    const [method, path = '/'] = place.split(' ');
    const body = method === 'POST' ? { username: 'kestrel-user', password: 'a guess' } : undefined;
    const answer = await world.service.send(method as Method, path, { key: null, body });
    expect([place, shownIn(answer)]).toEqual([place, []]);
  }
});
