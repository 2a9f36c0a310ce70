import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long a turn of the event loop may last before long work lets the next one begin. */
const mostMs = 10;
/** Turns that pass before long work goes on: in each, Node accepts one new connection, and several may be waiting. */
const turns = 8;

let turnedMs = performance.now();
let waiting: Promise<void> = Promise.resolve();

/**
 * Lets the event loop turn, if it has not for some milliseconds: an async loop over a long list awaits it between
 * chunks of about a millisecond. One long work goes on at a time, so that requests, new connections too, are answered.
 */
export function breathe(): Promise<void> | undefined {
  if (performance.now() - turnedMs < mostMs) return undefined;
  waiting = turnAfter(waiting);
  return waiting;
}

/** Bytes of a body and rows of a list from which work on them takes milliseconds. */
const [longBody, longList] = [64 * 1024, 1000] as const;

/** `breathe` before work on a body or a list that is long: a short one does not wait behind the work of others. */
export const breatheBefore = (work: Uint8Array | readonly unknown[]): Promise<void> | undefined =>
  work.length > (work instanceof Uint8Array ? longBody : longList) ? breathe() : undefined;

async function turnAfter(others: Promise<void>): Promise<void> {
  await others;
  for (let turn = 0; turn < turns; turn++) await nextTurn();
  turnedMs = performance.now();
}

/** So many elements are worked on between two looks at the clock. */
const chunkLength = 64;

/** Calls a function with each element of a list that may be long, and lets the event loop turn in between. */
export async function forEachBreathing<T>(list: Iterable<T>, act: (element: T) => void): Promise<void> {
  let count = 0;
  for (const element of list) {
    act(element);
    if (++count % chunkLength === 0) await breathe();
  }
}
