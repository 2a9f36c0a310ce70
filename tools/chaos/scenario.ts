import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hashSeed, Random } from '@auction-tiers/chance';
import { judge, type Violation } from './judge/judge.ts';
import { startTraffic } from './traffic/start-traffic.ts';
import { Traffic } from './traffic/traffic.ts';
import { until, type Variables } from './world/child.ts';
import { World } from './world/world.ts';

/** The duration of the traffic before and after a fault. */
const [leastBeforeMs, mostBeforeMs, afterMs] = [200, 600, 250];
const longestAwayMs = 400;
/** The service records the replication id of its primary once a second. */
const noticeMs = 2500;
const redisAwayMs = 30_000;
const betweenRestartsMs = 1500;

/** A kind of fault, and the installation that it occurs in. */
interface Scenario {
  readonly summary: string;
  /** The default number of rounds. */
  readonly usual: number;
  readonly redis: 'single' | 'sentinel';
  /** The number of workers of each replica. */
  readonly workers: readonly number[];
  /** Auctions per second, if the machine can keep up. */
  readonly rate: number;
  readonly environment?: Variables;
  /** Causes and repairs the fault while the traffic continues. Returns further figures, by name. */
  readonly act: (world: World, traffic: Traffic, random: Random) => Promise<Readonly<Record<string, number>> | void>;
}

/** By the name of the option that sets the number of rounds. */
export const scenarios = {
  kills: {
    summary: 'kill -9 of a replica, a worker of WORKERS=2, Redis, or all at once, and a start',
    usual: 10,
    redis: 'single',
    workers: [1, 1, 2],
    rate: 60,
    act: kill,
  },
  'lost-tails': {
    summary: 'kill -9 of the primary, and a failover to a replica without the last acknowledged writes',
    usual: 3,
    redis: 'sentinel',
    workers: [1, 1, 2],
    rate: 60,
    act: loseTail,
  },
  'redis-away': {
    summary: `Redis is away for ${redisAwayMs / 1000} s; after half of that a worker of WORKERS=2 is killed`,
    usual: 1,
    redis: 'single',
    workers: [1, 2],
    rate: 200,
    act: takeRedisAway,
  },
  'rolling-restarts': {
    summary: 'three replicas are restarted by SIGTERM, one after the other, with the usual DRAIN_MS',
    usual: 1,
    redis: 'single',
    workers: [1, 1, 1],
    rate: 500,
    act: restartAll,
    environment: { DRAIN_MS: '5000' },
  },
} as const satisfies Record<string, Scenario>;
export type ScenarioName = keyof typeof scenarios;

/** The result of all rounds of a scenario, which ends with the first round that breaks a law. */
export interface ScenarioResult {
  readonly name: ScenarioName;
  readonly rounds: number;
  readonly counts: ReturnType<typeof countsOf>;
  /** Further figures of the last round. */
  readonly measured: Readonly<Record<string, number>>;
  readonly violations: readonly Violation[];
  /** Where the logs, the ledger and the files of Redis are, if a law was broken. */
  readonly folder: string | null;
}

const countsOf = ({ ledger, auctions, failedAuctions, checkedReads }: Traffic) => ({
  acknowledged: ledger.count('acknowledged'),
  refused: ledger.count('refused'),
  unknown: ledger.count('unknown'),
  auctions: auctions.answered,
  'sent again': auctions.cut,
  failed: failedAuctions.length,
  reads: checkedReads,
});

