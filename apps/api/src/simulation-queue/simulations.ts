import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { placeOf, type RecordSettings } from '../settings/record-place.ts';
import type { RefusedRights } from '../readiness/refused-rights.ts';
import type { Settings } from '../settings/settings.ts';
import { SimulationQueue } from './simulation-queue.ts';

/** Least time between two looks for workers: for each, Redis lists all its connections. */
const lookAgainMs = 5000;

/** The queue of simulations, and a worker process for it that runs where no other worker does. */
export class Simulations {
  readonly queue: SimulationQueue;
  readonly dataDir: string;
  readonly #worker: WorkerProcess | null;
  #lookedMs = Number.NEGATIVE_INFINITY;

  constructor(
    settings: Pick<Settings, 'REDIS_URL' | 'SIMULATION_WORKER'> & RecordSettings,
    refusedRights: RefusedRights,
    log: Logger,
  ) {
    this.queue = new SimulationQueue(settings.REDIS_URL, refusedRights, log);
    this.dataDir = settings.DATA_DIR;
    this.#worker = settings.SIMULATION_WORKER ? new WorkerProcess(environmentOf(settings), log) : null;
  }

  /** Starts a worker process unless a worker waits for simulations already. */
  async requireWorker(nowMs: number): Promise<void> {
    if (this.#worker === null || this.#worker.isRunning || nowMs < this.#lookedMs + lookAgainMs) return;
    this.#lookedMs = nowMs;
    if (!(await this.queue.hasWorker())) this.#worker.start();
  }

  /** The process id of this service's own worker, while it runs. */
  get workerPid(): number | undefined {
    return this.#worker?.pid;
  }

  async close(): Promise<void> {
    await this.#worker?.stop();
    await this.queue.close();
  }
}

/** The simulator in this repository. Where the service is installed alone it is missing, and workers run elsewhere. */
const simulator = fileURLToPath(new URL('../../../simulator/src/main.ts', import.meta.url));

/** What a worker needs: Redis, and where recorded auctions are. */
function environmentOf(settings: Pick<Settings, 'REDIS_URL'> & RecordSettings): Record<string, string> {
  const set = Object.entries(placeOf(settings) ?? {}).filter(([, value]) => value !== undefined);
  const texts = set.map(([name, value]) => [name, typeof value === 'boolean' ? String(Number(value)) : String(value)]);
  return { REDIS_URL: settings.REDIS_URL, ...(Object.fromEntries(texts) as Record<string, string>) };
}

/** How long a worker may take to stop; the next worker does its unfinished simulation again. */
const stopMs = 3000;

/** A process that carries out simulations with a lower priority than the service: auctions come first. */
export class WorkerProcess {
  readonly #environment: Readonly<Record<string, string>>;
  readonly #log: Logger;
  #child: ChildProcess | undefined;

  constructor(environment: Readonly<Record<string, string>>, log: Logger) {
    this.#environment = environment;
    this.#log = log;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get isRunning(): boolean {
    return this.#child !== undefined;
  }

  /** Starts the process, unless it runs already or no simulator is installed. */
  start(): void {
    if (this.#child !== undefined) return;
    if (!existsSync(simulator)) {
      this.#log.warn(
        'no simulator is installed beside the service: simulations wait for a `simulate worker` elsewhere',
      );
      return;
    }
    // Node's compile cache, if it is set: the worker starts in half the time.
    const { NODE_COMPILE_CACHE } = process.env;
    // The worker ends when its channel to this process closes, however this process ends.
    const child = spawn(process.execPath, ['--conditions=@auction-tiers/source', simulator, 'worker'], {
      env: { ...this.#environment, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    child.stdout?.on('data', (text: Buffer) => this.#log.debug({ text: String(text) }, 'simulation worker'));
    child.stderr?.on('data', (text: Buffer) => this.#log.warn({ text: String(text) }, 'simulation worker'));
    child.once('error', (error) => this.#log.error({ error }, 'the simulation worker could not be started'));
    child.once('exit', (code, signal) => {
      this.#child = undefined;
      this.#log.info({ code, signal }, 'the simulation worker has ended');
    });
    child.once('spawn', () => this.#putBehind(child));
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const deadline = setTimeout(() => child.kill('SIGKILL'), stopMs);
    await ended;
    clearTimeout(deadline);
  }

  /** Gives the worker about a tenth of a busy processor: with the lowest priority a busy host would never run it. */
  #putBehind({ pid }: ChildProcess): void {
    try {
      if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch (error) {
      this.#log.warn({ error }, 'the simulation worker runs with the priority of the service');
    }
  }
}
