import { startClock } from '../measure/clock.ts';
import { collectYoungGarbage } from '../measure/garbage.ts';
import { WrongAnswer } from '../suite.ts';
import type { Contestant } from './contestant.ts';
import type { HttpEffort } from './http-contestant.ts';

export interface LoopOptions {
  readonly name: string;
  /** Texts to work on, in turn. */
  readonly inputs: readonly Buffer[];
  readonly expected: readonly string[];
  /** Auctions in a text. */
  readonly size: number;
  readonly work: (input: Buffer) => string;
  readonly effort: HttpEffort;
}

/** Work that is done over and over in this process, without any HTTP. */
export function createLoopContestant({ name, inputs, expected, size, work, effort }: LoopOptions): Contestant {
  return {
    name,
    async turn() {
      collectYoungGarbage();
      const read = startClock();
      const endMs = performance.now() + effort.turnMs;
      let count = 0;
      while (performance.now() < endMs && count < effort.mostRequests) {
        const at = count % inputs.length;
        if (work(inputs[at]!) !== expected[at]) throw new WrongAnswer(`${name}: text ${at} came out otherwise.`);
        count++;
      }
      const { wallMs, threadMs } = read();
      return {
        perSecond: (count * size * 1000) / wallMs,
        processorMicros: (threadMs * 1000) / (count * size),
        load: threadMs / wallMs,
      };
    },
    latencies: undefined,
    verify: async () => {},
  };
}
