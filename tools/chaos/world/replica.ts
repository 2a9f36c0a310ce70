import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Child, killProcess, type Variables } from './child.ts';
import { Connections } from './http.ts';

const entry = join(import.meta.dirname, '../../../apps/api/src/main.ts');
const startMs = 60_000;

/** Settings of every replica: no limits, for the traffic of a run is that of many users. */
const usual: Variables = {
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'info',
  DRAIN_MS: '500',
  SIMULATION_WORKER: '0',
  DEMO_DAYS: '0',
  RATE_LIMIT_READS: '0',
  RATE_LIMIT_WRITES: '0',
  RATE_LIMIT_WRITE_MB: '0',
  MAX_TIERS_PER_MEMBER: '1000000',
  CHANGE_LOG_DAYS: '0',
};

/** A time during which a fault of this run has broken connections to a replica, in milliseconds of `performance.now()`. */
interface Cut {
  readonly fromMs: number;
  toMs: number;
}

/** One replica of the service: a process, or, with `WORKERS=2`, three. It has a data folder of its own. */
export class Replica {
  readonly name: string;
  readonly dataDir: string;
  readonly #environment: Variables;
  readonly #logFile: string;
  readonly #cuts: Cut[] = [];
  #child: Child | null = null;
  #connections: Connections | null = null;
  #said: string[] = [];
  #waiting: (() => void)[] = [];

  constructor(name: string, folder: string, environment: Variables) {
    this.name = name;
    this.dataDir = join(folder, name);
    this.#logFile = join(folder, `${name}.log`);
    this.#environment = { ...usual, DATA_DIR: this.dataDir, ...environment };
    mkdirSync(this.dataDir, { recursive: true });
  }

  /** Whether requests may be sent: it has served since it was last started, and no fault has killed all of it. */
  get isLive(): boolean {
    return this.#connections !== null;
  }

  get connections(): Connections {
    if (this.#connections === null) throw new Error(`replica ${this.name} does not serve`);
    return this.#connections;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Starts it and resolves when it serves. */
  async start(): Promise<void> {
    this.#said = [];
    const child = Child.node(entry, [], this.#environment, this.#logFile);
    this.#child = child;
    child.onLine((line) => {
      this.#said.push(line);
      for (const wake of this.#waiting.splice(0)) wake();
    });
    void child.exited.finally(() => {
      for (const wake of this.#waiting.splice(0)) wake();
    });
    const line = await this.said(/^ready http/, startMs);
    this.#connections = new Connections(line.replace('ready ', ''));
    for (const cut of this.#cuts) cut.toMs = Math.min(cut.toMs, performance.now());
  }

  /** The first line that matches, of those that were printed since the start or will be. */
  async said(pattern: RegExp, limitMs: number, skip = 0): Promise<string> {
    const deadlineMs = performance.now() + limitMs;
    for (;;) {
      const found = this.#said.filter((line) => pattern.test(line))[skip];
      if (found !== undefined) return found;
      const leftMs = deadlineMs - performance.now();
      if (this.#child?.isRunning !== true || leftMs <= 0) {
        const problem =
          leftMs <= 0 ? `did not say ${pattern} within ${limitMs} ms` : `ended: ${await this.#child?.exited}`;
        throw new Error(`replica ${this.name} ${problem}; see ${this.#logFile}`);
      }
      await new Promise<void>((resolve) => {
        const limit = setTimeout(resolve, leftMs);
        this.#waiting.push(() => {
          clearTimeout(limit);
          resolve();
        });
      });
    }
  }

  /** The lines since the start that match. */
  count(pattern: RegExp): number {
    return this.#said.filter((line) => pattern.test(line)).length;
  }

  /** Kills all its processes with SIGKILL. */
  async kill(): Promise<void> {
    this.#beginCut();
    this.#connections?.close();
    this.#connections = null;
    this.#child?.kill('SIGKILL');
    await this.#child?.exited;
  }

  /** Kills one of its workers, and resolves when the service has replaced it. */
  async killWorker(place: number): Promise<void> {
    const pids = this.#servingPids().filter((pid) => killProcess(pid, 0 as unknown as NodeJS.Signals));
    const pid = pids[place % pids.length];
    if (pid === undefined || pid === this.pid) throw new Error(`replica ${this.name} has no workers`);
    const servingCount = this.count(serving);
    const cut = this.#beginCut();
    killProcess(pid);
    await this.said(serving, startMs, servingCount);
    cut.toMs = performance.now();
  }

  /** Asks it to stop and resolves when it has ended. Requests go on until its drain time is over. */
  async stop(signal: 'SIGTERM' | 'SIGINT' = 'SIGINT'): Promise<void> {
    const child = this.#child;
    if (child?.isRunning !== true) return;
    child.kill(signal);
    const how = await child.exited;
    this.#connections?.close();
    this.#connections = null;
    if (how !== 'exit code 0') throw new Error(`replica ${this.name} was stopped, and ended with ${how}`);
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Whether a fault broke connections to it between two moments. */
  wasCut(fromMs: number, toMs: number): boolean {
    return this.#cuts.some((cut) => cut.fromMs <= toMs && cut.toMs >= fromMs);
  }

  #beginCut(): Cut {
    const cut = { fromMs: performance.now(), toMs: Number.POSITIVE_INFINITY };
    this.#cuts.push(cut);
    return cut;
  }

  #servingPids(): number[] {
    return this.#said.filter((line) => serving.test(line)).map((line) => Number(/"pid":(\d+)/.exec(line)?.[1]));
  }
}

const serving = /"msg":"serving"/;
