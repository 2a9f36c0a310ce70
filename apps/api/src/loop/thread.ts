import { once } from 'node:events';
import { extname } from 'node:path';
import { type Transferable, Worker } from 'node:worker_threads';

/**
 * A thread that answers one question after the other with a message each. It is started when it is first asked, and again
 * where it has failed; it does not keep the process alive.
 */
export class Thread<Question, Answer> {
  readonly #file: string;
  readonly #base: string;
  #worker: Worker | undefined;
  /** The questions that were asked before. */
  #before: Promise<unknown> = Promise.resolve();

  /** `file`: the program of the thread without its ending, beside the module with the address `base`. */
  constructor(file: string, base: string) {
    this.#file = file;
    this.#base = base;
  }

  /** Rejects where the thread fails. `moved`: memory that the thread takes over. */
  ask(question: Question, moved: readonly Transferable[] = []): Promise<Answer> {
    const answered = this.#before.then(() => this.#ask(question, moved));
    this.#before = answered.catch(() => undefined);
    return answered;
  }

  async #ask(question: Question, moved: readonly Transferable[]): Promise<Answer> {
    const worker = (this.#worker ??= this.#start());
    const answered = once(worker, 'message') as Promise<[Answer]>;
    worker.postMessage(question, [...moved]);
    const [answer] = await answered;
    return answer;
  }

  #start(): Worker {
    const worker = new Worker(new URL(`${this.#file}${extname(this.#base)}`, this.#base));
    worker.unref();
    // `once` rejects for the caller that waits for an answer; the next question starts another thread.
    worker.on('error', () => (this.#worker = undefined));
    return worker;
  }
}
