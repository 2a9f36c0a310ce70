import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { isLong, jsonPieces } from '../../slice/slice.ts';

/** The long outputs of an answer, by the marks that stand for them in its text. */
const outputsOf = new WeakMap<ServerResponse, Map<string, unknown>>();

/**
 * What stands for an output while tRPC makes the text of an answer, which it does in one turn of the event loop: for a long
 * one a mark that nobody can guess, for any other itself. `calls`: how many outputs the answer has.
 */
export function standIn<Out>(response: ServerResponse, output: Out, calls: number): Out {
  if (!isLong(output, calls)) return output;
  const outputs = outputsOf.get(response) ?? new Map<string, unknown>();
  outputsOf.set(response, outputs);
  const mark = randomUUID();
  outputs.set(mark, output);
  return mark as Out;
}

/** Whether outputs have to be put into the text of an answer. */
export const hasLongOutput = (response: ServerResponse): boolean => (outputsOf.get(response)?.size ?? 0) > 0;

const quotedMark = /"([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})"/g;

/** A text in pieces, with the outputs in place of their marks. */
export function* withOutputs(response: ServerResponse, text: string): Generator<string, void, undefined> {
  const outputs = outputsOf.get(response);
  let at = 0;
  for (const { 0: quoted, 1: mark = '', index } of text.matchAll(quotedMark)) {
    const output = outputs?.get(mark);
    if (output === undefined) continue;
    outputs?.delete(mark);
    yield text.slice(at, index);
    yield* jsonPieces(output);
    at = index + quoted.length;
  }
  yield text.slice(at);
}
