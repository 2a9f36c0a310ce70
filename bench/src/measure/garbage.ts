import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' | 'major' }) => void;

/** Clears everything away. Takes as long as the heap is big, and V8 forgets some of the code that it has optimised. */
export function collectGarbage(): void {
  collect();
}

/** Clears away what a neighbour has just left behind, in about a millisecond, and leaves optimised code alone. */
export function collectYoungGarbage(): void {
  collect({ type: 'minor' });
}
