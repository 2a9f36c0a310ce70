import { compile, selectTiers } from '@auction-tiers/tier-engine';
import type { Contestant } from '../contestant.ts';

/** The engine. It alone takes the fee off each bid, and it alone draws among equal priorities. */
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
