import type { ImportAnswer } from '@auction-tiers/contract';
import type { FuzzAnswer, FuzzRequest } from './client.ts';

/** What a door says of one answer. */
export interface Judgement {
  /** What is not as documented. */
  readonly problems: readonly string[];
  /** Whether something was written, by the word of the answer. */
  readonly isWrite: boolean;
  /** Where the objects that were made can be deleted. */
  readonly made: readonly string[];
  /** How many objects are gone. */
  readonly deletions: number;
}

export type Judge = (request: FuzzRequest, answer: FuzzAnswer) => Judgement;

/** What an import says that it has made and deleted: tiers come first, for they use the profiles. */
export function importTraces(answer: Partial<ImportAnswer> = {}): Pick<Judgement, 'made' | 'deletions'> {
  const { dry_run: isDryRun = false, created = [], deleted = [] } = answer;
  if (isDryRun) return { made: [], deletions: 0 };
  const made = created.map(({ service, id }) => `/${service}?id=${id}`);
  return { made: made.toReversed(), deletions: deleted.length };
}

export const nothingWritten = (problems: readonly string[]): Judgement => ({
  problems,
  isWrite: false,
  made: [],
  deletions: 0,
});

/** The `error_id` values of each status. There is no 5xx, because the store is always available here. */
const errorIds: Readonly<Record<number, readonly string[]>> = {
  400: ['SYNTAX'],
  401: ['NOAUTH'],
  403: ['UNAUTH'],
  404: ['SYNTAX'],
  405: ['SYNTAX'],
  406: ['SYNTAX'],
  409: ['INTEGRITY', 'LIMIT'],
  410: ['SYNTAX'],
  412: ['INTEGRITY'],
  413: ['SYNTAX'],
  415: ['SYNTAX'],
  429: ['SYSTEM'],
};

/** What is wrong with an error's status and identifier. */
export function errorProblems(status: number, errorId: unknown): string[] {
  const allowed = errorIds[status];
  if (allowed === undefined) return [`the status ${status} is none of: 200, ${Object.keys(errorIds).join(', ')}`];
  if (allowed.some((one) => one === errorId)) return [];
  return [`the error_id of a ${status} is ${JSON.stringify(errorId)}, allowed: ${allowed.join(', ')}`];
}

/** Of the inside of the service, of its machine, or of its secrets. */
const inside = /node_modules|\bat .*\.ts:|argon2|\$argon2id|redis:\/\/|password_hash/;

/** What an answer shows and must not: internals of the service, and secrets. */
export function leaks({ text, headers }: FuzzAnswer, secrets: readonly string[]): string[] {
  const whole = `${JSON.stringify(headers)}\n${text}`;
  const seen = inside.exec(whole)?.[0];
  return [
    ...(seen === undefined ? [] : [`the answer shows ${JSON.stringify(seen)}`]),
    ...(secrets.some((secret) => whole.includes(secret)) ? ["the answer shows a caller's key or password"] : []),
  ];
}

/** JSON of an answer, or undefined where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * The only answers without an envelope: what is refused as no HTTP, by Node before the service sees it or, with the 501, as
 * Node does it. They have neither a body nor any header of the service. 400: the bytes are no HTTP; 413: a chunk with 16 KiB
 * of extensions; 417: an `expect` other than `100-continue`; 431: headers over 16 KiB; 501: a transfer coding other than
 * chunked.
 */
export const isRefusedByNode = ({ status, text, headers }: FuzzAnswer): boolean =>
  [400, 413, 417, 431, 501].includes(status) &&
  text === '' &&
  Object.keys(headers).every((name) => headersOfNode.has(name));

const headersOfNode = new Set(['connection', 'date', 'transfer-encoding']);
