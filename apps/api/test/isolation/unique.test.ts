import { storedResources, services } from '@auction-tiers/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Ask, rowOf, type Things, writable } from './ask.ts';
import { leaksOf } from './canary.ts';
import { doors } from './door.ts';
import { askAt } from './judge.ts';
import { type Party, startWorld, stateOf, strangerNames, type World } from './world.ts';
import type { Answer, Row } from '../fixture/request.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.service.close());

/** What no two objects of one member may share. Names to log in with are for administrators to give. */
const uniques = storedResources
  .filter(({ owner }) => owner === 'member')
  .flatMap(({ service, unique }) => unique.map(({ field }) => ({ service, field })));
const cases = uniques.flatMap((one) => strangerNames.map((name, place) => ({ ...one, name, place })));

/** The object that a write answers with. */
const writtenIn = ({ json, response }: Answer, service: string): Row =>
  (response[service] ?? (json['result'] as { readonly data?: Row } | undefined)?.data ?? {}) as Row;

/** Something like what the stranger has, without what must be unique. */
function likeOwn(stranger: Things, service: string): Row {
  const definition = services.find(({ resource }) => resource.service === service);
  if (definition === undefined) throw new Error(`the service ${service} is not served`);
  const names = new Set(uniques.filter((one) => one.service === service).map(({ field }) => field));
  const body = Object.entries(writable(definition.resource, rowOf(stranger, service)));
  return Object.fromEntries(body.filter(([name]) => !names.has(name)));
}

test.for(cases)('a $field of a $service that the victim has is free for $name, and tells nothing', async (given) => {
  const { service, field, place } = given;
  const stranger: Party = world.strangers[place === 0 ? 0 : 1];
  const [before, victims] = [await stateOf(stranger), await stateOf(world.victim)];
  const path = `/${service}`;
  const taken = { [field]: rowOf(world.victim, service)[field] };
  for (const door of doors) {
    const send = async (ask: Ask) => {
      const answer = await askAt(door, stranger, ask);
      if (answer === null) throw new Error(`${door.name} has no ${ask.action}`);
      expect([answer.text, door.read(answer).status]).toEqual([answer.text, 200]);
      expect(leaksOf(answer, { ...ask, body: { ...ask.body, ...taken } }, world.victim)).toEqual([]);
      return writtenIn(answer, service);
    };
    const made = await send({ path, action: 'create', body: { ...likeOwn(stranger, service), ...taken } });
    expect(made).toMatchObject({ ...taken, member_id: stranger.memberId });
    await send({ path, action: 'remove', id: Number(made['id']) });
    const changed = await send({ path, action: 'create', body: likeOwn(stranger, service) });
    const about = { path, id: Number(changed['id']) };
    expect(await send({ ...about, action: 'update', body: taken })).toMatchObject(taken);
    await send({ ...about, action: 'remove' });
  }
  expect(changeLogLess(await stateOf(stranger))).toEqual(changeLogLess(before));
  expect(await stateOf(world.victim)).toEqual(victims);
});

/** The log keeps what was made and removed again. */
const changeLogLess = (state: readonly Row[]): readonly Row[] => state.filter((one) => !('change-logs' in one));

const created = ['ym-profile', 'api-key'].flatMap((service) =>
  strangerNames.map((name, place) => ({ service, name, place })),
);

test.for(created)(
  'a create of an $service that the victim has named is another when $name names one so',
  async (given) => {
    const { service, place } = given;
    const stranger: Party = world.strangers[place === 0 ? 0 : 1];
    for (const door of doors) {
      const headers = { 'idempotency-key': `${service}-${place}-${door.name}` };
      const named = (name: string): Ask => ({ path: `/${service}`, action: 'create', body: { name }, headers });
      const [same, other] = [named('Same'), named('Other')];
      const ask = async (party: Party, asked: Ask) => (await askAt(door, party, asked)) as Answer;
      const first = writtenIn(await ask(world.victim, same), service);
      const second = await ask(stranger, same);
      expect([door.read(second).status, leaksOf(second, same, world.victim)]).toEqual([200, []]);
      expect(writtenIn(second, service)['id']).not.toBe(first['id']);
      const refused = await ask(stranger, other);
      expect([door.read(refused).status, leaksOf(refused, other, world.victim)]).toEqual([409, []]);
    }
  },
);
