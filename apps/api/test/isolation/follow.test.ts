import { beforeAll, expect, test } from 'vitest';
import { createYmProfile } from '../fixture/demo-tier.ts';
import { ChangeFollower } from '../fixture/server-events.ts';
import { rowOf } from './ask.ts';
import { canariesIn, planted } from './canary.ts';
import { type Party, useWorld } from './world.ts';

const world = useWorld();
let far: Party;
let near: Party;
beforeAll(async () => {
  [far, near] = world.strangers;
});

const revisionOf = (party: Party) => String(rowOf(party, 'change-log')['revision']);

/** Every change that a follower yields, until the change of its own caller that ends it. */
async function changesSeen({ key, send }: Party, after?: string, lastEventId?: string): Promise<readonly unknown[]> {
  const follower = await ChangeFollower.open(world.service.url, key, after, lastEventId);
  await createYmProfile(world.victim.send, { name: planted.text('meanwhile') });
  const end = await createYmProfile(send, { name: 'The end' });
  const seen: unknown[] = [];
  for (let isOver = false; !isOver; ) {
    const { id, entry } = await follower.next();
    seen.push({ id, entry });
    isOver = entry.resource_id === end.id && entry.service === 'ym-profile';
  }
  follower.close();
  return seen;
}

test.for(['input', 'header'])(
  'a revision of the victim is refused as the start of a follower in another partition: %s',
  async (by) => {
    const revision = revisionOf(world.victim);
    const input = by === 'input' ? `?input=${encodeURIComponent(JSON.stringify({ lastEventId: revision }))}` : '';
    const headers = { accept: 'text/event-stream', ...(by === 'header' ? { 'last-event-id': revision } : {}) };
    const answer = await far.send('GET', `/trpc/changeLog.follow${input}`, { headers });
    expect(answer.text).toContain('lastEventId');
    expect(answer.text).toContain('SYNTAX');
    expect(canariesIn(answer.text)).toEqual([]);
  },
);

test('a follower from now on yields no change of the victim, made before its own', async () => {
  for (const stranger of [far, near]) {
    const seen = await changesSeen(stranger);
    expect(seen).toHaveLength(1);
    expect(canariesIn(JSON.stringify(seen))).toEqual([]);
  }
});

test.for(['input', 'header'])(
  'a follower from before the first change yields the own changes of its member only: %s',
  async (by) => {
    const start = `${revisionOf(world.victim).split('-')[0]}-0`;
    const own = await near.send('GET', '/change-log');
    const seen = await changesSeen(near, ...(by === 'input' ? [start] : [undefined, start]));
    expect(canariesIn(JSON.stringify(seen))).toEqual([]);
    expect(seen).toHaveLength(own.response.count + 1);
  },
);

test("the owner's follower yields the changes that the strangers' do not", async () => {
  const seen = await changesSeen(world.victim, revisionOf(world.victim));
  expect(canariesIn(JSON.stringify(seen))).toContain(planted.text('meanwhile'));
});
