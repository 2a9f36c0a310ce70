import { Traffic, type TrafficName } from '../traffic/traffic.ts';
import { Judge } from '../validator/judge.ts';
import type { Violation } from '../validator/violation.ts';
import type { Variables } from '../world/child.ts';
import { World } from '../world/world.ts';
import { keepEvidence } from './evidence.ts';
import { addCounts, countViolations, type Figures, newFigures, type Outcome } from './figures.ts';

export interface OneWorld {
  readonly name: string;
  /** The number of workers of each replica. */
  readonly workers: readonly number[];
  readonly traffic: readonly TrafficName[];
  /** Settings of the replicas. */
  readonly environment?: Variables;
  /** The command that does the same again. */
  readonly command: string;
}

/** What a scenario in one world works with. */
export interface Stage {
  readonly world: World;
  readonly traffic: Traffic;
  readonly figures: Figures;
}

/** Carries out a scenario in a world of its own, and judges that with all laws when it is over. */
export async function inOneWorld(
  { name, workers, traffic: names, command, environment = {} }: OneWorld,
  act: (stage: Stage) => Promise<readonly Violation[]>,
): Promise<Outcome> {
  const figures = newFigures(name);
  const world = await World.start({ kind: 'single', workers, hasSimulations: false, environment });
  let traffic: Traffic | null = null;
  try {
    traffic = await Traffic.open(world, names);
    const found = await act({ world, traffic, figures });
    const fresh = await world.startFresh();
    const violations = [...found, ...(await new Judge(traffic).judge(fresh))];
    await fresh.stop();
    figures.rounds = 1;
    addCounts(figures, null, traffic.counts);
    countViolations(figures, violations);
    if (violations.length === 0) return { figures: [figures], failures: [], skipped: [] };
    const folder = await keepEvidence(world, traffic.session.ledger, violations);
    return { figures: [figures], failures: [{ name, round: 0, command, folder, violations }], skipped: [] };
  } finally {
    if (traffic !== null) traffic.session.isStopping = true;
    await world.stop({ keepsFiles: Object.keys(figures.violations).length > 0 });
  }
}
