import { EndExperiment, ResumeExperiment, StartExperiment } from '../operation/experiment-operations.ts';
import { experimentPlanKey } from '../report/experiment-plan.ts';
import { experimentResultKey } from '../report/experiment-result.ts';
import { oneEnvelope } from './envelope.ts';
import { type Json, ref } from './json.ts';
import { jsonContent, type Shown } from './operation.ts';
import { components } from './to-json-schema.ts';

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

const written = jsonContent(ref('ExperimentWritten'));
const sent = (schema: string, body: Json): Json => jsonContent(ref(schema), { done: body });

/** Examples of bodies, and answers, by operation. */
export const experimentShown: Readonly<Record<string, Shown>> = {
  startExperiment: { body: sent('ExperimentStart', { draft_etag: '*' }), answer: written },
  pauseExperiment: { answer: written },
  resumeExperiment: { body: sent('ExperimentResume', { share: 0.05 }), answer: written },
  endExperiment: { body: sent('ExperimentEnd', { outcome: 'drop' }), answer: written },
  readExperimentPlan: { answer: jsonContent(ref('ExperimentPlanOne')) },
  readExperimentResult: { answer: jsonContent(ref('ExperimentResultOne')) },
};
