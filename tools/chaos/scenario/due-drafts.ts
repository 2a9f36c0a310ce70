import { setTimeout as wait } from 'node:timers/promises';
import type { Violation } from '../validator/violation.ts';
import { NoReply, type Reply, requireOk } from '../world/http.ts';
import { Random } from '../world/random.ts';
import { until } from '../world/redis-topology.ts';
import type { Replica } from '../world/replica.ts';
import { World, type WorldKind } from '../world/world.ts';
import { countViolations, type Failure, type Figures, newFigures, type Outcome } from './figures.ts';

const draftCount = 5;
const tierCount = 40;
const leadMs = 2000;
const publishMs = 60_000;
const what = 'ms from the due moment to the last draft, at most';

const names = (version: string) => Array.from({ length: tierCount }, (_, at) => ({ name: `${version} ${at}` }));

/** What is killed at the due moment of the drafts: a replica, the primary behind a sentinel, or a primary of a cluster. */
const kills: readonly (readonly [
  name: string,
  kind: WorldKind,
  kill: (world: World, random: Random) => Promise<void>,
])[] = [
  [
    'due-kill-replica',
    'single',
    async ({ replicas }, random) => {
      const replica = random.pick(replicas);
      await replica.kill();
      await replica.start();
    },
  ],
  [
    'due-failover',
    'sentinel',
    async ({ topology }) => {
      const primary = await topology.primary(0);
      // What was scheduled is on the replica; what is published now may be lost with the primary.
      await primary.ask('WAIT', '1', '10000');
      await primary.kill();
      await until('the sentinel names another primary', async () => (await topology.primary(0)) !== primary);
      const { port } = await topology.primary(0);
      await primary.start();
      await primary.ask('REPLICAOF', '127.0.0.1', String(port));
    },
  ],
  [
    'due-dead-primary',
    'cluster',
    async ({ topology }, random) => {
      const node = random.pick(topology.nodes);
      await node.kill();
      await wait(random.whole(500, 3000));
      await node.start();
    },
  ],
];

interface DueDraft {
  readonly id: number;
  readonly ymProfileId: number;
}

/** Kills something at the moment at which drafts are due, in front of three replicas: each is published once, and whole. */
export async function dueDrafts(rounds: number, seed: number): Promise<Outcome> {
  const figures: Figures[] = [];
  const failures: Failure[] = [];
  for (const [name, kind, kill] of kills) {
    const row = newFigures(name);
    const random = new Random(seed);
    const world = await World.start({ kind, workers: [1, 1, 1], hasSimulations: false });
    try {
      for (let round = 0; round < rounds && failures.length === 0; round++) {
        const { violations, longestMs } = await playRound(world, random, kill);
        row.rounds += 1;
        row.measured[what] = Math.max(row.measured[what] ?? 0, longestMs);
        countViolations(row, violations);
        const command = `npm run chaos -- --scenario due-drafts --seed ${seed} --rounds ${rounds}`;
        if (violations.length > 0) failures.push({ name, round, command, folder: world.folder, violations });
      }
    } finally {
      await world.stop({ keepsFiles: failures.length > 0 });
    }
    figures.push(row);
  }
  return { figures, failures, skipped: [] };
}

async function playRound(world: World, random: Random, kill: (world: World, random: Random) => Promise<void>) {
  await world.healthy();
  const drafts: DueDraft[] = [];
  while (drafts.length < draftCount) drafts.push(await createDraft(world));
  const dueMs = Math.ceil((Date.now() + leadMs) / 1000) * 1000;
  const at = new Date(dueMs).toISOString().slice(0, 19).replace('T', ' ');
  for (const { id } of drafts) await ask(world, 'POST', `/draft/publish?id=${id}`, { at });
  await wait(Math.max(0, dueMs + random.whole(-200, 100) - Date.now()));
  const killed = kill(world, random);
  const left = new Set(drafts.map(({ id }) => id));
  await killed;
  const lastMs = Date.now() + publishMs;
  while (left.size > 0 && Date.now() < lastMs) {
    for (const id of left) {
      const draft = await tryAsk(world, `/draft?id=${id}`);
      if ((draft?.['draft'] as { readonly state?: string } | undefined)?.state === 'published') left.delete(id);
    }
    await wait(50);
  }
  const longestMs = Date.now() - dueMs;
  await world.healthy();
  const violations: Violation[] = [];
  for (const draft of drafts) violations.push(...(await judge(world, draft)));
  return { violations, longestMs };
}

const live = (world: World): Replica => world.live[0]!;

async function ask(world: World, method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) {
  const { key } = world.seller;
  return requireOk(await live(world).connections.ask({ method, path, key, body }), path);
}

/** Null while the service cannot answer. */
async function tryAsk(world: World, path: string): Promise<Reply['content'] | null> {
  try {
    const reply = await live(world).connections.ask({ path, key: world.seller.key });
    return reply.status === 200 ? reply.content : null;
  } catch (error) {
    if (error instanceof NoReply) return null;
    throw error;
  }
}

/** A draft that gives each of forty tiers another name. */
async function createDraft(world: World): Promise<DueDraft> {
  const { id: ymProfileId } = await ask(world, 'POST', '/ym-profile', { name: 'Due' });
  await ask(world, 'POST', `/ym-profile/import?id=${String(ymProfileId)}`, { tiers: names('old') });
  const { draft } = await ask(world, 'POST', `/draft?from=${String(ymProfileId)}`, {});
  const { id, tier_set: set } = draft as {
    readonly id: number;
    readonly tier_set: { readonly tiers: readonly object[] };
  };
  const tiers = set.tiers.map((tier, at) => ({ ...tier, name: `new ${at}` }));
  await ask(world, 'PUT', `/draft?id=${id}`, { tier_set: { tiers } });
  return { id, ymProfileId: Number(ymProfileId) };
}

/** Every replica has all of the draft's tiers, and the history has one publish of it, with all of them. */
async function judge(world: World, { id, ymProfileId }: DueDraft): Promise<Violation[]> {
  const found: Violation[] = [];
  const { key } = world.seller;
  for (const { name, connections } of world.live) {
    const path = `/ym-auction-tier?ym_profile_id=${ymProfileId}&sort=id`;
    const content = requireOk(await connections.ask({ path, key }), path);
    const tiers = content['ym-auction-tiers'] as readonly { readonly name: string }[];
    const count = tiers.filter(({ name: own }) => own.startsWith('new ')).length;
    if (count === tierCount && tiers.length === tierCount) continue;
    found.push({ law: 'published', what: `${name} has ${count} of ${tierCount} tiers of draft ${id}` });
  }
  const history = (await ask(world, 'GET', `/ym-profile/history?id=${ymProfileId}`))['ym-profile-history'];
  const publishes = (history as readonly { readonly kind: string; readonly changes: { readonly updated: number } }[])
    .filter(({ kind }) => kind === 'publish')
    .map(({ changes }) => changes.updated);
  if (publishes.length === 1 && publishes[0] === tierCount) return found;
  const steps = JSON.stringify(publishes);
  return [...found, { law: 'published', what: `the history has publishes of ${steps} tiers by draft ${id}` }];
}
