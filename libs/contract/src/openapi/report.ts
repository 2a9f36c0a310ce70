import { ReportRow } from '../report/report.ts';
import { listEnvelope } from './envelope.ts';
import { type Json, ref } from './json.ts';
import { jsonContent, type Shown } from './operation.ts';
import { components } from './to-json-schema.ts';

/** The schemas of reports. */
export const reportSchemas = (): Json => ({
  ...components({ ReportRow }, 'output'),
  ReportRowList: listEnvelope('report-rows', 'ReportRow'),
});

/** Answers, by operation. */
export const reportShown: Readonly<Record<string, Shown>> = {
  readReport: { answer: { ...jsonContent(ref('ReportRowList')), 'text/csv': { schema: { type: 'string' } } } },
  readUnknownSeats: { answer: jsonContent(ref('ReportRowList')) },
};
