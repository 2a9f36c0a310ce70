import * as fc from 'fast-check';
import type { People } from '../fixture/instance.ts';

export type Headers = readonly (readonly [string, string])[];

/** Whose credential goes along, and how: KEY in `form` stands for the key; `other` sends `form`, which is nobody's. */
export interface Credential {
  readonly who: keyof People | 'nobody' | 'other';
  readonly form: string;
}

/** One request, before it knows the service that it goes to. */
export interface FuzzRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly credential: Credential;
  readonly headers: Headers;
  readonly body: string | Uint8Array | null;
  /** Sends the body in chunks, so that its length is not told in advance. */
  readonly isChunked: boolean;
}

/** As much of one part of a request as a person wants to read; the seed gives the whole. */
const shownCharacters = 1500;

/** The same request, which fast-check shows in a failure without megabytes of body. */
export const shown = <Request extends object>(request: Request): Request =>
  Object.defineProperty({ ...request }, fc.toStringMethod, { value: () => textOf(request), enumerable: false });

function textOf(request: object): string {
  const parts = Object.entries(request).map(([name, value]) => {
    const printed = JSON.stringify(value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value);
    const isLong = printed.length > shownCharacters;
    return `${name}: ${isLong ? `${printed.slice(0, shownCharacters)}... (${printed.length} characters)` : printed}`;
  });
  return `{ ${parts.join(', ')} }`;
}
