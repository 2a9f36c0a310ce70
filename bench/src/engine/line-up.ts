import { cel } from './contestants/cel.ts';
import { jsonLogic } from './contestants/json-logic.ts';
import { jsonRules } from './contestants/json-rules.ts';
import { limit } from './contestants/limit.ts';
import { linearLoop } from './contestants/linear-loop.ts';
import { ours } from './contestants/ours.ts';
import { zen } from './contestants/zen.ts';
import type { Contestant } from './contestant.ts';

/** Rule engines of others. */
export const peers: readonly Contestant[] = [jsonLogic, cel, zen, jsonRules];

/** In the order of the tables. */
export const lineUp: readonly Contestant[] = [limit, ours, linearLoop, ...peers];
