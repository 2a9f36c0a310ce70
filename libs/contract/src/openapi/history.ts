import { demoTierSet } from '../demo/index.ts';
import { HistoryStep, historyKey } from '../tier-set/history.ts';
import { exampleAnswer, listEnvelope } from './envelope.ts';
import { type Json, ref } from './json.ts';
import { jsonContent, type Shown } from './operation.ts';
import { components } from './to-json-schema.ts';

const { tiers } = demoTierSet();

/** The schemas of the steps of a ym-profile. */
export const historySchemas = (): Json => ({
  ...components({ HistoryStep }, 'output'),
  HistoryStepList: listEnvelope(historyKey, 'HistoryStep'),
});

const historyExample = exampleAnswer(historyKey, {
  count: 13,
  start_element: 0,
  num_elements: 1,
  [historyKey]: [
    {
      revision: '1-18-4f2a9c11.81d3e0aa',
      time: '2026-11-21 08:00:00',
      user: 'first start',
      request_id: 'first-start',
      note: null,
      kind: 'write',
      draft_id: null,
      changes: { created: 1, updated: 0, deleted: 0 },
      summary: [`adds tier 12 ${tiers.find(({ id }) => id === 12)?.name}`],
    },
  ],
});
/** Examples of bodies and answers, by operation. */
export const historyShown: Readonly<Record<string, Shown>> = {
  readYmProfileHistory: {
    answer: jsonContent(ref('HistoryStepList'), { page: historyExample }),
  },
};
