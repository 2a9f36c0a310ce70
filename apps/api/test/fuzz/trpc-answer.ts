import { allOperations, type ImportAnswer, type RestRoute, services } from '@auction-tiers/contract';
import { operations as documented, problemsOfSuccess } from '../fixture/api-document.ts';
import { errorProblems, importTraces, isRefusedByNode, type Judge, nothingWritten, parsed } from './answer.ts';
import type { FuzzAnswer } from './client.ts';
import { restProblems } from './rest-answer.ts';

/** Judges answers of the tRPC door. */
export const judgeTrpc: Judge = (request, answer) => {
  if (isRefusedByNode(answer)) return nothingWritten([]);
  // No procedure is called by another method, so it is refused as on every other path.
  if (!['GET', 'HEAD', 'POST'].includes(request.method)) return nothingWritten(restProblems(request, answer));
  const type = answer.headers['content-type'] ?? 'none';
  if (request.method === 'HEAD') {
    const isAsGet = answer.text === '' && /^(?:application\/json|text\/event-stream)/.test(type);
    return nothingWritten(isAsGet ? [] : [`HEAD is answered with ${type} and ${answer.text.length} characters`]);
  }
  // Several Host headers are refused before any door, in the envelope of REST, which then names no service.
  if (answer.status === 400 && isOfNoDoor(answer)) return nothingWritten(restProblems(request, answer));
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
  const done = parts.flatMap((part, index) => (part?.result === undefined ? [] : [{ name: names[index] ?? '', part }]));
  const written = request.method === 'POST' ? done.filter(({ name }) => !name.startsWith('auction.')) : [];
  return {
    problems: [
      ...(answer.status === 401 && answer.headers['www-authenticate'] === undefined
        ? ['a 401 without www-authenticate']
        : []),
      ...parts.flatMap((part) => partProblems(part, answer.status, isBatch)),
      ...done.flatMap(({ name, part }) => resultProblems(name, part.result?.data)),
    ],
    isWrite: written.length > 0,
    made: written.flatMap(({ name, part }) => madeBy(name, part)),
    deletions: written.reduce((sum, { name, part }) => sum + deletedBy(name, part), 0),
  };
};

const isOfNoDoor = ({ text }: FuzzAnswer): boolean =>
  (parsed(text) as { readonly response?: { readonly service?: unknown } } | undefined)?.response?.service === null;

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

interface TrpcError {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The answer to one call, of a batch or alone. */
export interface Part {
  readonly result?: { readonly data?: unknown };
  readonly error?: TrpcError;
}

/** What is wrong with the answer to one call; results are judged by what they are of. */
export function partProblems(part: Part | undefined, status: number, isBatch: boolean): string[] {
  if (part?.result !== undefined && part.error === undefined) {
    return status === 200 || (isBatch && status === 207) ? [] : [`a result with the status ${status}`];
  }
  const httpStatus = part?.error?.data?.['httpStatus'];
  return [
    ...trpcErrorProblems(part?.error),
    ...(status === httpStatus || (isBatch && status === 207) ? [] : [`${status} for an error ${String(httpStatus)}`]),
  ];
}

function trpcErrorProblems({ message, code, data }: TrpcError = {}): string[] {
  if (data === undefined) return ['neither a result nor an error with data'];
  return [
    ...errorProblems(Number(data['httpStatus']), data['error_id']),
    ...(typeof message === 'string' && message !== '' ? [] : ['the error says nothing']),
    ...(typeof code === 'number' && typeof data['code'] === 'string' ? [] : ['the error has no code']),
    ...('error_code' in data && Array.isArray(data['issues']) ? [] : ['the error has no error_code or no issues']),
    ...('stack' in data ? ['the error has a stack'] : []),
  ];
}

/** Of answers that come one by one, as lines of JSON. */
export function linesProblems({ text, status }: FuzzAnswer): string[] {
  if (status >= 500) return [`the status is ${status}`];
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.every((line) => parsed(line) !== undefined) ? [] : ['a line that is no JSON'];
}

/** Of the first events of a subscription: it is connected, and may then say why it does not go on. */
export function eventProblems({ status, text }: FuzzAnswer): string[] {
  if (status !== 200 || !text.startsWith('event: connected\n')) return [`${status} and no connected stream of events`];
  const errors = [...text.matchAll(/event: serialized-error\ndata: ([^\n]*)\n\n/g)].map(([, data = '']) =>
    parsed(data),
  );
  return errors.flatMap((error) => trpcErrorProblems(error as TrpcError));
}

type Data = Readonly<Record<string, unknown>>;

/** Where the objects of a service of the router can be had; undefined for what is no resource. */
function pathOf(router: string): string | undefined {
  const found = services.find((one) => one.router === router);
  return found && `/${found.resource.service}`;
}

const routeOf = (procedure: string) => allOperations.find((one) => one.procedure === procedure)?.rest;

/** What a procedure's result has against the document, which tells of the REST door; empty where that has no such call. */
function resultProblems(procedure: string, data: unknown): readonly string[] {
  // An object without its tag is the item of the operation that answers with both.
  const own = routeOf(procedure);
  const route = own ?? routeOf(`${procedure}Tagged`);
  if (route === undefined || !documented.some(({ path }) => path === route.path)) return [];
  const isTagged = route.etag === 'read' && own !== undefined && 'item' in (data as Data);
  const { content, debug } = envelopeOf(route, (isTagged ? (data as Data)['item'] : data) as Data);
  const dbg_info = { output_term: 'x', version: '1.0', warnings: [], time: 0, request_id: 'x', ...debug };
  const answer = { response: { status: 'OK', ...content, dbg_info } };
  const problems = problemsOfSuccess(route.method, route.path, answer);
  return problems.map((problem) => `${procedure} against ${route.path}: ${problem}`);
}

const page = { count: 1, start_element: 0, num_elements: 100 };

/** What the REST door would have answered with: the data under its key, in the envelope of the answer's form. */
function envelopeOf({ answer: { form, term, debug = [] } }: RestRoute, data: Data): Record<'content' | 'debug', Data> {
  const key = term ?? '';
  const entries = Object.entries(data);
  const shown = Object.fromEntries(entries.filter(([name]) => !debug.includes(name)));
  const { items, ...counts } = shown;
  const contents: Readonly<Record<typeof form, Data>> = {
    page: { ...page, ...counts, [key]: items },
    one: { ...page, [key]: data },
    written: { count: 1, id: data['id'] ?? data['ym_profile_id'], [key]: data },
    removed: { count: 1, id: data['id'] },
    value: { [key]: data },
    parts: shown,
  };
  return { content: contents[form], debug: Object.fromEntries(entries.filter(([name]) => debug.includes(name))) };
}
