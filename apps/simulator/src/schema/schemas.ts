import { AdviceReport } from '@auction-tiers/contract/advice-report';
import { CompareReport } from '@auction-tiers/contract/compare-report';
import { z } from 'zod';
import { LoadReport } from './load-report.ts';
import { ReplayReport } from './replay-report.ts';

const published: Readonly<Record<string, z.ZodType>> = {
  'advice-report': AdviceReport,
  'compare-report': CompareReport,
  'load-report': LoadReport,
  'replay-report': ReplayReport,
};

/** The published JSON Schemas of reports by name: draft 2020-12, as text. */
export function reportSchemas(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(published).map(([name, schema]) => [name, `${JSON.stringify(z.toJSONSchema(schema), null, 2)}\n`]),
  );
}
