import { z } from 'zod';
import { inKey } from '../resource/object.ts';
import { type Experiment, experimentOutcomes, experimentResource } from '../resources/experiment.ts';
import { type ExperimentAnswer, type ExperimentResult, experimentResultKey } from '../report/experiment-result.ts';
import { type ExperimentPlan, experimentPlanKey } from '../report/experiment-plan.ts';
import { ActingFor, IdInput } from '../query/list-input.ts';
import { Id, text } from '../value/scalar.ts';
import { AmountText } from '../value/price.ts';
import { share } from '../value/share.ts';
import {
  follow,
  get,
  inMoney,
  type InputReader,
  one,
  type OperationWords,
  post,
  publishing,
  read,
  type,
  written,
} from './operation.ts';
import { byId, IfMatch, writable } from './resource-operations.ts';

const { service } = experimentResource;

const NamedExperiment = z.strictObject({
  id: Id.describe('Its identifier'),
  member_id: ActingFor.optional(),
  if_match: IfMatch.optional(),
});
export type NamedExperiment = z.output<typeof NamedExperiment>;

/** An act of somebody who has seen the draft. */
const OfSeenDraft = NamedExperiment.extend({
  draft_etag: IfMatch.meta({
    id: 'SeenDraftTag',
    description: 'The `etag` of the draft that the caller saw; 412 if it has changed since; `*` or absent: any',
  }).optional(),
});

export const StartExperiment = OfSeenDraft.extend({
  underpowered: z.boolean().optional().describe('`true`: also if its plan cannot show the effect by `end_at`'),
});
export type StartExperiment = z.output<typeof StartExperiment>;

export const ResumeExperiment = OfSeenDraft.extend({
  share: share().optional().describe('The share from now on; absent: unchanged'),
  max_loss: AmountText.optional().describe('Most money that the draft may lose in all; absent: unchanged'),
});
export type ResumeExperiment = z.output<typeof ResumeExperiment>;

export const EndExperiment = OfSeenDraft.extend({
  outcome: z.enum(experimentOutcomes).describe('What becomes of the draft'),
  note: text(1, 200).optional().describe("With `publish`, the note in the change log; absent: the draft's own note"),
});
export type EndExperiment = z.output<typeof EndExperiment>;

const PlanInput = z.strictObject({ draft_id: Id.describe('The draft'), member_id: ActingFor.optional() });
export type PlanInput = z.output<typeof PlanInput>;

/** An experiment as it goes on. */
export interface ExperimentState {
  readonly experiment: Experiment;
  readonly result: ExperimentResult;
}

/** An action on an experiment as a whole, which decides which tiers are live. */
const act = <In extends InputReader>(path: string, input: In, words: Omit<OperationWords, 'errors'>, hasBody = true) =>
  publishing({
    input,
    output: type<Experiment>(),
    words: { ...words, request: { id: 1 }, errors: [404, 409, 412] },
    rest: post(`/${service}/${path}`, {
      query: byId,
      headers: ['if-match', 'idempotency-key'],
      ...(hasBody ? { body: { content: inKey(service), size: 'object', isOptional: true } as const } : {}),
      etag: 'written',
      answer: inMoney(written(service)),
    }),
  });

/** Experiments: the objects themselves, and what starts and ends them. */
export const experimentOperations = {
  ...writable(experimentResource),
  start: act('start', StartExperiment, {
    id: 'startExperiment',
    summary: 'Start an experiment',
    description:
      'Refused with 409 while another experiment of the ym-profile runs or is paused, for a split if the draft lacks an approval that its publish needs, and without `underpowered` if its plan cannot show the effect of its hypothesis.',
  }),
  pause: act(
    'pause',
    NamedExperiment,
    {
      id: 'pauseExperiment',
      summary: 'Pause an experiment: the live tiers decide',
    },
    false,
  ),
  resume: act('resume', ResumeExperiment, {
    id: 'resumeExperiment',
    summary: 'Resume a paused experiment',
    description: 'Refused with 409 where the draft has lost `max_loss` already: send a larger one.',
  }),
  end: act('end', EndExperiment, {
    id: 'endExperiment',
    summary: 'End an experiment, and publish the draft or drop it',
    description: 'With `publish` the draft goes live in the same step, or is refused as by `POST /draft/publish`.',
  }),
  result: read({
    input: IdInput,
    output: type<ExperimentAnswer>(),
    words: {
      id: 'readExperimentResult',
      summary: 'View what an experiment has shown so far',
      description: 'The intervals are valid however often the result is read.',
      request: { id: 1 },
      errors: [404],
    },
    rest: get(`/${service}/result`, { query: byId, answer: inMoney(one(experimentResultKey)) }),
  }),
  plan: read({
    input: PlanInput,
    output: type<ExperimentPlan>(),
    words: {
      id: 'readExperimentPlan',
      summary: 'View how long an experiment would take, and what it would cost',
      description:
        'Computed from recorded auctions of the last week, decided under the live tiers and under the draft.',
      request: { draft_id: 2 },
      errors: [404],
    },
    rest: get(`/${service}/plan`, {
      query: { draft_id: 'whole', member_id: 'whole' },
      answer: inMoney(one(experimentPlanKey)),
    }),
  }),
  follow: follow({
    input: IdInput.extend({ lastEventId: z.string().nullish() }),
    output: type<ExperimentState>(),
    eventId: ({ experiment: { last_modified }, result: { arms } }) =>
      `${last_modified} ${arms.C.auctions + arms.T.auctions}`,
  }),
};
