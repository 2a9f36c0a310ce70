// Runs in a thread of its own, which `samples.ts` starts: keeps recorded auctions and answers questions about them.

import { parentPort } from 'node:worker_threads';
import type { RecordedAnswer } from '@auction-tiers/contract';
import type { TierSetSource } from '@auction-tiers/tier-engine';
import { Refused } from './decided.ts';
import { keepLast, type Questions, SampleAnswers } from './sample-answers.ts';

/** A question about a sample under tiers. What the thread lacks is sent with the question when it is asked again. */
export interface Asked {
  readonly sample: string;
  readonly tiers: string;
  readonly questions: Questions;
  /** Auctions that were decided in the hours of the sample. */
  readonly decided: number;
  readonly parts?: { readonly packed: readonly Uint8Array[]; readonly share: number; readonly most: number };
  readonly source?: TierSetSource;
}

export type Reply =
  | { readonly kind: 'lacks'; readonly parts: boolean; readonly source: boolean }
  | { readonly kind: 'refused'; readonly path: string; readonly message: string }
  | {
      readonly kind: 'answer';
      readonly count: SampleAnswers['count'];
      readonly answer: Omit<RecordedAnswer, 'sample'>;
    };

/** Samples that are kept: up to about 60 MiB each. */
const mostSamples = 2;
const samples = new Map<string, SampleAnswers>();

function reply({ sample: key, tiers, questions, decided, parts, source }: Asked): Reply {
  let sample = samples.get(key);
  if (parts !== undefined) {
    sample = new SampleAnswers();
    for (const part of parts.packed) sample.addPart(part, parts.share, parts.most);
  }
  if (sample === undefined) return { kind: 'lacks', parts: true, source: true };
  keepLast(samples, key, sample, mostSamples);
  const { count } = sample;
  if (count.auctions === 0 || Object.values(questions).every((one) => one === undefined)) {
    return { kind: 'answer', count, answer: {} };
  }
  if (source !== undefined) sample.addTiers(tiers, source);
  if (!sample.hasTiers(tiers)) return { kind: 'lacks', parts: false, source: true };
  return { kind: 'answer', count, answer: sample.answer(tiers, questions, decided / count.auctions) };
}

parentPort?.on('message', (asked: Asked) => {
  let replied: Reply;
  try {
    replied = reply(asked);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    replied = { kind: 'refused', path: error.path, message: error.message };
  }
  parentPort?.postMessage(replied, []);
});
