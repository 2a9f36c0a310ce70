import { invalid, type RecordedAnswer } from '@auction-tiers/contract';
import type { TierSetSource } from '@auction-tiers/tier-engine';
import { breathe } from '../loop/breathe.ts';
import { Thread } from '../loop/thread.ts';
import type { Questions } from './sample-answers.ts';
import type { Asked, Reply } from './sample-thread.ts';

/** Auctions of a sample, and lines that could not be read. */
type Count = Extract<Reply, { readonly kind: 'answer' }>['count'];

/** What is asked, and how to read what the thread lacks. The same keys always stand for the same sample and tiers. */
export interface SampleQuestion {
  readonly sample: string;
  readonly tiers: string;
  readonly questions: Questions;
  /** Auctions that were decided in the hours of the sample. */
  readonly decided: number;
  readonly readParts: () => Promise<NonNullable<Asked['parts']>>;
  readonly readSource: () => TierSetSource;
}

/** Samples of recorded auctions in a thread, which keeps the latest and answers questions about them. */
export class Samples {
  readonly #thread = new Thread<Asked, Reply>('./sample-thread', import.meta.url);

  /** Throws `invalid` for a tier or an auction that there is not, and what the readers throw. */
  async ask({
    readParts,
    readSource,
    ...asked
  }: SampleQuestion): Promise<Count & { readonly answer: Omit<RecordedAnswer, 'sample'> }> {
    let sent: Asked = asked;
    for (;;) {
      const reply = await this.#thread.ask(sent);
      if (reply.kind === 'refused') throw invalid([{ path: reply.path, message: reply.message }]);
      if (reply.kind === 'answer') return { ...reply.count, answer: reply.answer };
      sent = {
        ...sent,
        ...(reply.parts && { parts: await readParts() }),
        ...(reply.source && { source: readSource() }),
      };
      // Of 10,000 tiers, making them and sending them take some 25 ms each.
      await breathe();
    }
  }
}
