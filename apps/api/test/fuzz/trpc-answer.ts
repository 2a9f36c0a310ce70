import { errorProblems, parsed } from './answer.ts';
import type { FuzzAnswer } from './client.ts';

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
