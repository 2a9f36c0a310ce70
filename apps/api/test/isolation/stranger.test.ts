import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { groups } from './group.ts';
import { faultsOf } from './judge.ts';
import { type Party, startWorld, stateOf, strangerNames, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.service.close());

describe.for(strangerNames.map((name, place) => ({ name, place })))('$name', ({ place }) => {
  const stranger = (): Party => world.strangers[place === 0 ? 0 : 1];

  const states = () => Promise.all([stateOf(world.victim), stateOf(stranger())]);

  test.for(groups)('sees, counts, changes and uses nothing of another member by $path', async ({ attempts }) => {
    const before = await states();
    const faults: string[] = [];
    for (const attempt of attempts) faults.push(...(await faultsOf(world, stranger(), attempt)));
    expect(faults).toEqual([]);
    expect(await states()).toEqual(before);
  });
});