/** Runs a scenario in a new world, and judges everything after each round. `log` gets a line per round. */
export async function runScenario(
  name: ScenarioName,
  rounds: number,
  seed: number,
  log: (line: string) => void,
): Promise<ScenarioResult> {
  const { redis, workers, rate, act, environment }: Scenario = scenarios[name];
  const world = await World.start(redis, workers, environment);
  let violations: readonly Violation[] = [];
  let measured: ScenarioResult['measured'] = {};
  let round = 0;
  try {
    const traffic = await Traffic.open(world);
    while (round < rounds && violations.length === 0) {
      round += 1;
      // Each round has its own random schedule, so that it does not depend on earlier rounds.
      const random = new Random(hashSeed(`${name} ${seed}`), round);
      traffic.isLossy = false;
      startTraffic(traffic, `r${round}-${seed}`, rate);
      try {
        await wait(leastBeforeMs + random.below(mostBeforeMs - leastBeforeMs));
        measured = (await act(world, traffic, random)) ?? {};
        await world.healthy();
        await wait(afterMs);
        await traffic.stop();
        const fresh = await world.startFresh();
        violations = await judge(traffic, fresh);
        await fresh.kill();
      } catch (error) {
        // A fault that does not end, or a replica that does not recover, is a finding as well.
        await traffic.stop().catch(() => undefined);
        violations = [{ law: 'replicas', what: `the round did not end: ${(error as Error).stack}` }];
      }
      log(`${name} ${round} of ${rounds}: ${violations.length === 0 ? 'ok' : `${violations.length} VIOLATIONS`}`);
    }
    const evidence = { violations, writes: traffic.ledger.writes };
    writeFileSync(join(world.folder, 'evidence.json'), JSON.stringify(evidence, null, 1));
    const folder = violations.length === 0 ? null : world.folder;
    return { name, rounds: round, counts: countsOf(traffic), measured, violations, folder };
  } finally {
    await world.stop({ keepsFiles: violations.length > 0 });
  }
}

async function kill({ replicas, live, topology: { nodes } }: World, _: Traffic, random: Random): Promise<void> {
  const last = replicas.at(-1)!;
  const victims = [[live[random.below(live.length)]!], [last], [nodes[0]!], [...replicas, ...nodes]] as const;
  const chosen = victims[random.below(victims.length)]!;
  // The service starts another worker by itself.
  if (chosen === victims[1]) return last.killWorker();
  await Promise.all(chosen.map((one) => one.kill()));
  await wait(random.below(longestAwayMs));
  // A replica that starts needs Redis.
  await Promise.all(nodes.filter((node) => chosen.some((one) => one === node)).map((node) => node.start()));
  await Promise.all(replicas.filter((replica) => chosen.some((one) => one === replica)).map((one) => one.start()));
}

async function loseTail({ topology }: World, traffic: Traffic, random: Random): Promise<void> {
  const primary = await topology.primary();
  const replica = topology.nodes.find((node) => node !== primary)!;
  const says = async (text: string) => String(await replica.ask('INFO', 'replication')).includes(text);
  await until('the replica follows', () => says('master_link_status:up'));
  await wait(noticeMs);
  const fromMs = performance.now();
  traffic.isLossy = true;
  // With a password the replica cannot reconnect: the primary answers that it requires none.
  await replica.ask('CONFIG', 'SET', 'masterauth', 'none-is-asked-for');
  await primary.ask('CLIENT', 'KILL', 'TYPE', 'replica');
  await until('the replica is cut off', () => says('master_link_status:down'));
  await wait(100 + random.below(longestAwayMs));
  await primary.kill();
  // Wait for the sentinel to name the new primary: the old one would accept writes as a primary, which would be lost.
  await until('the sentinel names the new primary', async () => (await topology.primary()) === replica);
  await until('the replica is the primary', () => says('role:master'));
  traffic.ledger.lose(fromMs, performance.now());
  await replica.ask('CONFIG', 'SET', 'masterauth', '');
  await primary.start();
  await primary.ask('REPLICAOF', '127.0.0.1', String(replica.port));
}

async function takeRedisAway(world: World, { ledger, auctions }: Traffic) {
  const [node] = world.topology.nodes;
  await node!.kill();
  const before = auctions.answered;
  await wait(redisAwayMs / 2);
  await world.replicas.at(-1)!.killWorker();
  await wait(redisAwayMs / 2);
  const answered = auctions.answered - before;
  const backMs = performance.now();
  await node!.start();
  await world.healthy();
  const readyMs = Math.round(performance.now() - backMs);
  const acknowledged = ledger.count('acknowledged');
  await until('writes are acknowledged again', () => ledger.count('acknowledged') > acknowledged);
  return { 'auctions while Redis was away': answered, 'ms until all is ready again': readyMs };
}

async function restartAll({ replicas }: World, { auctions }: Traffic) {
  const before = { ms: performance.now(), answered: auctions.answered };
  for (const replica of replicas) {
    await replica.stop();
    await replica.start();
    await wait(betweenRestartsMs);
  }
  const perSecond = ((auctions.answered - before.answered) * 1000) / (performance.now() - before.ms);
  return { 'auctions per second': Math.round(perSecond) };
}
