import { setImmediate as immediate } from 'node:timers/promises';

/** How long one piece of long work may hold the event loop. */
const sliceMs = 2;

/** A list with more elements than this is written in slices, and so is what holds one. */
const mostAtOnce = 100;
/** How deep a list may stand: in the rows of a list in an answer. */
const deepest = 5;
/** Characters that are collected before they become bytes. */
const pieceLength = 16 * 1024;

/** Long works that wait for their turn, the oldest first. */
const waiting: (() => void)[] = [];

/**
 * Resolves when it is this work's turn: one long work goes on per turn of the event loop, in the order in which they
 * asked, and requests that have arrived are answered in between.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });
}

/** Resolves in a later turn of the event loop. What comes from the network and asks for `nextTurn` has it in the same one. */
export async function laterTurn(): Promise<void> {
  await immediate();
  await immediate();
}

function goOn(): void {
  waiting[0]?.();
  waiting.shift();
  if (waiting.length > 0) setImmediate(goOn);
}

/** Runs steps to their end, for some milliseconds at a time. A step should take less than a millisecond. */
export async function inSlices<T>(steps: Iterator<unknown, T, undefined>): Promise<T> {
  if (waiting.length > 0) await nextTurn();
  for (;;) {
    const endMs = performance.now() + sliceMs;
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
    } while (performance.now() < endMs);
    await nextTurn();
  }
}

type Row = Readonly<Record<string, unknown>>;

/** Whether a value has a list so long that the JSON of the whole would hold the event loop. */
export function isLong(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null || depth > deepest) return false;
  if (Array.isArray(value)) return value.length > mostAtOnce || value.some((element) => isLong(element, depth + 1));
  for (const name in value) if (isLong((value as Row)[name], depth + 1)) return true;
  return false;
}

/** The JSON of a plain value in pieces, together as `JSON.stringify` writes it. */
export function* jsonPieces(value: unknown): Generator<string, void, undefined> {
  let text = '';
  for (const part of jsonParts(value)) {
    text += part;
    if (text.length < pieceLength) continue;
    yield text;
    text = '';
  }
  yield text;
}

function* jsonParts(value: unknown): Generator<string, void, undefined> {
  if (!isLong(value)) yield JSON.stringify(value) ?? 'null';
  else if (Array.isArray(value)) {
    for (const [at, element] of value.entries()) {
      yield at === 0 ? '[' : ',';
      if (isLong(element)) yield* jsonParts(element);
      else yield JSON.stringify(element) ?? 'null';
    }
    yield ']';
  } else {
    let opening = '{';
    for (const [name, attribute] of Object.entries(value as object)) {
      if (attribute === undefined) continue;
      yield `${opening}${JSON.stringify(name)}:`;
      yield* jsonParts(attribute);
      opening = ',';
    }
    yield '}';
  }
}

/** The JSON of a value, as `JSON.stringify` writes it, in steps. */
export function* jsonInSteps(value: unknown): Generator<undefined, string, undefined> {
  const pieces: string[] = [];
  for (const piece of jsonPieces(value)) {
    pieces.push(piece);
    yield;
  }
  return pieces.join('');
}
