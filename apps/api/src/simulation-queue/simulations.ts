import type { Logger } from 'pino';
import type { Settings } from '../settings/settings.ts';
import { SimulationQueue } from './simulation-queue.ts';
import { WorkerProcess } from './worker-process.ts';

/** How soon it is looked for workers again: Redis has to list its connections for it. */
const lookAgainMs = 5000;

/** Where simulations are handed over, and the process that does them where nobody else does. */
export class Simulations {
  readonly queue: SimulationQueue;
  readonly dataDir: string;
  readonly #worker: WorkerProcess | null;
  #lookedMs = Number.NEGATIVE_INFINITY;

  constructor(settings: Pick<Settings, 'REDIS_URL' | 'DATA_DIR' | 'SIMULATION_WORKER'>, log: Logger) {
    this.queue = new SimulationQueue(settings.REDIS_URL, log);
    this.dataDir = settings.DATA_DIR;
    this.#worker = settings.SIMULATION_WORKER ? new WorkerProcess(settings.REDIS_URL, log) : null;
  }

  /** Sees to it that somebody works: a worker of its own is started where no other waits for simulations. */
  async requireWorker(nowMs: number): Promise<void> {
    if (this.#worker === null || this.#worker.isRunning || nowMs < this.#lookedMs + lookAgainMs) return;
    this.#lookedMs = nowMs;
    if (!(await this.queue.hasWorker())) this.#worker.start();
  }

  /** Its own worker's process, while it runs. */
  get workerPid(): number | undefined {
    return this.#worker?.pid;
  }

  async close(): Promise<void> {
    await this.#worker?.stop();
    await this.queue.close();
  }
}
