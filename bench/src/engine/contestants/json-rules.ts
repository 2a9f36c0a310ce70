import { Engine, type RuleProperties } from 'json-rules-engine';
import type { Contestant } from './contestant.ts';
import type { Workload } from '../workload/workload.ts';

/** One rule per tier, each with a priority of its own, so that the engine stops at the first that succeeds. */
export const jsonRules: Contestant = {
  name: 'json-rules-engine',
  question: 'first',
  prepare(workload) {
    const engine = new Engine(toRules(workload));
    let index = -1;
    engine.on('success', ({ params }) => {
      index = Number(params?.['index']);
      engine.stop();
    });
    return {
      tiers: workload.ranked,
      async run(from, to, answers) {
        for (let at = from; at < to; at++) {
          // One bid at a time: stopping an engine stops all of its runs.
          for (const [place, facts] of workload.facts[at]!.entries()) {
            index = -1;
            await engine.run(facts);
            answers[at]![place] = index;
          }
        }
      },
    };
  },
};

/** Conditions have priorities too: without them the engine evaluates all of a rule, here it stops at one that fails. */
function toRules({ ranked, conditionsOfProfile }: Workload): RuleProperties[] {
  return ranked.map(({ buyerMemberIds, minPriceMicros, profileId }, index) => {
    const buyer = { fact: 'buyer', operator: 'in', value: buyerMemberIds, priority: 3 };
    const price = { fact: 'net', operator: 'greaterThanInclusive', value: minPriceMicros, priority: 2 };
    const targeting = (conditionsOfProfile.get(profileId ?? 0) ?? []).map(({ attribute, action, values }) => ({
      fact: attribute,
      operator: action === 'include' ? 'in' : 'notIn',
      value: values,
      priority: 1,
    }));
    return {
      priority: ranked.length - index,
      conditions: { all: [buyer, ...(minPriceMicros === null ? [] : [price]), ...targeting] },
      event: { type: 'match', params: { index } },
    };
  });
}
