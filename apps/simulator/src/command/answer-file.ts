import { MeasuredAnswer } from '@auction-tiers/contract/compare-report';
import { issuesOf } from '@auction-tiers/contract/tier-set';
import type { DirectoryTarget } from '../api/api-target.ts';
import { fetchResult } from '../api/read-api.ts';
import { listIssues, wrongUsage } from '../cli/failure.ts';
import { type JsonFile, readJsonFile } from '../cli/json-file.ts';

/**
 * The answer of buyers that `--response` names: by the id of an experiment of the API that `--api` names, or by a file
 * with what `GET /experiment/result` answers, or its result alone. undefined: none was named. Throws a `Failure` that
 * says what is wrong and where.
 */
export async function readAnswer(
  response: string | undefined,
  service: DirectoryTarget | undefined,
): Promise<MeasuredAnswer | undefined> {
  if (response === undefined) return undefined;
  const { given, refuse } = /^\d{1,15}$/.test(response)
    ? await readExperiment(Number(response), service)
    : readJsonFile('--response', response);
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

async function readExperiment(id: number, service: DirectoryTarget | undefined): Promise<JsonFile> {
  if (service === undefined)
    throw wrongUsage(`--response: ${id} is the id of an experiment, which needs --api URL; a file may be ./${id}.`);
  const refuse = (problem: string) => wrongUsage(`--response: experiment ${id} ${problem}.`);
  return { given: await fetchResult(service, id), refuse };
}

const attributeOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
