/** The `fetch` that the client calls; the global one fits. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** The service was not reached, or the connection was lost before its answer was there. */
export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure';
}

/** An answer that the service did not write: that of a proxy, or of another server. */
export class ForeignAnswer extends Error {
  override readonly name = 'ForeignAnswer';
  readonly httpStatus: number;
  /** Seconds to wait, where the answer named them. */
  readonly retryAfterS: number | undefined;

  constructor(url: string, { status, headers }: Response, text: string) {
    super(`HTTP ${status} from ${withoutQuery(url)}, which is no answer of the service: ${text.slice(0, shownLength)}`);
    this.httpStatus = status;
    const retryAfter = headers.get('retry-after') ?? '';
    this.retryAfterS = /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined;
  }
}

const shownLength = 200;
const withoutQuery = (url: string) => url.split('?', 1)[0];

/** A whole answer of tRPC's, whatever its status. */
export interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  json(): Promise<unknown>;
}

/** Sends a request. Throws a ConnectionFailure, or whatever aborted the request. */
export async function send(fetch: Fetch, url: string, init: RequestInit): Promise<Response> {
  return orFail(url, init, () => fetch(url, init));
}

/** Reads an answer to its end. Throws a ConnectionFailure or a ForeignAnswer, or whatever aborted the request. */
export async function readAnswer(url: string, init: RequestInit, response: Response): Promise<Answer> {
  const text = await orFail(url, init, () => response.text());
  const json = parse(text);
  if (!isOfTrpc(json)) throw new ForeignAnswer(url, response, text);
  const { ok, status, headers } = response;
  return { ok, status, headers, json: () => Promise.resolve(json) };
}

async function orFail<T>(url: string, { signal }: RequestInit, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConnectionFailure(`no answer from ${withoutQuery(url)}: ${reason}`, { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const isOfTrpc = (json: unknown): boolean =>
  Array.isArray(json) || (typeof json === 'object' && json !== null && ('result' in json || 'error' in json));
