import type { ImportAnswer } from '@auction-tiers/contract';
import { parsed } from './answer.ts';
import type { FuzzDocument } from './document.ts';
import { importTraces, type Judge, nothingWritten } from './judgement.ts';
import { partsOf, restProblems } from './rest-answer.ts';

interface ImportContent {
  readonly 'ym-profile-import'?: ImportAnswer;
}

/** Judges answers of the REST door. */
export const restJudge =
  (document: FuzzDocument): Judge =>
  (request, answer) => {
    const problems = restProblems(request, answer, document);
    const { path } = partsOf(request.path);
    const operation = document.find(request.method, path);
    const isRead = ['GET', 'HEAD'].includes(request.method) || operation?.tag === 'auction';
    if (problems.length > 0 || answer.status !== 200 || operation === undefined || isRead)
      return nothingWritten(problems);
    const canDelete = operation.method === 'POST' && document.find('DELETE', path) !== undefined;
    const { response } = parsed(answer.text) as { readonly response: { readonly id: number } & ImportContent };
    const imported = response['ym-profile-import'];
    if (imported !== undefined) return { problems, isWrite: true, ...importTraces(imported) };
    return {
      problems,
      isWrite: true,
      made: canDelete ? [`${path}?id=${response.id}`] : [],
      deletions: operation.method === 'DELETE' ? 1 : 0,
    };
  };
