import { errorCatalogue, type ErrorKind } from '@auction-tiers/contract';
import { plainOr } from './plain-words.ts';

/** Texts for refusals whose own message does not suit the page. A kind without a text does not compile. */
export const refusals: Readonly<Record<ErrorKind, string>> = {
  invalid: 'Something that was typed is not possible here. Nothing was saved.',
  not_found: 'It is not there any more: somebody has deleted it.',
  gone: 'It is too long ago: the changes since are not all kept.',
  not_authenticated: 'Your session has ended. Sign in again.',
  forbidden: 'Your user may not do that. A manager of the seller can allow it, or an administrator.',
  method_not_allowed: 'This page and the service do not fit together. Load the page again.',
  not_acceptable: 'This page and the service do not fit together. Load the page again.',
  integrity: 'It does not go with what is there now, and nothing was done. Look at it again as it is now.',
  conflict: 'Others are changing the same at this moment, and nothing was done. Try again.',
  key_reused: 'This was sent before, with something else in it. Load the page again to see what was done.',
  precondition_failed: 'It has changed since you saw it. Nothing was done.',
  limit: 'There are as many as are allowed already. Remove one that is not needed.',
  too_large: 'It is too much at once. Do it in smaller parts.',
  unsupported_media_type: 'This page and the service do not fit together. Load the page again.',
  rate_exceeded: 'That was too much within a minute. It goes on by itself in a moment.',
  unavailable: 'What is stored is out of reach at the moment, and nothing was changed. Try again.',
  outcome_unknown: 'Whether this was done is not known. Look whether it is there before you try again.',
  unknown: 'Something has failed that should not have. Try again; if it fails again, tell your administrator.',
};

/** The fields of the answer to a refused call that tell its kind. */
export interface RefusedAs {
  readonly error_id?: string | undefined;
  readonly error_code?: string | null | undefined;
  readonly httpStatus?: number | undefined;
}

/** The kind of a refusal. */
export function kindOf({ error_id: id, error_code: code = null, httpStatus: status }: RefusedAs): ErrorKind {
  const kinds = Object.keys(errorCatalogue) as ErrorKind[];
  const found = kinds.find((kind) => {
    const entry = errorCatalogue[kind];
    return entry.errorId === id && entry.errorCode === code && entry.httpStatus === status;
  });
  return found ?? kinds.find((kind) => errorCatalogue[kind].httpStatus === status) ?? 'unknown';
}

/** Kinds of which only the page's own text helps, because the service's message is for programs. */
const ownOnly: ReadonlySet<ErrorKind> = new Set([
  'method_not_allowed',
  'not_acceptable',
  'unsupported_media_type',
  'unavailable',
  'outcome_unknown',
  'unknown',
]);

/** A refusal in the words of the page. */
export const refusalWords = (kind: ErrorKind, message: string): string =>
  ownOnly.has(kind) ? refusals[kind] : plainOr(message, refusals[kind]);

/** A problem of a field, in the words of the page, as the field shows it. */
export function problemWords(message: string): string {
  if (/^is (?:required|"\s*", allowed: at least 1 character|nothing)/.test(message)) return 'is needed';
  const words = plainOr(
    message.replace(/, not of the form .*$/s, ', which is not of the right form'),
    'is not possible here',
  );
  return words.replace(/^is none, allowed: .*$/, 'is needed');
}
