import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from '../fault/fault.ts';
import { Traffic, type TrafficName } from '../traffic/traffic.ts';
import { Judge } from '../validator/judge.ts';
import { checkSimulations, listSimulations } from '../validator/simulations.ts';
import type { Violation } from '../validator/violation.ts';
import { Random } from '../world/random.ts';
import { obstacleTo, World, type WorldKind } from '../world/world.ts';
import { keepEvidence } from './evidence.ts';
import { addCounts, countViolations, type Failure, type Figures, newFigures, type Outcome } from './figures.ts';

/** The traffic before and after a fault, in milliseconds. */
const [leastBeforeMs, mostBeforeMs, afterMs] = [200, 600, 250];
/** BullMQ gives up a worker that was killed after 30 s, and looks for such jobs every 30 s. */
const simulationsMs = 120_000;
const workers = [1, 1, 2];

export interface RoundsOptions {
  readonly faults: readonly Fault[];
  readonly traffic: readonly TrafficName[];
  readonly rounds: number;
  readonly seed: number;
  readonly log: (line: string) => void;
}

/** Carries out faults in turn under traffic, and compares everything after each. Processes that live are kept. */
export async function runRounds({ faults, traffic: names, rounds, seed, log }: RoundsOptions): Promise<Outcome> {
  const figures = new Map(faults.map((fault) => [fault, newFigures(fault.name)]));
  const failures: Failure[] = [];
  const skipped: string[] = [];
  for (const kind of new Set(faults.map(({ needs }) => needs))) {
    const obstacle = obstacleTo(kind);
    if (obstacle !== null) {
      const needing = faults.filter(({ needs }) => needs === kind).map(({ name }) => name);
      skipped.push(`${needing.join(', ')}: ${obstacle}`);
      log(`SKIPPED: ${skipped.at(-1)}`);
      continue;
    }
    const places = Array.from({ length: rounds }, (_, round) => round).filter(
      (round) => faults[round % faults.length]?.needs === kind,
    );
    const run = new KindRun({ kind, names, seed, log, faults, figures, failures });
    await run.carryOut(places);
  }
  return { figures: [...figures.values()], failures, skipped };
}

interface KindRunOptions {
  readonly kind: WorldKind;
  readonly names: readonly TrafficName[];
  readonly seed: number;
  readonly log: (line: string) => void;
  readonly faults: readonly Fault[];
  readonly figures: ReadonlyMap<Fault, Figures>;
  readonly failures: Failure[];
}

/** The rounds in one kind of world, in one world, as long as no law is broken: then the next round gets a new world. */
class KindRun {
  readonly #options: KindRunOptions;
  #world: World | null = null;
  #traffic: Traffic | null = null;
  #judge: Judge | null = null;
  /** The rounds in the present world. */
  #done: number[] = [];

  constructor(options: KindRunOptions) {
    this.#options = options;
  }

  async carryOut(rounds: readonly number[]): Promise<void> {
    const { faults, figures, log } = this.#options;
    try {
      for (const round of rounds) {
        const fault = faults[round % faults.length] as Fault;
        const ofFault = figures.get(fault) as Figures;
        const startMs = performance.now();
        const violations = await this.#round(round, fault, ofFault);
        ofFault.rounds += 1;
        log(roundLine(round, fault, violations, performance.now() - startMs));
        if (violations.length > 0) await this.#keep(round, fault, violations);
      }
      const last = faults[(rounds.at(-1) ?? 0) % faults.length];
      if (this.#traffic !== null && last !== undefined) await this.#endSimulations(rounds.at(-1) ?? 0, last);
    } finally {
      await this.#world?.stop();
    }
  }

  async #round(round: number, fault: Fault, figures: Figures): Promise<readonly Violation[]> {
    const { seed } = this.#options;
    // Each round has a schedule of its own, so that it does not depend on the rounds before.
    const random = new Random(seed * 1_000_003 + round);
    const { world, traffic, judge } = await this.#open();
    this.#done.push(round);
    const before = traffic.counts;
    traffic.session.isLossy = false;
    traffic.start(random.fork());
    let violations: readonly Violation[];
    try {
      await wait(random.whole(leastBeforeMs, mostBeforeMs));
      const seen = await fault.run(world, random.fork(), traffic);
      await world.healthy();
      await wait(afterMs);
      await traffic.stop();
      const fresh = await world.startFresh();
      violations = [...(seen ?? []), ...(await judge.judge(fresh))];
      await fresh.stop();
    } catch (error) {
      // A fault that does not end, or a replica that does not recover, is a finding as well.
      const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
      await traffic.stop().catch(() => undefined);
      violations = [{ law: 'replicas', what: `the round did not end: ${what}` }];
    }
    addCounts(figures, before, traffic.counts);
    countViolations(figures, violations);
    return violations;
  }

  async #open(): Promise<{ world: World; traffic: Traffic; judge: Judge }> {
    const { kind, names } = this.#options;
    this.#world ??= await World.start({
      kind,
      workers,
      hasSimulations: names.some((name) => name === 'all' || name === 'simulations'),
    });
    this.#traffic ??= await Traffic.open(this.#world, names);
    this.#judge ??= new Judge(this.#traffic);
    return { world: this.#world, traffic: this.#traffic, judge: this.#judge };
  }

  async #endSimulations(round: number, fault: Fault): Promise<void> {
    const [world, traffic] = [this.#world, this.#traffic];
    const replica = world?.live[0];
    if (world === null || traffic === null || replica === undefined || traffic.simulations.length === 0) return;
    const listed = await listSimulations(replica, world.seller.key, simulationsMs);
    const violations = checkSimulations(traffic.simulations, listed);
    countViolations(this.#options.figures.get(fault) as Figures, violations);
    if (violations.length > 0) await this.#keep(round, fault, violations);
  }

  /** Keeps logs, ledger and Redis's files of a round that broke a law, and leaves its world. */
  async #keep(round: number, fault: Fault, violations: readonly Violation[]): Promise<void> {
    const { failures, seed, log, faults } = this.#options;
    const [world, traffic] = [this.#world, this.#traffic];
    if (world === null || traffic === null) return;
    const folder = await keepEvidence(world, traffic.session.ledger, violations);
    const only = faults.length === 1 ? ` --fault ${fault.name}` : '';
    const command = `npm run chaos --${only} --seed ${seed} --rounds ${round + 1}`;
    failures.push({ name: fault.name, round, command, folder, violations });
    for (const { law, what } of violations.slice(0, 5)) log(`  ${law}: ${what}`);
    log(`  logs, ledger and Redis's files: ${folder}`);
    [this.#world, this.#traffic, this.#judge, this.#done] = [null, null, null, []];
  }
}

function roundLine(round: number, { name }: Fault, violations: readonly Violation[], ms: number): string {
  const verdict = violations.length === 0 ? 'ok' : `${violations.length} VIOLATIONS`;
  return `round ${round + 1}  ${name}  ${(ms / 1000).toFixed(1)} s  ${verdict}`;
}
