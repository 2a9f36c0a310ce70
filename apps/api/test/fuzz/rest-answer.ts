import type { ImportAnswer } from '@auction-tiers/contract';
import { type Operation, operations, problemsOfSchema, problemsOfSuccess } from '../fixture/api-document.ts';
import { errorProblems, importTraces, isRefusedByNode, type Judge, nothingWritten, parsed } from './answer.ts';
import type { FuzzAnswer, FuzzRequest } from './client.ts';

type Asked = Pick<FuzzRequest, 'method' | 'path' | 'headers'>;

/** Served beside the calls: the document itself, its page, and the metrics. */
const pages: Readonly<Record<string, string>> = {
  '/openapi.json': 'application/json; charset=utf-8',
  '/docs': 'text/html; charset=utf-8',
};

/** Where a path leads to with a status: a browser to the page, and a slash too many. */
const redirects: Readonly<Record<string, string>> = { '302 /': 'docs', '308 /docs/': '../docs' };

/** The parts of a request's target, which may name a server before its path. */
export function partsOf(target: string): { readonly path: string; readonly query: string } {
  const [path = '', query = ''] = target.replace(/^https?:\/\/[^/]*|#.*$/g, '').split('?', 2);
  return { path, query };
}

/** The operation that a method and a path without its query mean; HEAD is a GET. */
export function operationAt(method: string, path: string): Operation | undefined {
  const plain = path.replace(/^\/v1(?=\/)/, '').replace(/(?<=.)\/$/, '');
  return operations.find((one) => one.path === plain && one.method === (method === 'HEAD' ? 'GET' : method));
}

/** What is wrong with an answer of the REST door; empty when it is as documented. */
export function restProblems(asked: Asked, answer: FuzzAnswer): readonly string[] {
  if (isRefusedByNode(answer)) return [];
  if (asked.method === 'OPTIONS' && answer.status === 204) return optionsProblems(answer);
  if (answer.status === 304) return unchangedProblems(asked, answer);
  const type = answer.headers['content-type'];
  const { path, query } = partsOf(asked.path);
  if (answer.status === 200) {
    const page = pages[path.replace(/^\/v1(?=\/)/, '')];
    if (page !== undefined) return type === page ? [] : [`the page's content-type is ${type}`];
  }
  const target = redirects[`${answer.status} ${path.replace(/^\/v1(?=\/docs)/, '')}`];
  if (target !== undefined) return answer.headers['location'] === target ? [] : ['it leads elsewhere'];
  if (type !== 'application/json; charset=utf-8') return [`the content-type of a ${answer.status} is ${type}`];
  if (asked.method === 'HEAD') return answer.text === '' ? [] : ['an answer to HEAD has a body'];
  const value = parsed(answer.text);
  if (answer.status !== 200) return failureProblems(asked, answer, value as Failure);
  const operation = operationAt(asked.method, path);
  if (operation === undefined) return ['a 200 for a call that the document does not have'];
  // Rows are cut down to the attributes that were asked for.
  if (/(?:^|&)fields=/.test(query)) return [];
  return problemsOfSuccess(operation.method, operation.path, value).map(
    (problem) => `against the document: ${problem}`,
  );
}

/** HTTP has this answer to a read for whoever names what it has already; `*` names whatever is there. */
const unchangedProblems = ({ method, headers }: Asked, { text }: FuzzAnswer): readonly string[] => [
  ...(['GET', 'HEAD'].includes(method) && headers.some(([name]) => name.toLowerCase() === 'if-none-match')
    ? []
    : ['a 304 that was not asked for']),
  ...(text === '' ? [] : ['a 304 has a body']),
];

const optionsProblems = ({ headers, text }: FuzzAnswer): readonly string[] => [
  ...(headers.allow?.includes('OPTIONS') === true ? [] : [`the methods allowed are ${headers.allow}`]),
  ...(text === '' && headers['content-type'] === undefined ? [] : ['an answer to OPTIONS has a body']),
];

interface Failure {
  readonly response: {
    readonly error_id: string;
    readonly error: string;
    readonly method: string;
    readonly dbg_info: { readonly request_id: string };
  };
}

/** The header that an error of a status must bring. */
const required: Readonly<Record<number, string>> = { 401: 'www-authenticate', 405: 'allow', 429: 'retry-after' };

function failureProblems({ method }: Asked, { status, headers }: FuzzAnswer, value: Failure) {
  const problems = problemsOfSchema('Error', value).map((problem) => `no error envelope: ${problem}`);
  if (problems.length > 0) return problems;
  const { response } = value;
  const header = required[status];
  return [
    ...errorProblems(status, response.error_id),
    ...(response.error.trim() === '' ? ['the error says nothing'] : []),
    ...(response.method === method ? [] : [`the error's method is ${response.method}`]),
    ...(headers['x-request-id'] === response.dbg_info.request_id ? [] : ['x-request-id is not that of dbg_info']),
    ...(header === undefined || headers[header] !== undefined ? [] : [`a ${status} without ${header}`]),
  ];
}

interface ImportContent {
  readonly 'ym-profile-import'?: ImportAnswer;
}

/** Judges answers of the REST door. */
export const judgeRest: Judge = (request, answer) => {
  const problems = restProblems(request, answer);
  const { path } = partsOf(request.path);
  const operation = operationAt(request.method, path);
  const isRead = ['GET', 'HEAD'].includes(request.method) || operation?.tag === 'auction';
  if (problems.length > 0 || answer.status !== 200 || operation === undefined || isRead)
    return nothingWritten(problems);
  const canDelete = operation.method === 'POST' && operationAt('DELETE', path) !== undefined;
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
