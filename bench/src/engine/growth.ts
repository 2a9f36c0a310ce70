import { race } from '../measure/race.ts';
import type { Lane } from './lane.ts';
import type { Shape } from './workload.ts';

/** One contestant's cost by the number of tiers, all sizes in the same rounds, so that they can be divided. */
export interface Growth {
  readonly shape: Shape;
  readonly name: string;
  readonly sizes: readonly { readonly tierCount: number; readonly cpuNsPerBid: readonly number[] }[];
}

/** Lets a contestant run against itself with more or fewer tiers. */
export async function measureGrowth(shape: Shape, lanes: ReadonlyMap<number, Lane>, rounds: number): Promise<Growth> {
  const entrants = [...lanes].map(([tierCount, { turn }]) => ({ name: String(tierCount), turn }));
  const figures = await race(entrants, rounds);
  const sizes = [...lanes.keys()].map((tierCount) => ({ tierCount, cpuNsPerBid: figures.get(String(tierCount))! }));
  return { shape, name: [...lanes.values()][0]?.name ?? '', sizes };
}
