import { Environment } from '@marcbachmann/cel-js';
import type { Tier } from '@auction-tiers/tier-engine';
import type { Contestant } from './contestant.ts';
import type { Facts, Workload } from '../workload/workload.ts';

/** One parsed expression per tier, asked in order until one is true. The variables' types are declared. */
export const cel: Contestant = {
  name: 'cel-js',
  question: 'first',
  prepare(workload) {
    const { ranked, facts } = workload;
    const environment = createEnvironment();
    const matchers = ranked.map(
      (tier) => environment.parse(toExpression(tier, workload)) as unknown as (bid: Facts) => boolean,
    );
    const selectTier = (bid: Facts) => {
      for (let index = 0; index < matchers.length; index++) if (matchers[index]!(bid)) return index;
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

/** Numbers are doubles, which is what a JavaScript number is in CEL: its integers would have to be BigInts. */
function createEnvironment(): Environment {
  const environment = new Environment();
  for (const name of ['buyer', 'net', 'dma']) environment.registerVariable(name, 'double');
  for (const name of ['country', 'device', 'browser', 'size']) environment.registerVariable(name, 'string');
  return environment;
}

function toExpression({ buyerMemberIds, minPriceMicros, profileId }: Tier, { conditionsOfProfile }: Workload): string {
  const conditions = (conditionsOfProfile.get(profileId ?? 0) ?? []).map(({ attribute, action, values }) => {
    const isAmong = `${attribute} in ${toList(values)}`;
    return action === 'include' ? isAmong : `!(${isAmong})`;
  });
  const price = minPriceMicros === null ? [] : [`net >= ${toLiteral(minPriceMicros)}`];
  return [`buyer in ${toList(buyerMemberIds)}`, ...price, ...conditions].join(' && ');
}

function toList(values: readonly (string | number)[]): string {
  return `[${values.map(toLiteral).join(', ')}]`;
}

function toLiteral(value: string | number): string {
  return typeof value === 'number' ? value.toFixed(1) : JSON.stringify(value);
}
