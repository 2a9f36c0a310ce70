import { ZenEngine } from '@gorules/zen-engine';
import type { Contestant } from './contestant.ts';
import type { Workload } from '../workload/workload.ts';

const columns = ['buyer', 'net', 'country', 'dma', 'device', 'browser', 'size'] as const;

/** One decision table, one row per tier, hit policy "first"; all bids of an auction go through it in one call. */
export const zen: Contestant = {
  name: 'zen-engine',
  question: 'first',
  prepare(workload) {
    const engine = new ZenEngine();
    const decision = engine.createDecision(toDecision(workload));
    return {
      tiers: workload.ranked,
      async run(from, to, answers) {
        for (let at = from; at < to; at++) {
          const { result } = await decision.evaluate({ bids: workload.facts[at] });
          const { bids } = result as { bids: ({ index?: number } | null)[] };
          for (const [place, bid] of bids.entries()) answers[at]![place] = bid?.index ?? -1;
        }
      },
      hasThreads: true,
      dispose: () => engine.dispose(),
    };
  },
};

/** A decision model: the table between the input and the output. */
function toDecision(workload: Workload): object {
  const content = {
    hitPolicy: 'first',
    executionMode: 'loop',
    inputField: 'bids',
    outputPath: 'bids',
    passThrough: false,
    inputs: columns.map((name) => ({ id: name, name, field: name })),
    outputs: [{ id: 'index', name: 'index', field: 'index' }],
    rules: toRows(workload),
  };
  const position = { x: 0, y: 0 };
  return {
    nodes: [
      { id: 'input', type: 'inputNode', name: 'bids', position },
      { id: 'table', type: 'decisionTableNode', name: 'tiers', position, content },
      { id: 'output', type: 'outputNode', name: 'answers', position },
    ],
    edges: [
      { id: 'in', type: 'edge', sourceId: 'input', targetId: 'table' },
      { id: 'out', type: 'edge', sourceId: 'table', targetId: 'output' },
    ],
  };
}

/** An empty cell is true whatever the value. */
function toRows({ ranked, conditionsOfProfile }: Workload): Record<string, string>[] {
  return ranked.map(({ buyerMemberIds, minPriceMicros, profileId }, index) => {
    const cells = (conditionsOfProfile.get(profileId ?? 0) ?? []).map(({ attribute, action, values }) => {
      const list = values.map((value) => JSON.stringify(value)).join(', ');
      return [attribute, action === 'include' ? list : `not in [${list}]`];
    });
    return {
      ...Object.fromEntries(columns.map((name) => [name, ''])),
      ...Object.fromEntries(cells),
      _id: `tier-${index}`,
      buyer: buyerMemberIds.join(', '),
      net: minPriceMicros === null ? '' : `>= ${minPriceMicros}`,
      index: String(index),
    };
  });
}
