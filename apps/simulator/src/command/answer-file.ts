import { MeasuredAnswer } from '@auction-tiers/contract/compare-report';
import { issuesOf } from '@auction-tiers/contract/tier-set';
import { listIssues } from '../cli/failure.ts';
import { readJsonFile } from '../cli/json-file.ts';

/**
 * Reads the answer of buyers from the file of `--response`: what `GET /experiment/result` answers, or its result alone.
 * undefined: no file was named. Throws a `Failure` that says what is wrong and where.
 */
export function readAnswer(file: string | undefined): MeasuredAnswer | undefined {
  if (file === undefined) return undefined;
  const { given, refuse } = readJsonFile('--response', file);
  const inner = attributeOf(attributeOf(given, 'response') ?? given, 'experiment-result') ?? given;
  const answer = attributeOf(inner, 'answer');
  if (answer === undefined) throw refuse('is no result of an experiment, allowed: what GET /experiment/result answers');
  if (answer === null) {
    throw refuse(
      'has no measured answer of buyers: only a switchback of one phase whose draft moves minimums measures it',
    );
  }
  const parsed = MeasuredAnswer.safeParse(answer);
  if (!parsed.success) throw refuse(`has an answer that cannot be used: ${listIssues(issuesOf(parsed.error))}`);
  return parsed.data;
}

const attributeOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
