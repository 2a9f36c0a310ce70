import type { Worker } from 'node:cluster';
import { cachedText, mergeSums, mergeToText, type MetricValues } from '../metrics/metrics.ts';
import { pause } from '../loop/repetition.ts';

/** A worker that does not answer within this time is shown with the last values that it sent. */
const answerMs = 1000;
/** The messages between the processes, by name. */
interface Messages {
  /** Asks a worker for its values. */
  readonly metricsAsked: { readonly id: number };
  readonly metricsTold: { readonly id: number; readonly values: readonly MetricValues[] };
}
type Message = Partial<Messages>;

/** In the process of a worker: tells its values to the process that started it. */
export class WorkerMetrics {
  readonly #read: () => Promise<MetricValues[]>;

  /** `read`: the values of this process. */
  constructor(read: () => Promise<MetricValues[]>) {
    this.#read = read;
    process.on('message', ({ metricsAsked }: Message) => {
      if (metricsAsked !== undefined) void this.#tell(metricsAsked.id);
    });
  }

  /** Tells the values for the last time, before this process ends. */
  tellLast(): Promise<void> {
    return this.#tell(0);
  }

  async #tell(id: number): Promise<void> {
    send(process, { metricsTold: { id, values: await this.#read() } });
  }
}

/** In the process that starts the workers: merges what they tell. */
export class MergedMetrics {
  /** The last values that each running worker sent. */
  readonly #told = new Map<Worker, readonly MetricValues[]>();
  readonly #asked = new Map<number, { readonly missing: Set<Worker>; readonly done: () => void }>();
  /** The sums of the workers that have ended. */
  #ended: readonly MetricValues[] = [];
  #ending = Promise.resolve();
  #lastId = 0;

  /** Includes a worker, from when it serves until it ends. */
  add(worker: Worker): void {
    this.#told.set(worker, []);
    worker.on('message', ({ metricsTold }: Message) => {
      if (metricsTold === undefined) return;
      this.#told.set(worker, metricsTold.values);
      this.#strike(worker, this.#asked.get(metricsTold.id));
    });
    worker.once('exit', () => {
      for (const asked of this.#asked.values()) this.#strike(worker, asked);
      this.#ending = this.#ending.then(() => this.#end(worker));
    });
  }

  /** The metrics of all workers as one text, made at most once a second. */
  readonly text = cachedText(async () => {
    await this.#collect();
    return mergeToText([...this.#told.values(), this.#ended]);
  });

  async #collect(): Promise<void> {
    const id = ++this.#lastId;
    const over = new AbortController();
    const missing = new Set([...this.#told.keys()].filter((worker) => worker.isConnected()));
    const told = new Promise<void>((resolve) => this.#asked.set(id, { missing, done: resolve }));
    const tooLate = pause(answerMs, over.signal);
    for (const worker of missing) send(worker, { metricsAsked: { id } });
    await Promise.race([told, tooLate]);
    this.#asked.delete(id);
    over.abort();
  }

  #strike(worker: Worker, asked: { readonly missing: Set<Worker>; readonly done: () => void } | undefined): void {
    asked?.missing.delete(worker);
    if (asked?.missing.size === 0) asked.done();
  }

  async #end(worker: Worker): Promise<void> {
    const ended = await mergeSums([this.#ended, this.#told.get(worker) ?? []]);
    this.#told.delete(worker);
    this.#ended = ended;
  }
}

/** Ignores a failure to send: a process that is ending takes no messages. */
function send(to: Pick<NodeJS.Process | Worker, 'send'>, message: Message): void {
  to.send?.(message, undefined, undefined, () => undefined);
}
