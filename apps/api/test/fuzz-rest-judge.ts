import { parsed } from './fuzz-answer.ts';
import type { FuzzDocument } from './fuzz-document.ts';
import { type Judge, nothingWritten } from './fuzz-judgement.ts';
import { partsOf, restProblems } from './fuzz-rest-answer.ts';

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
    const { response } = parsed(answer.text) as { readonly response: { readonly id: number } };
    return {
      problems,
      isWrite: true,
      made: canDelete ? [`${path}?id=${response.id}`] : [],
      deletions: operation.method === 'DELETE' ? 1 : 0,
    };
  };
