import { Histogram } from '@auction-tiers/http-load/histogram';
import type { Client, RedisStore } from '@auction-tiers/store';
import { runClosedLoop } from '../measure/closed-loop.ts';
import { collectGarbage } from '../measure/garbage.ts';
import { race } from '../measure/race.ts';
import { createBareOperations } from './bare-operation.ts';
import type { StoreRun } from './figures.ts';
import { createStoreOperations } from './store-operation.ts';

export interface StoreRunOptions {
  readonly store: RedisStore;
  /** For the bare commands: as the store's own, to the same server. */
  readonly client: Client;
  readonly callers: number;
  readonly rounds: number;
  readonly turnMs: number;
}

/** All operations against each other. Throws a WrongAnswer when one was refused or what it wrote is not there. */
export async function runStore({
  store,
  client,
  callers,
  rounds,
  turnMs,
}: StoreRunOptions): Promise<Omit<StoreRun, 'isDurable'>> {
  const operations = [
    ...(await createStoreOperations(store, callers)),
    ...(await createBareOperations(client, callers)),
  ].map((operation) => ({ ...operation, latencies: new Histogram() }));

  for (const { call } of operations) await runClosedLoop({ callers, durationMs: turnMs, call });
  const entrants = operations.map(({ name, call, latencies }) => ({
    name,
    turn() {
      collectGarbage();
      return runClosedLoop({ callers, durationMs: turnMs, call, latencies });
    },
  }));
  const perSecond = await race(entrants, rounds);
  for (const { verify } of operations) await verify();

  const rows = operations.map(({ name, bare, latencies }) => ({
    name,
    bare,
    perSecond: perSecond.get(name)!,
    latencyMicros: { p50: latencies.atPercentile(50), p99: latencies.atPercentile(99) },
  }));
  return { callers, rows };
}
