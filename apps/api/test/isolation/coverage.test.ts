import { services } from '@auction-tiers/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyAsk, rowOf } from './ask.ts';
import { canariesIn } from './canary.ts';
import { doors } from './door.ts';
import { groups } from './group.ts';
import { askAt } from './judge.ts';
import { guardedOperations, operationsOf } from './operation.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.service.close());

/** Tried in a file of its own: a subscription does not end by itself. */
const triedElsewhere: ReadonlySet<string> = new Set(['changeLog.follow']);

test('every operation that needs a credential is tried as the wrong member', async () => {
  const { nobody, strangers } = world;
  const tried = operationsOf(groups.flatMap(({ attempts }) => attempts.map(({ ask }) => ask(nobody, strangers[0]))));
  const untried = (await guardedOperations(world.service)).filter((name) => !tried.includes(name));
  expect(new Set(untried)).toEqual(triedElsewhere);
});

test('every operation that needs a credential is tried without one, and with one that allows too little', async () => {
  expect(operationsOf(everyAsk(world.victim))).toEqual(await guardedOperations(world.service));
});

/** Attributes that say nothing of their own: a choice of a few words; a moment, or what else the service sets. */
const chosen = /^(.*_action|segment_boolean_operator|role|scopes|operation|service|priority)$/;
const drawn = /^(.*_on|last_modified|key|prefix|revision|before)$/;
/** Places and things that everybody knows. */
const catalogued = /^(country|dma|size|device_type|supply_type|daypart)_targets$/;
/** The same for everybody. */
const everybodys = ['dma', 'country', 'platform-member'];

test('every attribute of the victim holds something that stands nowhere else', () => {
  const bare = services
    .filter(({ resource }) => !everybodys.includes(resource.service))
    .flatMap(({ resource: { service } }) =>
      Object.entries(rowOf(world.victim, service))
        .filter(
          ([name, value]) =>
            !chosen.test(name) &&
            !drawn.test(name) &&
            !catalogued.test(name) &&
            canariesIn(JSON.stringify(value)).length === 0,
        )
        .map(([name, value]) => `${service}.${name}: ${JSON.stringify(value)}`),
    );
  expect(bare).toEqual([]);
});

test('what is looked for is found when the owner asks', async () => {
  const { victim } = world;
  for (const { path, attempts } of groups.filter(
    (group) => ![...everybodys.map((name) => `/${name}`), '/auth', 'simulation.follow'].includes(group.path),
  )) {
    const shown = new Set<string>();
    for (const { ask } of attempts.filter(({ title }) => /^(read one|list everything|run)/.test(title))) {
      for (const door of doors) {
        const answer = await askAt(door, victim, ask(victim, victim));
        for (const canary of canariesIn(answer?.text ?? '')) shown.add(canary);
      }
    }
    expect([path, [...shown]]).toEqual([path, expect.arrayContaining([expect.anything()])]);
  }
});
