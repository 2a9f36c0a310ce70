import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' | 'major' }) => void;

/** Collects all garbage. The duration grows with the heap, and V8 discards some optimised code. */
export function collectGarbage(): void {
  collect();
}

/** Collects recent garbage, such as the neighbour's, in about a millisecond, and keeps optimised code. */
export function collectYoungGarbage(): void {
  collect({ type: 'minor' });
}
