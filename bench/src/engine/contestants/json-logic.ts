import { LogicEngine } from 'json-logic-engine';
import type { Tier } from '@auction-tiers/tier-engine';
import type { Contestant } from './contestant.ts';
import type { Facts, Workload } from '../workload/workload.ts';

/**
 * Tiers in one compiled if-chain. Of 1, 8, 32, 128 and all of them, 128 was the fastest where it mattered: at 100,000
 * tiers all in one took 44 s to compile and ten times as long to answer, one function per tier eight times.
 */
const tiersPerChain = 128;

/** Compiled chains "if this tier matches, its index, else if ...", asked one after the other until one answers. */
export const jsonLogic: Contestant = {
  name: 'json-logic-engine',
  question: 'first',
  prepare(workload) {
    const { ranked, facts } = workload;
    const engine = new LogicEngine();
    const chains: ((bid: Facts) => number)[] = [];
    for (let start = 0; start < ranked.length; start += tiersPerChain) {
      const steps = ranked
        .slice(start, start + tiersPerChain)
        .flatMap((tier, at) => [toLogic(tier, workload), start + at]);
      chains.push(engine.build({ if: [...steps, -1] }) as (bid: Facts) => number);
    }
    const selectTier = (bid: Facts) => {
      for (const chain of chains) {
        const index = chain(bid);
        if (index !== -1) return index;
      }
      return -1;
    };
    return {
      tiers: ranked,
      run(from, to, answers) {
        for (let at = from; at < to; at++) {
          for (const [place, bid] of facts[at]!.entries()) answers[at]![place] = selectTier(bid);
        }
      },
    };
  },
};

function toLogic({ buyerMemberIds, minPriceMicros, profileId }: Tier, { conditionsOfProfile }: Workload) {
  return {
    and: [
      isAmong('buyer', buyerMemberIds),
      ...(minPriceMicros === null ? [] : [{ '>=': [{ var: 'net' }, minPriceMicros] }]),
      ...(conditionsOfProfile.get(profileId ?? 0) ?? []).map(({ attribute, action, values }) =>
        action === 'include' ? isAmong(attribute, values) : { '!': isAmong(attribute, values) },
      ),
    ],
  };
}

function isAmong(attribute: string, values: readonly unknown[]) {
  return { in: [{ var: attribute }, values] };
}
