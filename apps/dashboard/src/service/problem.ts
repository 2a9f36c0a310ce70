import type { AppRouter, Issue } from '@auction-tiers/contract';
import { TRPCClientError } from '@trpc/client';
import { kindOf, problemWords, refusalWords } from '../saying/refusal-words.ts';

type Failure = TRPCClientError<AppRouter>;

const dataOf = (error: unknown) =>
  error instanceof TRPCClientError ? ((error as Failure).data ?? undefined) : undefined;

/** The service has refused what the page asked for outside of tRPC. */
export class Refusal extends Error {
  readonly status: number;
  readonly issues: readonly Issue[];

  constructor(message: string, status: number, issues: readonly Issue[] = []) {
    super(message);
    this.status = status;
    this.issues = issues;
  }
}

export function sentenceOf(error: unknown): string {
  const { changed_by: user } = detailsOf(error);
  if (isMoved(error) && typeof user === 'string')
    return `${user} has changed this since you opened it. Nothing was changed.`;
  const data = dataOf(error);
  if (data !== undefined) return sentence(refusalWords(kindOf(data), (error as Error).message));
  if (error instanceof Refusal) return sentence(refusalWords(kindOf({ httpStatus: error.status }), error.message));
  if (error instanceof TRPCClientError || isUnanswered(error))
    return 'The service does not answer. What you see may be out of date, and we could not confirm whether your last change was saved.';
  const message = error instanceof Error ? error.message : String(error);
  return sentence(notLoaded.test(message) ? notLoadedWords : message);
}

/** Whether `fetch` got no answer; each browser has its own message for that. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof TypeError && /^(?:failed to fetch$|load failed$|networkerror)/i.test(error.message);

/** Messages of browsers and of the loader if a script or a style sheet of the page cannot be loaded. */
const notLoaded = /dynamically imported module|importing a module script|unable to preload/i;
const notLoadedWords = 'This part of the page could not be loaded. Try again, or reload the page';

/** The problems of a refused write by field; empty where the failure is about no field. */
export const fieldProblemsOf = (error: unknown): readonly Issue[] =>
  (error instanceof Refusal ? error.issues : (dataOf(error)?.issues ?? [])).map(({ path, message }) => ({
    path,
    message: problemWords(message),
  }));

/** What the service answers beside the message, such as the difference of a conflict. */
export const detailsOf = (error: unknown): Readonly<Record<string, unknown>> => dataOf(error) ?? {};

/** Another user has changed the object meanwhile. */
export const isConflict = (error: unknown): boolean => [409, 412].includes(dataOf(error)?.httpStatus ?? 0);

/** The entity tag does not match any more: another user has changed the object, and nothing was done. */
export const isMoved = (error: unknown): boolean => dataOf(error)?.httpStatus === 412;

export const isNotFound = (error: unknown): boolean => dataOf(error)?.httpStatus === 404;

/** Whether the service cannot reach what it has stored: auctions go on, and nothing can be changed. */
export const isStoreAway = (error: unknown): boolean => dataOf(error)?.httpStatus === 503;

/** The user may not do this. */
export const isForbidden = (error: unknown): boolean => dataOf(error)?.httpStatus === 403;

/** The user has made too many calls within a minute; the service says when to ask again. */
export const isThrottled = (error: unknown): boolean => dataOf(error)?.httpStatus === 429;

export const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
