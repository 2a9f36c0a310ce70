import { demoTierSet } from '../demo/index.ts';
import { defaultPageSize, maxPageSize } from '../query/list-input.ts';
import { HistoryStep, historyKey, mostStepsRead } from '../tier-set/history.ts';
import { exampleAnswer, listEnvelope } from './envelope.ts';
import { type Json, ref } from './json.ts';
import { jsonContent, type Words } from './operation.ts';
import { toJsonSchema } from './to-json-schema.ts';

const tag = 'ym-profile';
const { tiers } = demoTierSet();

/** The schemas of the steps of a ym-profile. */
export const historySchemas = (): Json => ({
  HistoryStep: toJsonSchema(HistoryStep, 'output'),
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
const dateParameter = (name: string, description: string): Json => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d( \\d\\d:\\d\\d:\\d\\d)?$' },
});

/** The words for the history of a ym-profile. */
export const historyWords: Readonly<Record<string, Words>> = {
  'GET /ym-profile/history': {
    tag,
    id: 'readYmProfileHistory',
    summary: 'View the steps that changed a yield management profile, its tiers or the profiles that they need',
    description:
      'Newest first: single writes, imports, publishes and restores, each with what it changed in words. A step is kept as long as its changes are. A request with `start_date`, `end_date` or `user` reads at most ' +
      `${mostStepsRead} steps; where there are more, \`count\` is of those found in the newest ones, and \`dbg_info.next_before\` is what to send as \`before\` to go on. With \`before\` the search ends when its page is full; the revision of any step will do.`,
    request: { id: 1, num_elements: 1 },
    parameters: {
      id: 'The yield management profile; it may be deleted',
      num_elements: `Steps of a page, at most ${maxPageSize}; default ${defaultPageSize}`,
    },
    own: {
      before: {
        name: 'before',
        in: 'query',
        description: 'Only steps before this revision: that of the last step of a page, or `dbg_info.next_before`',
        schema: { type: 'string', minLength: 1, maxLength: 100, examples: ['1-18'] },
      },
      start_date: dateParameter('start_date', 'The first day or moment, UTC'),
      end_date: dateParameter('end_date', 'The last day, or the moment before which, UTC'),
      user: {
        name: 'user',
        in: 'query',
        description: 'Only the steps of this user',
        schema: { type: 'string', minLength: 1, maxLength: 255, examples: ['first start'] },
      },
    },
    answerFields: { schema: 'HistoryStep', at: `response.${historyKey}[]` },
    answer: jsonContent(ref('HistoryStepList'), { page: historyExample }),
    errors: [404],
  },
};
