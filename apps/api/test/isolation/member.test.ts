import { type ResourceService, services, storedResources } from '@auction-tiers/contract';
import { someOf } from '@auction-tiers/tools/long';
import { describe, expect, test } from 'vitest';
import type { Answer, Row } from '../fixture/request.ts';
import { type Ask, resourceOf, rowOf, type Things, writable } from './ask.ts';
import { leaksOf } from './canary.ts';
import { rest, trpc } from './door.ts';
import { groups } from './group.ts';
import { askAt, faultsOf } from './judge.ts';
import { type Party, stateOf, strangerNames, useWorld } from './world.ts';

const world = useWorld();

// A long run asks as both of them, a short one as another each time.
describe.for(
  someOf(
    strangerNames.map((name, index) => ({ name, place: index })),
    1,
  ),
)('$name', ({ place }) => {
  const stranger = (): Party => world.strangers[place === 0 ? 0 : 1];

  const states = () => Promise.all([stateOf(world.victim), stateOf(stranger())]);

  test.for(groups)('sees, counts, changes and uses nothing of another member at $path', async ({ attempts }) => {
    const before = await states();
    const faults: string[] = [];
    for (const attempt of attempts) faults.push(...(await faultsOf(world, stranger(), attempt)));
    expect(faults).toEqual([]);
    expect(await states()).toEqual(before);
  });
});

/** What no two objects of one member may share. Usernames are given by administrators. */
const uniques = services
  .filter(({ resource }) => resource.owner === 'member')
  .flatMap((served) => {
    const stored = storedResources.find(({ service }) => service === served.resource.service);
    return (stored?.unique ?? [])
      .filter(({ field }) => field in served.resource.fields)
      .map(({ field }) => ({ ...served, service: served.resource.service, field }));
  });
const cases = uniques.flatMap((one) => strangerNames.map((name, index) => ({ ...one, name, place: index })));

/** The object that a write answers with. */
const writtenIn = ({ json, response }: Answer, service: string): Row =>
  (response[service] ?? (json['result'] as { readonly data?: Row } | undefined)?.data ?? {}) as Row;

/** What makes an object like the stranger's own, without what must be unique. */
function likeOwn(stranger: Things, { resource, router }: ResourceService): Row {
  const names = new Set(uniques.filter((one) => one.resource === resource).map(({ field }) => field));
  const body = Object.entries(writable(router, rowOf(stranger, resource.service)));
  return Object.fromEntries(body.filter(([name]) => !names.has(name)));
}

test.for(cases)(
  'a $field of a $service that the victim has is free for $name, and shows nothing of the victim',
  async (given) => {
    const { service, router, field, place } = given;
    const stranger: Party = world.strangers[place === 0 ? 0 : 1];
    const [before, victims] = [await stateOf(stranger), await stateOf(world.victim)];
    const taken = { [field]: rowOf(world.victim, service)[field] };
    for (const door of [rest, trpc]) {
      const send = async (ask: Ask) => {
        const answer = await askAt(door, stranger, ask);
        if (answer === null) throw new Error(`${door.name} has no ${ask.action}`);
        expect([answer.text, door.read(answer).status]).toEqual([answer.text, 200]);
        expect(leaksOf(answer, { ...ask, body: { ...ask.body, ...taken } }, world.victim)).toEqual([]);
        return writtenIn(answer, service);
      };
      const made = await send({ service: router, action: 'create', body: { ...likeOwn(stranger, given), ...taken } });
      expect(made).toMatchObject({ ...taken, member_id: stranger.memberId });
      await send({ service: router, action: 'remove', id: Number(made['id']) });
      const changed = await send({ service: router, action: 'create', body: likeOwn(stranger, given) });
      const about = { service: router, id: Number(changed['id']) };
      expect(await send({ ...about, action: 'update', body: taken })).toMatchObject(taken);
      await send({ ...about, action: 'remove' });
    }
    expect(changeLogLess(await stateOf(stranger))).toEqual(changeLogLess(before));
    expect(await stateOf(world.victim)).toEqual(victims);
  },
);

/** The state without the log, which keeps what was made and removed again. */
const changeLogLess = (state: readonly Row[]): readonly Row[] => state.filter((one) => !('change-logs' in one));

/** What a create needs beside a name. */
const needed: Readonly<Record<string, Row>> = { apiKey: { scopes: ['read'] } };

const created = ['ymProfile', 'apiKey'].flatMap((router) =>
  strangerNames.map((name, index) => ({ router, name, place: index })),
);

test.for(created)("an Idempotency-Key of the victim's $router.create is free for $name", async (given) => {
  const { router, place } = given;
  const service = resourceOf(router)?.service ?? '';
  const stranger: Party = world.strangers[place === 0 ? 0 : 1];
  for (const door of [rest, trpc]) {
    const headers = { 'idempotency-key': `${service}-${place}-${door.name}` };
    const named = (name: string): Ask => ({
      service: router,
      action: 'create',
      body: { name, ...needed[router] },
      headers,
    });
    const [same, other] = [named('Same'), named('Other')];
    const ask = async (party: Party, asked: Ask) => (await askAt(door, party, asked)) as Answer;
    const first = writtenIn(await ask(world.victim, same), service);
    const second = await ask(stranger, same);
    expect([door.read(second).status, leaksOf(second, same, world.victim)]).toEqual([200, []]);
    expect(writtenIn(second, service)['id']).not.toBe(first['id']);
    const refused = await ask(stranger, other);
    expect([door.read(refused).status, leaksOf(refused, other, world.victim)]).toEqual([409, []]);
  }
});
