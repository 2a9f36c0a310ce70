import type { TierSetSource } from '@auction-tiers/tier-engine';
import type { AnswerOf, Asked, InputOf, QuestionName, SampleCount } from './sample-answers.ts';
import type { FromSample, ToSample } from './sample-message.ts';

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The page's side of a worker with recorded auctions. */
export class SampleThread {
  readonly #worker = new Worker(new URL('./sample-worker.ts', import.meta.url), { type: 'module' });
  readonly #waiting = new Map<number, Waiting>();
  readonly #keys = new Set<string>();
  #messages = 0;

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromSample>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.kind === 'problem') waiting?.reject(new Error(data.message));
      else waiting?.resolve(data.answer);
    });
    this.#worker.addEventListener('error', ({ message }) =>
      this.#fail(`the recorded auctions cannot be read: ${message}`),
    );
  }

  /** Adds the auctions of a part that a share uses; gives what the sample has so far. */
  async addContent(content: string, share: number): Promise<SampleCount> {
    return (await this.#send((id) => ({ kind: 'content', id, content, share }))) as SampleCount;
  }

  async ask<Name extends QuestionName>(
    name: Name,
    key: string,
    source: TierSetSource,
    input: InputOf<Name>,
  ): Promise<AnswerOf<Name>> {
    if (!this.#keys.has(key)) {
      this.#keys.add(key);
      this.#worker.postMessage({ kind: 'tiers', key, source } satisfies ToSample, []);
    }
    return (await this.#send((id) => ({ kind: 'ask', id, key, ...({ name, input } as Asked) }))) as AnswerOf<Name>;
  }

  close(): void {
    this.#worker.terminate();
    this.#fail('the sample of recorded auctions was closed');
  }

  #send(toMessage: (id: number) => ToSample): Promise<unknown> {
    const id = ++this.#messages;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage(toMessage(id), []);
    });
  }

  #fail(message: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(message));
    this.#waiting.clear();
  }
}
