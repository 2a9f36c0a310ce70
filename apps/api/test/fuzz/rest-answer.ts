import { errorProblems, isRefusedByNode, parsed } from './answer.ts';
import type { FuzzAnswer } from './client.ts';
import type { FuzzDocument } from './document.ts';
import type { FuzzRequest } from './request.ts';

type Asked = Pick<FuzzRequest, 'method' | 'path'>;

/** Served beside the calls: the document itself, and its page. */
const pages: Readonly<Record<string, string>> = {
  '/openapi.json': 'application/json; charset=utf-8',
  '/docs': 'text/html; charset=utf-8',
};

/** The parts of a request's target, which may name a server before its path. */
export function partsOf(target: string): { readonly path: string; readonly query: string } {
  const [path = '', query = ''] = target.replace(/^https?:\/\/[^/]*|#.*$/g, '').split('?', 2);
  return { path, query };
}

/** What is wrong with an answer of the REST door; empty when it is as documented. */
export function restProblems(asked: Asked, answer: FuzzAnswer, document: FuzzDocument): string[] {
  if (isRefusedByNode(answer)) return [];
  const type = answer.headers['content-type'];
  const { path, query } = partsOf(asked.path);
  if (answer.status === 200) {
    const page = pages[path.replace(/^\/v1(?=\/)/, '')];
    if (page !== undefined) return type === page ? [] : [`the page's content-type is ${type}`];
    if (type === 'application/x-ndjson') return lineProblems(answer.text, document);
  }
  if (type !== 'application/json; charset=utf-8') return [`the content-type of a ${answer.status} is ${type}`];
  if (asked.method === 'HEAD') return answer.text === '' ? [] : ['an answer to HEAD has a body'];
  const value = parsed(answer.text);
  if (answer.status !== 200) return failureProblems(asked, answer, value as Failure, document);
  const operation = document.find(asked.method, path);
  if (operation === undefined) return ['a 200 for a call that the document does not have'];
  // Rows are cut down to the attributes that were asked for.
  if (/(?:^|&)fields=/.test(query)) return [];
  return document.problemsOf(operation, value).map((problem) => `against the document: ${problem}`);
}

interface Failure {
  readonly response: {
    readonly error_id: string;
    readonly error: string;
    readonly method: string;
    readonly dbg_info: { readonly request_id: string };
  };
}

/** The header that an error of a status must bring. */
const required: Readonly<Record<number, string>> = { 405: 'allow', 429: 'retry-after' };

function failureProblems({ method }: Asked, { status, headers }: FuzzAnswer, value: Failure, document: FuzzDocument) {
  const problems = document.problemsOfSchema('Error', value).map((problem) => `no error envelope: ${problem}`);
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

/** Of a stream: each line is an auction or an error. */
function lineProblems(text: string, document: FuzzDocument): string[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.flatMap((line) => {
    const value = parsed(line);
    const isError = typeof value === 'object' && value !== null && 'error' in value;
    const schema = isError ? 'FailedAuction' : 'AuctionAnswer';
    return document.problemsOfSchema(schema, value).map((problem) => `a line against ${schema}: ${problem}`);
  });
}
