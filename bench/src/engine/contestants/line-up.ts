import { compile, selectTiers } from '@auction-tiers/tier-engine';
import { readingOf } from '../workload/workload.ts';
import { cel } from './cel.ts';
import type { Contestant } from './contestant.ts';
import { jsonLogic } from './json-logic.ts';
import { jsonRules } from './json-rules.ts';
import { linearLoop } from './linear-loop.ts';
import { simpleIndex } from './simple-index.ts';
import { zen } from './zen.ts';

/** The least that any matcher has to do: read each bid's buyer and net price, write one integer. */
export const limit: Contestant = {
  name: 'limit',
  question: 'read',
  prepare: ({ auctions }) => ({
    tiers: null,
    run(from, to, answers) {
      for (let at = from; at < to; at++) {
        const { bids } = auctions[at]!;
        const out = answers[at]!;
        for (let place = 0; place < bids.length; place++) out[place] = readingOf(bids[place]!);
      }
    },
  }),
};

/** The engine. It alone takes the fee off each bid; the others are given the net price. */
export const ours: Contestant = {
  name: 'tier-engine',
  question: 'draw',
  prepare({ source, auctions }) {
    const result = compile(source);
    if (!result.ok) throw new Error(`The engine refuses the workload: ${JSON.stringify(result.issues[0])}`);
    const { tierSet } = result;
    return {
      tiers: tierSet.tiers,
      run(from, to, answers) {
        for (let at = from; at < to; at++) selectTiers(tierSet, auctions[at]!, answers[at]!);
      },
    };
  },
};

/** Rule engines of others. */
export const peers: readonly Contestant[] = [jsonLogic, cel, zen, jsonRules];

/** In the order of the tables. */
export const lineUp: readonly Contestant[] = [limit, ours, simpleIndex, linearLoop, ...peers];
