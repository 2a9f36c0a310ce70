import { errorCatalogue, type ErrorKind } from '@auction-tiers/contract';
import { plainOr } from './plain-words.ts';

/** Texts for refusals whose own message does not suit the page. A kind without a text does not compile. */
export const refusals: Readonly<Record<ErrorKind, string>> = {
  invalid: 'Something you entered is not possible here. Nothing was saved.',
  not_found: 'It no longer exists: someone has deleted it.',
  gone: 'That is too long ago: not all changes since then are kept.',
  not_authenticated: 'Your session has ended. Sign in again.',
  forbidden: 'Your user may not do that. A manager of the seller can allow it, or an administrator.',
  method_not_allowed: 'This page is out of date. Reload it.',
  not_acceptable: 'This page is out of date. Reload it.',
  integrity: 'It conflicts with the present state, and nothing was changed. Look again and retry.',
  conflict: 'Someone else is changing the same thing, and nothing was changed. Try again.',
  key_reused: 'This was already sent with different content. Reload the page to see what was done.',
  precondition_failed: 'It has changed since you opened it. Nothing was changed.',
  limit: 'The maximum number is reached. Remove one that is not needed.',
  too_large: 'This is too much at once. Do it in smaller parts.',
  unsupported_media_type: 'This page is out of date. Reload it.',
  rate_exceeded: 'Too many requests within a minute. It continues by itself in a moment.',
  unavailable: 'The stored data cannot be reached at the moment, and nothing was changed. Try again.',
  outcome_unknown: 'We could not confirm whether this was saved. Check before you try again.',
  unknown: 'Something went wrong. Try again; if it fails again, tell your administrator.',
};

/** The fields of the answer to a refused call that tell its kind. */
export interface RefusedAs {
  readonly error_id?: string | undefined;
  readonly error_code?: string | null | undefined;
  readonly httpStatus?: number | undefined;
}

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

export const refusalWords = (kind: ErrorKind, message: string): string =>
  ownOnly.has(kind) ? refusals[kind] : plainOr(message, refusals[kind]);

/** A problem of a field, in the words of the page, as the field shows it. */
export function problemWords(message: string): string {
  if (/^is (?:required|"\s*", allowed: at least 1 character|nothing)/.test(message)) return 'is needed';
  if (message.startsWith('names no effect')) return 'must say by how much, such as “Net rises by 2 %”';
  const words = plainOr(
    message.replace(/, not of the form .*$/s, ', which is not of the right form'),
    'is not possible here',
  );
  return words
    .replace(/^is none, allowed: .*$/s, 'is needed')
    .replace(/^is .*, allowed with (.+) (\S+): none$/s, 'must be empty where the $1 is $2')
    .replace(/^is none, allowed with (.+?) (\S+): (.*)$/s, 'is needed where the $1 is $2: $3')
    .replace(/, allowed: /, ', but must be ');
}
