// Runs in a thread of its own, which `compiled-input.ts` starts: says what is wrong with the inputs that it is sent.

import { parentPort } from 'node:worker_threads';
import { allOperations, toServiceError } from '@auction-tiers/contract';
import type { Refusal, RefusedInput } from './compiled-input.ts';

/** Null for an input that is valid once it is JSON, which has no number such as Infinity. */
function findRefusal({ procedure, json }: RefusedInput): Refusal | null {
  try {
    allOperations.find((operation) => operation.procedure === procedure)?.input.parse(JSON.parse(json));
    return null;
  } catch (thrown) {
    const { message, issues } = toServiceError(thrown);
    return { message, issues };
  }
}

parentPort?.on('message', (refused: RefusedInput) => parentPort?.postMessage(findRefusal(refused), []));
