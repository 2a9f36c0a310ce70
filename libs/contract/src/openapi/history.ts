import { HistoryStep, historyKey } from '../tier-set/history.ts';
import { listEnvelope } from './envelope.ts';
import { type Json, ref } from './json.ts';
import { jsonContent, type Shown } from './operation.ts';
import { components } from './to-json-schema.ts';

/** The schemas of the steps of a ym-profile. */
export const historySchemas = (): Json => ({
  ...components({ HistoryStep }, 'output'),
  HistoryStepList: listEnvelope(historyKey, 'HistoryStep'),
});

/** Answers, by operation. */
export const historyShown: Readonly<Record<string, Shown>> = {
  readYmProfileHistory: { answer: jsonContent(ref('HistoryStepList')) },
};
