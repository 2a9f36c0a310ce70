import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '../world/random.ts';
import { until } from '../world/redis-topology.ts';
import type { Outcome } from './figures.ts';
import { inOneWorld, type Stage } from './one-world.ts';

const rate = 500;
const betweenMs = 1500;
const replaceMs = 60_000;
/** The service's own default, which the replicas of other scenarios shorten. */
const environment = { DRAIN_MS: '5000' };

/** Restarts three replicas one after the other by SIGTERM and a start, under 500 auctions a second on kept connections. */
export const rollingRestart = (): Promise<Outcome> =>
  inOneWorld(
    {
      name: 'rolling-restart',
      workers: [1, 1, 1],
      traffic: ['auctions'],
      environment,
      command: 'npm run chaos -- --scenario rolling-restart',
    },
    (stage) =>
      underAuctions(stage, async ({ world }) => {
        for (const replica of world.replicas) {
          await replica.stop('SIGTERM');
          await replica.start();
          await wait(betweenMs);
        }
      }),
  );

/** Replaces both workers of one replica by SIGUSR2, under the same auctions: there is no other replica to go to. */
export const workerReplacement = (): Promise<Outcome> =>
  inOneWorld(
    {
      name: 'worker-replacement',
      workers: [2],
      traffic: ['auctions'],
      environment,
      command: 'npm run chaos -- --scenario worker-replacement',
    },
    (stage) =>
      underAuctions(stage, async ({ world }) => {
        for (const replica of world.replicas) {
          replica.signal('SIGUSR2');
          await replica.said(/all workers are replaced/, replaceMs);
        }
      }),
  );

async function underAuctions(stage: Stage, act: (stage: Stage) => Promise<void>): Promise<readonly []> {
  const { traffic, figures } = stage;
  const startMs = performance.now();
  traffic.start(new Random(1), rate);
  await until('auctions are answered', () => traffic.auctions.answeredCount > rate);
  await act(stage);
  await wait(betweenMs);
  await traffic.stop();
  figures.measured['auctions per second'] = (traffic.auctions.answeredCount * 1000) / (performance.now() - startMs);
  figures.measured['failed auctions'] = traffic.auctions.failures.length;
  return [];
}
