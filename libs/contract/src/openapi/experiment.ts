import { EndExperiment, ResumeExperiment, StartExperiment } from '../operation/experiment-operations.ts';
import { experimentPlanKey } from '../report/experiment-plan.ts';
import { experimentResultKey } from '../report/experiment-result.ts';
import { experimentResource, wholeSellers } from '../resources/experiment.ts';
import type { Plain } from '../resource/object.ts';
import { exampleAnswer, oneEnvelope } from './envelope.ts';
import { exampleOf } from './example.ts';
import { type Json, ref } from './json.ts';
import { jsonContent, type Shown } from './operation.ts';
import { components } from './to-json-schema.ts';

const { service } = experimentResource;
const named = { id: true, member_id: true, if_match: true } as const;

/** The schemas of what is sent to start, resume and end an experiment. */
export const experimentSchemas = (): Json => ({
  ...components(
    {
      ExperimentStart: StartExperiment.omit(named),
      ExperimentResume: ResumeExperiment.omit(named),
      ExperimentEnd: EndExperiment.omit(named),
    },
    'input',
  ),
  ExperimentResult: {
    type: 'object',
    description:
      'What an experiment has shown so far; money as earned, prices for a thousand auctions. The example shows its attributes',
  },
  ExperimentResultOne: oneEnvelope(experimentResultKey, 'ExperimentResult'),
  ExperimentPlan: { type: 'object', description: 'What an experiment would take; the example shows its attributes' },
  ExperimentPlanOne: oneEnvelope(experimentPlanKey, 'ExperimentPlan'),
});

const start = { state: 'running', start_at: '2026-01-01 00:00:00', end_at: '2026-01-29 00:00:00' };

const none = { per_thousand: null, interval: null, interval_at_end: null, why: null };
const splitCannotSee =
  'A share of users cannot show how buyers react: buyers do not know which tiers decide, and react to the mixture of both.';
const unseen = { ...none, why: splitCannotSee };
const noAuction = { auctions: 0, units: 0, earned: '0.000000000' };

/** The result of an experiment without auctions so far. */
const result: Plain = {
  start_at: '2026-01-01 00:00:00',
  timezone: 'UTC',
  rules: { ...none, sum: '0.000000000' },
  total: unseen,
  rules_in_t: unseen,
  buyers: { ...unseen, percent: null },
  arms: { C: noAuction, T: noAuction },
  without_unit: 0,
  days: [],
  buyers_by_member: [],
  answer: null,
  sample_ratio: { bayes_factor: 1, is_kept: true },
  money: { spent: '0.000000000', stop: '20.000000000' },
  switchback: null,
  verdict: 'cannot say',
  days_left: null,
  says: [
    'The draft has changed auctions of 0 users; 50 are needed.',
    'How buyers react is not included: a share of users cannot show it. A test by whole days can.',
  ],
};

const plan: Plain = {
  draft_id: 2,
  timezone: 'UTC',
  auctions_per_day: 3,
  net_per_day: '0.006000000',
  recorded_auctions: 0,
  designs: [],
  says: [],
  clusters: wholeSellers.map((by) => ({ by, values: [] })),
};

/** Examples of bodies and answers, by operation. */
export const experimentShown: Readonly<Record<string, Shown>> = {
  startExperiment: act(start, { schema: 'Start', body: { draft_etag: '*' } }),
  pauseExperiment: act({ ...start, state: 'paused', reason: 'paused by demo-seller-1' }),
  resumeExperiment: act(start, { schema: 'Resume', body: { share: 0.05 } }),
  endExperiment: act({ ...start, state: 'ended', outcome: 'drop' }, { schema: 'End', body: { outcome: 'drop' } }),
  readExperimentPlan: {
    answer: jsonContent(ref('ExperimentPlanOne'), {
      unrecorded: exampleAnswer(experimentPlanKey, {
        count: 1,
        start_element: 0,
        num_elements: 100,
        [experimentPlanKey]: plan,
      }),
    }),
  },
  readExperimentResult: {
    answer: jsonContent(ref('ExperimentResultOne'), {
      begun: exampleAnswer(experimentResultKey, {
        count: 1,
        start_element: 0,
        num_elements: 100,
        [experimentResultKey]: result,
      }),
    }),
  },
};

function act(changes: Plain, sent?: { readonly schema: string; readonly body: Plain }): Shown {
  const row: Plain = { ...exampleOf(service).create?.row, ...changes };
  const done = exampleAnswer(service, { count: 1, id: row['id'], [service]: row });
  return {
    ...(sent === undefined ? {} : { body: jsonContent(ref(`Experiment${sent.schema}`), { done: sent.body }) }),
    answer: jsonContent(ref('ExperimentWritten'), { done }),
  };
}
