import type { LogPart } from '../log/file/part.ts';
import type { ToThread } from './thread-message.ts';

/** Hands out the parts of a log one after the other, whoever asks, so that their places are those in the log. */
export class PartQueue {
  readonly #parts: AsyncIterator<LogPart>;
  #count = 0;
  #isOver = false;
  #asked: Promise<unknown> = Promise.resolve();

  constructor(parts: AsyncIterable<LogPart>) {
    this.#parts = parts[Symbol.asyncIterator]();
  }

  next(): Promise<ToThread> {
    const answer = this.#ask(this.#asked);
    this.#asked = answer;
    return answer;
  }

  /** From now on there is nothing left. */
  async end(): Promise<ToThread> {
    this.#isOver = true;
    await this.#parts.return?.();
    return { kind: 'end' };
  }

  async #ask(before: Promise<unknown>): Promise<ToThread> {
    await before;
    if (this.#isOver) return { kind: 'end' };
    const { value, done } = await this.#parts.next();
    this.#isOver ||= done === true;
    return value === undefined ? { kind: 'end' } : { kind: 'part', at: this.#count++, part: value };
  }
}
