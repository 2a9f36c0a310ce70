import { beforeAll, expect, test } from 'vitest';
import { expectOk } from '../fixture/demo-tier.ts';
import type { Row } from '../fixture/request.ts';
import { canariesIn } from './canary.ts';
import { groups } from './group.ts';
import { faultsOf } from './judge.ts';
import { type Party, partyOf, stateOf, useWorld } from './world.ts';

const world = useWorld();
/** Another user of the victim's own member. */
let colleague: Party;
beforeAll(async () => {
  const { service, victim } = world;
  colleague = await partyOf(service, victim.memberId, 'colleague');
});

test('another user of a member sees the objects of the member', async () => {
  for (const path of ['/ym-auction-tier', '/ym-profile', '/profile', '/member']) {
    const answers = [colleague, world.victim].map(async ({ send }) => {
      const { dbg_info: _, ...content } = expectOk(await send('GET', path)).response;
      return content;
    });
    const [seen, there] = await Promise.all(answers);
    expect(seen).toEqual(there);
  }
});

test('two users of a member may send the same Idempotency-Key', async () => {
  const headers = { 'idempotency-key': 'named-by-both' };
  const made = [world.victim, colleague].map(async ({ send }) =>
    expectOk(await send('POST', '/ym-profile', { body: { name: 'Same' }, headers })),
  );
  const [first, second] = await Promise.all(made);
  expect(second?.response.id).not.toBe(first?.response.id);
});

test.for(['/user', '/api-key'])(
  'a user of a member finds, counts and changes nothing of another user at %s',
  async (path) => {
    const attempts = groups.find((group) => group.path === path)?.attempts ?? [];
    // Naming the member is permitted here, and the colleague's own rows hold its id.
    const aimed = attempts
      .filter(({ title, status }) => status >= 400 && !title.includes('member'))
      // Only a manager learns which users it may remove.
      .map((attempt) => (attempt.operation === 'user.remove' ? { ...attempt, status: 403 } : attempt));
    expect(aimed.length).toBeGreaterThan(4);
    const before = await stateOf(world.victim);
    const faults: string[] = [];
    for (const attempt of aimed) faults.push(...(await faultsOf(world, colleague, attempt)));
    expect(faults).toEqual([]);
    expect(await stateOf(world.victim)).toEqual(before);
    const answer = expectOk(await colleague.send('GET', path));
    expect(answer.response.count).toBe(1);
    const rows = Object.values(answer.response).find((value) => Array.isArray(value)) as readonly Row[];
    const shown = canariesIn(JSON.stringify(rows));
    expect(shown.filter((canary) => canary !== String(colleague.memberId))).toEqual([]);
  },
);
