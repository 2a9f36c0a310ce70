import type { ImportAnswer } from '@auction-tiers/contract';
import { isRefusedByNode, parsed } from './answer.ts';
import type { FuzzDocument } from './document.ts';
import { importTraces, type Judge, nothingWritten } from './judgement.ts';
import { restProblems } from './rest-answer.ts';
import { eventProblems, linesProblems, type Part, partProblems } from './trpc-answer.ts';
import { pathOf, resultProblems } from './trpc-twin.ts';

/** Judges answers of the tRPC door. */
export const trpcJudge =
  (document: FuzzDocument): Judge =>
  (request, answer) => {
    if (isRefusedByNode(answer)) return nothingWritten([]);
    // No procedure is called by another method, so it is refused as on every other path.
    if (!['GET', 'POST'].includes(request.method)) return nothingWritten(restProblems(request, answer, document));
    const type = answer.headers['content-type'] ?? 'none';
    if (type.startsWith('text/event-stream')) return nothingWritten(eventProblems(answer));
    if (type !== 'application/json') return nothingWritten([`the content-type of a ${answer.status} is ${type}`]);
    const names = proceduresOf(request.path);
    if (request.headers.some(([name, value]) => name === 'trpc-accept' && value === 'application/jsonl')) {
      const mayWrite = request.method === 'POST' && answer.status < 300;
      return { ...nothingWritten(linesProblems(answer)), isWrite: mayWrite };
    }
    const value = parsed(answer.text);
    const isBatch = Array.isArray(value);
    const parts = (isBatch ? value : [value]) as readonly (Part | undefined)[];
    const done = parts.flatMap((part, place) =>
      part?.result === undefined ? [] : [{ name: names[place] ?? '', part }],
    );
    const written = request.method === 'POST' ? done.filter(({ name }) => !name.startsWith('auction.')) : [];
    return {
      problems: [
        ...parts.flatMap((part) => partProblems(part, answer.status, isBatch)),
        ...done.flatMap(({ name, part }) => resultProblems(name, part.result?.data, document)),
      ],
      isWrite: written.length > 0,
      made: written.flatMap(({ name, part }) => madeBy(name, part)),
      deletions: written.reduce((sum, { name, part }) => sum + deletedBy(name, part), 0),
    };
  };

const proceduresOf = (path: string): readonly string[] =>
  (path.split('?', 1)[0] ?? '').replace(/^\/trpc\//, '').split(',');

function deletedBy(procedure: string, { result }: Part): number {
  if (procedure === 'ymProfile.import') return importTraces(result?.data as ImportAnswer).deletions;
  return procedure.endsWith('.remove') ? 1 : 0;
}

function madeBy(procedure: string, { result }: Part): string[] {
  if (procedure === 'ymProfile.import') return [...importTraces(result?.data as ImportAnswer).made];
  const [router = '', name] = procedure.split('.');
  const path = pathOf(router);
  const { id } = (result?.data ?? {}) as { readonly id?: unknown };
  return name === 'create' && path !== undefined ? [`${path}?id=${String(id)}`] : [];
}
