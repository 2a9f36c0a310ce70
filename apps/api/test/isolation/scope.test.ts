import { type Scope, scopes } from '@auction-tiers/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectOk } from '../fixture/demo-tier.ts';
import { type Ask, everyAsk } from './ask.ts';
import { adminsOnly } from './attempt.ts';
import { leaksOf } from './canary.ts';
import { doors, rest } from './door.ts';
import { groups } from './group.ts';
import { askAt } from './judge.ts';
import { scopeOf } from './operation.ts';
import { createKey, startWorld, stateOf, type World } from './world.ts';
import type { Row } from '../fixture/request.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.service.close());

const sellersScopes = scopes.filter((scope) => scope !== 'admin');
/** Every set of a seller's scopes, the empty one first. */
const grants: readonly (readonly Scope[])[] = sellersScopes.reduce<readonly (readonly Scope[])[]>(
  (sets, scope) => [...sets, ...sets.map((set) => [...set, scope])],
  [[]],
);

const cases = grants.filter((grant) => grant.length > 0).map((grant) => ({ grant, name: grant.join(' and ') }));

test.for(cases)('a key that allows $name does nothing else with what is its own', async ({ grant, name }) => {
  const { service, victim } = world;
  const key = await createKey(service, Number(victim.rows['user']?.['id']), `only ${name}`, grant);
  const needed = await scopeOf(service);
  const before = await stateOf(victim);
  const wrong: unknown[] = [];
  for (const ask of everyAsk(victim).filter((one) => !grant.includes(needed(one) as Scope))) {
    for (const door of doors) {
      const answer = await askAt(door, victim, ask, key);
      if (answer === null) continue;
      const said = door.read(answer);
      // The answer names its caller, and nothing else that it may not see.
      const leaks = leaksOf(answer, ask, victim).filter((canary) => canary !== 'kestrel-user');
      const isRefused = said.status === 403 && said.errorId === 'UNAUTH';
      if (!isRefused || leaks.length > 0)
        wrong.push([door.requestOf(ask)?.operation, said.status, said.errorId, leaks]);
    }
  }
  expect(wrong).toEqual([]);
  expect(await stateOf(victim)).toEqual(before);
});

/** The same about what nobody has, with a body that nothing takes: so that what is allowed changes nothing either. */
const harmless = (ask: Ask): Ask => (ask.body === undefined ? ask : { ...ask, body: { nonsense: true } });

test.for(cases)('a key that allows $name is let in where no more is needed', async ({ grant, name }) => {
  const { service, victim, nobody } = world;
  const key = await createKey(service, Number(victim.rows['user']?.['id']), `all of ${name}`, grant);
  const needed = await scopeOf(service);
  const wrong: unknown[] = [];
  for (const ask of everyAsk(nobody).filter((one) => grant.includes(needed(one) as Scope) && one.action !== 'follow')) {
    for (const door of doors) {
      const answer = await askAt(door, victim, harmless(ask), key);
      if (answer === null) continue;
      const { status } = door.read(answer);
      const isOfAdmins = status === 403 && answer.text.includes('administrator');
      if (![200, 400, 404].includes(status) && !isOfAdmins) wrong.push([door.requestOf(ask)?.operation, answer.text]);
    }
  }
  expect(wrong).toEqual([]);
});

test('an administrator whose key does not allow admin does nothing that only administrators do', async () => {
  const { service, victim } = world;
  const { users } = expectOk(await service.send('GET', '/user', { key: service.people.admin.api_key })).response;
  const administrator = (users as readonly Row[]).find(({ role }) => role === 'admin');
  const key = await createKey(service, Number(administrator?.['id']), 'all but admin', sellersScopes);
  const asks = groups.flatMap(({ attempts }) => attempts.map(({ ask }) => ask(victim, victim)));
  const aimed = asks.filter((ask) => adminsOnly.has(`${rest.requestOf(ask)?.method} ${ask.path.slice(1)}`));
  expect(aimed.length).toBeGreaterThan(adminsOnly.size);
  const before = await stateOf(victim);
  const wrong: unknown[] = [];
  for (const ask of aimed) {
    for (const door of doors) {
      const answer = await askAt(door, victim, ask, key);
      if (answer !== null && door.read(answer).status !== 403) wrong.push([door.name, ask, answer.text]);
    }
  }
  expect(wrong).toEqual([]);
  expect(await stateOf(victim)).toEqual(before);
  const seen = expectOk(await service.send('GET', '/user', { key })).response['users'] as readonly Row[];
  expect(seen.map(({ id }) => id)).toEqual([administrator?.['id']]);
});
