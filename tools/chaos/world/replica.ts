import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Child, until, type Variables } from './child.ts';
import { ask, type Asked, type Reply, requireOk } from './http.ts';

const entry = join(import.meta.dirname, '../../../apps/api/src/main.ts');

/** Settings of every replica: no rate limits, because a run has the traffic of many users. */
const usual: Variables = {
  HOST: '127.0.0.1',
  PORT: '0',
  DRAIN_MS: '500',
  SIMULATION_WORKER: '0',
  DEMO_DAYS: '0',
  RATE_LIMIT_READS: '0',
  RATE_LIMIT_WRITES: '0',
  RATE_LIMIT_WRITE_MB: '0',
  MAX_TIERS_PER_MEMBER: '1000000',
  CHANGE_LOG_DAYS: '0',
};

/** One replica of the service: one process, or three with `WORKERS=2`. It has its own data folder. */
export class Replica {
  readonly name: string;
  readonly dataDir: string;
  readonly #environment: Variables;
  readonly #logFile: string;
  /** When this run has broken its connections, in milliseconds of `performance.now()`. */
  readonly #cuts: { readonly fromMs: number; toMs: number }[] = [];
  #child: Child | null = null;
  #url: string | null = null;

  constructor(name: string, folder: string, environment: Variables) {
    this.name = name;
    this.dataDir = join(folder, name);
    this.#logFile = join(folder, `${name}.log`);
    this.#environment = { ...usual, DATA_DIR: this.dataDir, ...environment };
    mkdirSync(this.dataDir, { recursive: true });
  }

  /** Whether it accepts requests: it has started, and this run has not killed it since. */
  get isLive(): boolean {
    return this.#url !== null;
  }

  get pid(): number {
    return this.#child?.process.pid ?? 0;
  }

  /** Starts the replica and resolves when it serves. */
  async start(): Promise<void> {
    this.#child = Child.node(entry, this.#environment, this.#logFile);
    await this.#says('ready http', 1);
    this.#url = this.#linesWith('ready http')[0]!.replace('ready ', '');
    for (const cut of this.#cuts) cut.toMs = Math.min(cut.toMs, performance.now());
  }

  /** Rejects with a `NoReply`. */
  async ask(asked: Asked): Promise<Reply> {
    if (this.#url === null) throw new Error(`replica ${this.name} does not serve`);
    return ask(this.#url, asked);
  }

  /** Reads a list to its end. */
  async list<Row>(service: string, key: string): Promise<readonly Row[]> {
    const rows: Row[] = [];
    for (;;) {
      const path = `/${service}?num_elements=1000&start_element=${rows.length}`;
      const content = requireOk(await this.ask({ path, key }), `${path} of ${this.name}`);
      const page = content[`${service}s`] as readonly Row[];
      rows.push(...page);
      if (page.length === 0 || rows.length >= Number(content['count'])) return rows;
    }
  }

  /** Kills all its processes with SIGKILL. */
  async kill(): Promise<void> {
    this.#cuts.push({ fromMs: performance.now(), toMs: Number.POSITIVE_INFINITY });
    this.#url = null;
    await this.#child?.kill();
  }

  /** Kills one of the workers, and resolves when the service has replaced it. */
  async killWorker(): Promise<void> {
    const serving = this.#linesWith('"msg":"serving"');
    const cut = { fromMs: performance.now(), toMs: Number.POSITIVE_INFINITY };
    this.#cuts.push(cut);
    process.kill(Number(/"pid":(\d+)/.exec(serving.at(-1) ?? '')?.[1]), 'SIGKILL');
    await this.#says('"msg":"serving"', serving.length + 1);
    cut.toMs = performance.now();
  }

  /** Sends SIGTERM, and resolves when the replica has ended. It answers requests until its drain time is over. */
  async stop(): Promise<void> {
    this.#child?.process.kill('SIGTERM');
    const how = await this.#child?.exited;
    this.#url = null;
    if (how !== 'exit code 0') throw new Error(`replica ${this.name} was stopped, and ended with ${how}`);
  }

  /** Whether this run broke its connections between two times. */
  wasCut(fromMs: number, toMs: number): boolean {
    return this.#cuts.some((cut) => cut.fromMs <= toMs && cut.toMs >= fromMs);
  }

  #linesWith(text: string): readonly string[] {
    return this.#child?.lines.filter((line) => line.includes(text)) ?? [];
  }

  #says(text: string, times: number): Promise<void> {
    return until(`replica ${this.name} prints ${text}`, () => {
      if (this.#child?.isRunning !== true) throw new Error(`replica ${this.name} ended; see ${this.#logFile}`);
      return this.#linesWith(text).length >= times;
    });
  }
}
