import type { Violation } from '../validator/violation.ts';
import type { Random } from '../world/random.ts';
import type { Traffic } from '../traffic/traffic.ts';
import type { World, WorldKind } from '../world/world.ts';

/** Something that goes wrong, and how it ends. */
export interface Fault {
  readonly name: string;
  /** What it does, in a few words. */
  readonly summary: string;
  readonly needs: WorldKind;
  /**
   * Does it and undoes it, while the traffic goes on. It resolves when nothing is broken any more by it, with what it has
   * seen that no law allows.
   */
  run(world: World, random: Random, traffic: Traffic): Promise<void | readonly Violation[]>;
}
