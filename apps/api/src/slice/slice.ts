import { createHash } from 'node:crypto';
import { setImmediate as immediate } from 'node:timers/promises';

/** How long one piece of long work may hold the event loop. */
const sliceMs = 2;

/** Characters of JSON that are made at once, in less than a millisecond: 15.7 million take 170. */
const mostAtOnce = 64 * 1024;
/** Characters of a number or a word, about. */
const usualLength = 5;
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

/** The same for a work that is usually a single step, which then waits for no other work. */
export async function inSlicesIfLong<T>(steps: Iterator<unknown, T, undefined>): Promise<T> {
  const first = steps.next();
  return first.done === true ? first.value : inSlices(steps);
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Whether the JSON of a value, one of so many that are made together, is so long that making them would hold the event
 * loop. Looks at no more of it than that.
 */
export const isLong = (value: unknown, together = 1): boolean => leftAfter(value, mostAtOnce / together) < 0;

/** How many of so many characters are left after the JSON of a value, about; less than none where it is longer. */
function leftAfter(value: unknown, most: number): number {
  if (typeof value === 'string') return most - value.length - 2;
  if (typeof value !== 'object' || value === null) return most - usualLength;
  let left = most - 2;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && left >= 0; at++) left = leftAfter(value[at], left - 1);
    return left;
  }
  for (const name in value) {
    if (left < 0) break;
    left = leftAfter((value as Row)[name], left - name.length - 4);
  }
  return left;
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
  if (typeof value === 'string' || !isLong(value)) yield JSON.stringify(value) ?? 'null';
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

/** The SHA-256 of a value's JSON, as `JSON.stringify` writes it, in steps. */
export function* jsonHashInSteps(
  value: unknown,
  encoding: 'hex' | 'base64url' = 'hex',
): Generator<undefined, string, undefined> {
  const hash = createHash('sha256');
  for (const piece of jsonPieces(value)) {
    hash.update(piece);
    yield;
  }
  return hash.digest(encoding);
}
