import { duties, type Duty } from '@auction-tiers/contract';

/** What keeps the service from some of its duties at the moment. */
export interface Obstacle {
  readonly prevents: readonly Duty[];
  /** A sentence for operators. Every client may read it: it names no machine and nothing of a member. */
  readonly why: string;
}

/** Whether a duty is done, and each reason why not. */
interface DutyState {
  readonly ready: boolean;
  readonly why: readonly string[];
}

export interface ReadinessAnswer {
  /** `ready`: every duty that was asked for is done; `degraded`: some of them; `unavailable`: none. */
  readonly status: 'ready' | 'degraded' | 'unavailable';
  readonly states: Readonly<Partial<Record<Duty, DutyState>>>;
  /** What `tell` added: the snapshot's age and revisions, and the like. */
  readonly [fact: string]: unknown;
}

/** Answers whether the service does its duties. Parts of the service add what may keep it from them. */
export class Readiness {
  readonly #findObstacle: (() => Obstacle | null)[] = [];
  readonly #facts = new Map<string, () => unknown>();

  /** Adds a possible obstacle. The function is called for every answer, so it must be quick; null: no obstacle now. */
  watch(find: () => Obstacle | null): void {
    this.#findObstacle.push(find);
  }

  /** Adds a fact to the answer. It does not affect the status. */
  tell(name: string, read: () => unknown): void {
    this.#facts.set(name, read);
  }

  answer(asked: readonly Duty[] = duties): ReadinessAnswer {
    const obstacles = this.#findObstacle.map((find) => find()).filter((obstacle) => obstacle !== null);
    const states = asked.map((duty): [Duty, DutyState] => {
      const why = obstacles.filter(({ prevents }) => prevents.includes(duty)).map((obstacle) => obstacle.why);
      return [duty, { ready: why.length === 0, why }];
    });
    const readyCount = states.filter(([, { ready }]) => ready).length;
    return {
      status: readyCount === asked.length ? 'ready' : readyCount > 0 ? 'degraded' : 'unavailable',
      states: Object.fromEntries(states),
      ...Object.fromEntries([...this.#facts].map(([name, read]) => [name, read()])),
    };
  }
}
